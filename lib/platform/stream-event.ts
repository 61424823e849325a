/** An event of a stream, as `text/event-stream` writes it. */
export type StreamEvent = { event: string; data: unknown; id?: number };
