export type StreamEvent = { event: string; data: unknown; id?: number };

const shared = new WeakMap<StreamEvent, Buffer | undefined>();

/** Marks an event that several streams send, so that it is serialized once. */
export function shareEvent<Event extends StreamEvent>(event: Event): Event {
  shared.set(event, undefined);
  return event;
}

/** Returns an event in the format of `text/event-stream`. */
export function serializeEvent(event: StreamEvent): Buffer | string {
  const known = shared.get(event);
  if (known) return known;
  const text = toEventText(event);
  if (!shared.has(event)) return text;
  const bytes = Buffer.from(text);
  shared.set(event, bytes);
  return bytes;
}

const toEventText = ({ event, data, id }: StreamEvent) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
