import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import type { LiveEvent } from "./contract";
import { announceOnline } from "./presence";
import * as present from "./present";

// Maximum number of events that a subscriber may lag behind or have missed. Beyond it, a `reset` event tells it to
// reload.
const MAX_MISSED_EVENTS = 1000;

type LiveScope = { viewer: Viewer; chatId?: number };

async function resolveScope(viewer: Viewer, chat: Reference | undefined): Promise<LiveScope> {
  return { viewer, chatId: chat === undefined ? undefined : (await chats.getChatFor(viewer, chat)).chat.id };
}

// Evaluates memberships at delivery, so that former members receive nothing.
function concerns({ viewer, chatId }: LiveScope, event: events.Published): boolean {
  if (chatId !== undefined && event.chatId !== chatId) return false;
  if (event.userId !== null) return event.userId === viewer.user.id;
  return event.groupId === viewer.group.id && event.memberIds.includes(viewer.user.id);
}

function concernsPassing({ viewer, chatId }: LiveScope, event: events.EphemeralEvent): boolean {
  if (event.kind === "presence") return event.groupId === viewer.group.id;
  if (chatId !== undefined && event.chatId !== chatId) return false;
  return event.memberIds.includes(viewer.user.id) && event.userId !== viewer.user.id;
}

export const getNewestEventId = () => events.getLatestEventId();

export async function listEventsSince(viewer: Viewer, chat: Reference | undefined, last: number | undefined) {
  const scope = await resolveScope(viewer, chat);
  const newest = await events.getLatestEventId();
  if (last === undefined || last >= newest) return { last_event_id: newest, reset: false, events: [] };
  const missed = await listMissedEvents(scope, last);
  if (!missed) return { last_event_id: newest, reset: true, events: [] };
  const shown = await Promise.all(missed.map((event) => present.toLiveEvent(event, viewer)));
  return {
    last_event_id: Math.max(last, missed.at(-1)?.id ?? 0),
    reset: false,
    events: shown.filter((event) => event !== undefined).map((event) => ({ ...event, id: event.id! })),
  };
}

async function listMissedEvents(scope: LiveScope, last: number): Promise<events.Published[] | undefined> {
  const { chatId, viewer } = scope;
  const missed = await events.findMissedEvents(last, { chatId, userId: viewer.user.id }, MAX_MISSED_EVENTS);
  return missed?.filter((event) => concerns(scope, event));
}

// Drops `reply.started` of replies that also finished, because the client would show a running reply in place of the
// finished message.
function dropFinishedStarts(missed: events.Published[]): events.Published[] {
  const over = new Set(
    missed.map((event) => event.kind === "reply.finished" && event.data.streaming_task_id),
  );
  return missed.filter((event) => event.kind !== "reply.started" || !over.has(event.data.streaming_task_id));
}

/**
 * Streams the events after `last` of one chat, or of all of the viewer's chats, until `signal` aborts. Delivery is at
 * least once: events may repeat after a reconnect.
 * @throws AppError not_found before the first event
 */
export async function follow(
  viewer: Viewer,
  chat: Reference | undefined,
  last: number | undefined,
  signal: AbortSignal,
): Promise<AsyncIterable<LiveEvent>> {
  return stream(await resolveScope(viewer, chat), last, signal);
}

async function* stream(
  scope: LiveScope,
  last: number | undefined,
  signal: AbortSignal,
): AsyncIterable<LiveEvent> {
  const { viewer } = scope;
  const queue = new Queue(scope);
  // Subscribes before reading missed events, so that none falls in between.
  const leave = await events.getTail().subscribe(queue);
  const depart = announceOnline(viewer);
  signal.addEventListener("abort", queue.ring);
  try {
    const newest = await events.getLatestEventId();
    const missed = last === undefined ? [] : await listMissedEvents(scope, last);
    if (last !== undefined && !missed) yield { event: "reset", data: { last_event_id: newest }, id: newest };
    else yield { event: "ready", data: { last_event_id: last ?? newest }, id: last ?? newest };
    const caughtUp = new Set(missed?.map(({ id }) => id));
    for (const event of dropFinishedStarts(missed ?? [])) {
      const liveEvent = await present.toLiveEvent(event, viewer);
      if (liveEvent) yield liveEvent;
    }
    while (!signal.aborted) {
      const next = queue.take();
      if (next === undefined) {
        await queue.wait();
      } else if (next === "overflow") {
        const now = await events.getLatestEventId();
        yield { event: "reset", data: { last_event_id: now }, id: now };
      } else if ("id" in next) {
        const shown = caughtUp.has(next.id) ? undefined : await present.toLiveEvent(next, viewer);
        if (shown) yield shown;
      } else {
        yield present.toPassingEvent(next);
      }
    }
  } finally {
    signal.removeEventListener("abort", queue.ring);
    leave();
    depart();
  }
}

// Per-subscriber queue. A subscriber that is too slow receives an `overflow` marker instead of its backlog.
class Queue implements events.TailListener {
  private waiting: (events.Published | events.EphemeralEvent | "overflow")[] = [];
  private wake: (() => void) | undefined;

  constructor(private readonly scope: LiveScope) {}

  publish = (event: events.Published): void => {
    if (concerns(this.scope, event)) this.add(event);
  };

  passing = (event: events.EphemeralEvent): void => {
    if (concernsPassing(this.scope, event)) this.add(event);
  };

  take(): events.Published | events.EphemeralEvent | "overflow" | undefined {
    return this.waiting.shift();
  }

  ring = (): void => {
    this.wake?.();
  };

  async wait(): Promise<void> {
    if (this.waiting.length > 0) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    this.wake = undefined;
  }

  private add(event: events.Published | events.EphemeralEvent): void {
    if (this.waiting.length < MAX_MISSED_EVENTS) this.waiting.push(event);
    else this.waiting = ["overflow"];
    this.ring();
  }
}

export async function publishTyping(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const memberIds = await chats.listMemberIds(chat.id);
  const { id: userId, fullName: name } = viewer.user;
  if (memberIds.length > 1 || isOfVisitor(chat))
    await events
      .getTail()
      .pass({ kind: "typing", chatId: chat.id, chatUuid: chat.uuid, memberIds, userId, name });
  return { success: true as const };
}
