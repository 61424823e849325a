import * as events from "@/lib/chat/events/service";
import * as messages from "@/lib/chat/messages/service";
import { notFound } from "@/lib/platform/errors";
import type { StreamEvent } from "@/lib/platform/stream-event";
import type { StreamState } from "@/lib/replies/runs/service";
import * as replies from "@/lib/replies/runs/service";
import { recordPresence } from "./handover/visitor-email";
import * as present from "./present";
import { findSession, type PublicVisitor } from "./sessions";

// Rechecks the session regularly, in case a notification was lost.
const SESSION_CHECK_INTERVAL_MS = 5_000;
// Maximum number of pending events. A slower reader must reload.
const MAX_WAITING_EVENTS = 500;

// Receives the events of a visitor's conversation, and checks the session after changes that may end it, so that
// unpublishing, blocking and deleting take effect immediately.
class ConversationSubscription implements events.TailListener {
  private waiting: events.Published[] = [];
  private wake: (() => void) | undefined;
  private mustLook = false;
  private isTeamTyping = false;
  isOver = false;

  constructor(public visitor: PublicVisitor) {}

  publish = (event: events.Published): void => {
    const { chat, conversation } = this.visitor;
    const isOfConversation = event.chatId === conversation?.id;
    if (event.chatId !== chat.id && !isOfConversation) return;
    if (event.kind === "chat.updated" || event.kind === "chat.removed") this.mustLook = true;
    else if (isOfConversation && event.userId === null) this.waiting.push(event);
    if (this.waiting.length > MAX_WAITING_EVENTS) this.isOver = true;
    this.wake?.();
  };

  passing = (event: events.EphemeralEvent): void => {
    if (event.kind !== "typing" || event.userId === null) return;
    if (event.chatId !== this.visitor.conversation?.id) return;
    this.isTeamTyping = true;
    this.wake?.();
  };

  ring = (): void => this.wake?.();

  look = (): void => {
    this.mustLook = true;
    this.ring();
  };

  takeTyping = (): boolean => {
    const isTyping = this.isTeamTyping;
    this.isTeamTyping = false;
    return isTyping;
  };

  take = (): events.Published | undefined => this.waiting.shift();

  async next(): Promise<void> {
    if (this.waiting.length === 0 && !this.mustLook && !this.isTeamTyping && !this.isOver)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    this.wake = undefined;
    if (!this.mustLook) return;
    this.mustLook = false;
    const now = await findSession(this.visitor);
    if (!now || now.session.blockedAt) this.isOver = true;
    else this.visitor = { ...this.visitor, ...now };
  }
}

export async function* follow(visitor: PublicVisitor, signal: AbortSignal): AsyncIterable<StreamEvent> {
  const subscription = new ConversationSubscription(visitor);
  const leave = await events.getTail().subscribe(subscription);
  const clock = setInterval(subscription.look, SESSION_CHECK_INTERVAL_MS);
  signal.addEventListener("abort", subscription.ring);
  let isTakenOver = false;
  let isClosed = visitor.session.closedAt !== null;
  let isWaiting = false;
  let conversationId = visitor.conversation?.id;
  try {
    // Catches changes made while subscribing.
    subscription.look();
    yield { event: "ready", data: {} };
    while (!signal.aborted) {
      await subscription.next();
      if (subscription.isOver || signal.aborted) return;
      const { conversation } = subscription.visitor;
      // Makes the page reload: another tab has started a new conversation, whose first events this stream has missed.
      if (conversation?.id !== conversationId) yield { event: "ready", data: {} };
      conversationId = conversation?.id;
      const isNow = subscription.visitor.session.takenOverAt !== null;
      if (isNow !== isTakenOver) yield { event: "takeover", data: { is_taken_over: isNow } };
      isTakenOver = isNow;
      const isClosedNow = subscription.visitor.session.closedAt !== null;
      if (isClosedNow !== isClosed) yield { event: "closed", data: { is_closed: isClosedNow } };
      isClosed = isClosedNow;
      const waits = subscription.visitor.session.waitingSince !== null;
      if (waits !== isWaiting) yield { event: "waiting", data: { is_waiting: waits } };
      isWaiting = waits;
      await recordPresence(subscription.visitor.session);
      if (subscription.takeTyping()) yield { event: "typing", data: {} };
      for (let event = subscription.take(); event; event = subscription.take()) {
        const streamEvent = await toStreamEvent(event, visitor.chat.uuid);
        if (streamEvent) yield streamEvent;
      }
    }
  } finally {
    clearInterval(clock);
    signal.removeEventListener("abort", subscription.ring);
    leave();
    await recordPresence(subscription.visitor.session, { isLast: true });
  }
}

async function toStreamEvent(event: events.Published, uuid: string): Promise<StreamEvent | undefined> {
  switch (event.kind) {
    case "message.created":
    case "message.updated": {
      const [row] = await messages.listRows([event.data.message_id]);
      const message = row && present.toVisitorMessage(row, uuid);
      return message && { event: event.kind, data: { message } };
    }
    case "message.deleted":
    case "messages.cleared":
      return { event: event.kind, data: event.data };
    case "reply.started":
    case "reply.finished": {
      const { streaming_task_id, user_message_id } = event.data;
      return { event: event.kind, data: { streaming_task_id, user_message_id } };
    }
  }
}

export async function getCurrentState({ session, conversation }: PublicVisitor) {
  const runs = conversation ? await replies.listRunsInChat(conversation.id) : [];
  return {
    is_taken_over: session.takenOverAt !== null,
    is_waiting: session.waitingSince !== null,
    runs: runs.map(({ streaming_task_id, user_message_id }) => ({ streaming_task_id, user_message_id })),
  };
}

/** @throws AppError not_found */
export async function readReply({ conversation }: PublicVisitor, taskId: string, from: number) {
  if (!conversation) throw notFound("Streaming task");
  return present.stream(await replies.read({ chatId: conversation.id }, taskId, from));
}

/**
 * Streams a reply in progress until it or the session ends.
 * @throws AppError not_found
 */
export async function followReply(visitor: PublicVisitor, taskId: string, from: number, signal: AbortSignal) {
  if (!visitor.conversation) throw notFound("Streaming task");
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const written = await replies.follow({ chatId: visitor.conversation.id }, taskId, from, either);
  return guarded(new ConversationSubscription(visitor), over, written, either);
}

async function* guarded(
  subscription: ConversationSubscription,
  over: AbortController,
  written: AsyncIterable<StreamEvent>,
  signal: AbortSignal,
): AsyncIterable<StreamEvent> {
  const { conversation } = subscription.visitor;
  const leave = await events.getTail().subscribe(subscription);
  const clock = setInterval(subscription.look, SESSION_CHECK_INTERVAL_MS);
  signal.addEventListener("abort", subscription.ring);
  void (async () => {
    subscription.look();
    while (!signal.aborted) {
      await subscription.next();
      subscription.takeTyping();
      while (subscription.take()) {}
      // The visitor has started a new conversation or left the current one.
      if (subscription.isOver || subscription.visitor.conversation?.id !== conversation?.id) over.abort();
    }
  })().catch(() => over.abort());
  try {
    for await (const event of written) {
      if (event.event === "error") yield { ...event, data: present.toFailedMessage() };
      else if (event.event === "done") yield { ...event, data: present.stream(event.data as StreamState) };
      else if (event.event === "text" || event.event === "restart") yield event;
    }
  } finally {
    clearInterval(clock);
    leave();
    over.abort();
  }
}
