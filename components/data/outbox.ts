import { createStore, del, entries, get, set, type UseStore } from "idb-keyval";
import { ApiError, call, newId } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { taskActionsApi } from "@/lib/automation/task-actions/contract";
import { messagesApi } from "@/lib/chat/messages/contract";

/**
 * Messages on their way. Each is kept by the browser until the server has
 * acknowledged it, also over a reload, and sent under one key, so that it is
 * stored once however often it is sent. The messages of a chat are sent one
 * after the other, in the order in which they were written.
 */
export type Outgoing = {
  key: string;
  chat: string;
  text: string;
  files: File[];
  /** Run with this task action instead of as it is. */
  action?: string;
  replyingTo?: { id: number; name: string; text: string };
  /** The models that reply side by side. */
  models?: string[];
  /** Its only file is a recording, which is transcribed before there is a text. */
  voice?: { translate: boolean; seconds: number };
  sentAt: string;
  /** It waits for the replies that are being written: `queue.ts` sends it when they have ended. */
  isQueued?: boolean;
  /** Queued, and being changed: it and those behind it stay. */
  isHeld?: boolean;
  /** The server could not be reached or was busy: it is sent again by itself. */
  isWaiting?: boolean;
  /** How much of each file is sent, 0 to 1, while they are. */
  shares?: number[];
  /** Why it was refused: it is not sent again unless somebody asks. */
  failure?: string;
};
export type NewOutgoing = Pick<
  Outgoing,
  "chat" | "text" | "files" | "replyingTo" | "models" | "action" | "voice" | "isQueued"
>;
type Kept = Outgoing & { whose: string };
type Answer = AnswerOf<typeof messagesApi.sendMessage>;
type Acknowledged = (message: Outgoing, answer: Answer) => Promise<void>;

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** The server knows a key for a day. In ms. */
const KEY_HOLDS = 23 * 60 * 60 * 1000;

/** What ends with time, or when one has signed in again. A recording is not transcribed again and again by itself: its maker may hear it meanwhile, or write. */
const isPassing = ({ status }: ApiError, { voice }: Outgoing) =>
  status === 0 || status === 401 || status === 409 || status === 429 || (status >= 500 && !voice);

type Following = { signal: AbortSignal; onShares: (shares: number[]) => void };

/** What uploads files loads with the first of them; where it does not, they go with the message. */
const senderOf = async (files: File[]): Promise<typeof call> =>
  files.length === 0
    ? call
    : import("@/components/composer/uploading").then(
        ({ callWithFiles }) => callWithFiles as typeof call,
        () => call,
      );

async function post(
  { chat, key, text, files, action, replyingTo, models, voice }: Outgoing,
  following: Following,
): Promise<Answer> {
  if (voice) {
    const { sendVoice } = await import("@/components/voice/sending").catch(() => {
      throw new ApiError(0, "The server cannot be reached.");
    });
    const replying_to_message_id = replyingTo?.id;
    return sendVoice({ chat, files, ...voice, replying_to_message_id, idempotencyKey: key, ...following });
  }
  const send = await senderOf(files);
  const sending = { files, idempotencyKey: key, ...following };
  if (action) {
    const run = { task_action_name: action, return_original_message: true, chat_id: chat };
    const body = { ...run, message_input: text, is_sync: false };
    return send(taskActionsApi.executeTaskAction, { body, ...sending });
  }
  return send(messagesApi.sendMessage, {
    params: { chat_id: chat },
    query: { models },
    body: { message_input: text, is_sync: false, replying_to_message_id: replyingTo?.id },
    ...sending,
  });
}

class Outbox {
  private readonly chats = new Map<string, Outgoing[]>();
  private readonly listeners = new Set<() => void>();
  private readonly sending = new Set<string>();
  private readonly stops = new Map<string, AbortController>();
  /** The keys of those that the store has. */
  private readonly kept = new Set<string>();
  private store: UseStore | undefined;
  private whose = "";
  private acknowledged: Acknowledged = async () => {};
  private wakers = new Set<() => void>();

  /** Takes up what this person had not sent when the page was last left. */
  async open(whose: string, acknowledged: Acknowledged): Promise<void> {
    this.whose = whose;
    this.acknowledged = acknowledged;
    window.addEventListener("online", this.wake);
    try {
      this.store ??= createStore("parley-outbox", "messages");
      const kept = (await entries<string, Kept>(this.store)).map(([, message]) => message);
      const own = kept.filter((message) => message.whose === whose);
      for (const { whose: _, ...message } of own.sort((a, b) => a.sentAt.localeCompare(b.sentAt))) {
        if (this.of(message.chat).some(({ key }) => key === message.key)) continue;
        const isOld = !message.isQueued && Date.now() - Date.parse(message.sentAt) > KEY_HOLDS;
        const failure = isOld ? "It has waited for a day." : message.failure;
        this.kept.add(message.key);
        this.change(message.chat, (all) => [...all, { ...message, failure }]);
        void this.work(message.chat);
      }
    } catch {
      // Without a store (a private window) messages live as long as the page.
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  of(chat: string): Outgoing[] {
    return this.chats.get(chat) ?? nothing;
  }

  /** Whether one of these is being sent. */
  isSending(chat: string): boolean {
    return this.sending.has(chat);
  }

  /** The chats in which messages are queued. */
  queued(): string[] {
    return [...this.chats].flatMap(([chat, all]) => (all.some(({ isQueued }) => isQueued) ? [chat] : []));
  }

  send(message: NewOutgoing): void {
    const outgoing = { ...message, key: newId(), sentAt: new Date().toISOString() };
    this.change(message.chat, (all) => [...all, outgoing]);
    this.keep(outgoing);
    void this.work(message.chat);
  }

  /** Sends a refused message again, or with other files. After a day its key is not known any more, and it gets a new one, as another message does. */
  again(chat: string, key: string, files?: File[]): void {
    const message = this.of(chat).find((each) => each.key === key);
    if (!message) return;
    const isOld = Date.now() - Date.parse(message.sentAt) > KEY_HOLDS;
    const renewed = isOld || files ? { key: newId(), sentAt: new Date().toISOString() } : {};
    const next = { ...message, ...renewed, files: files ?? message.files, failure: undefined };
    this.forget(key);
    this.change(chat, (all) => all.map((each) => (each.key === key ? next : each)));
    this.keep(next);
    void this.work(chat);
  }

  /** Sends a queued message, as another tab may have changed it; not when one has removed it. */
  async release(chat: string, key: string): Promise<void> {
    const message = this.of(chat).find((each) => each.key === key);
    if (!message?.isQueued) return;
    const kept = this.kept.has(key) && this.store ? await get<Kept>(key, this.store) : message;
    if (!kept) return this.done(chat, key);
    // The key is known for a day from now on.
    const sentAt = new Date().toISOString();
    this.mark(chat, key, { text: kept.text, sentAt, isQueued: undefined, isHeld: undefined });
    void this.work(chat);
  }

  /** Changes the text of a queued message. */
  reword(chat: string, key: string, text: string): void {
    this.mark(chat, key, { text, isHeld: undefined });
  }

  hold(chat: string, key: string, isHeld: boolean): void {
    this.show(chat, key, { isHeld });
  }

  /** Stops the sending of a message: it stays, to be sent again or discarded. */
  stop(key: string): void {
    this.stops.get(key)?.abort();
  }

  /** It is stored, or not wanted any more. */
  done(chat: string, key: string): void {
    if (!this.of(chat).some((each) => each.key === key)) return;
    this.change(chat, (all) => all.filter((each) => each.key !== key));
    this.forget(key);
  }

  /** The connection may be back. */
  readonly wake = (): void => {
    for (const waker of this.wakers) waker();
  };

  private async work(chat: string): Promise<void> {
    if (this.sending.has(chat)) return;
    this.sending.add(chat);
    let pause = FIRST_PAUSE;
    for (let next = this.next(chat); next; next = this.next(chat)) {
      const { key } = next;
      const stop = new AbortController();
      this.stops.set(key, stop);
      const onShares = (shares: number[]) => this.show(chat, key, { shares });
      try {
        const answer = await post(next, { signal: stop.signal, onShares });
        pause = FIRST_PAUSE;
        await this.acknowledged(next, answer).catch(() => {});
        this.done(chat, key);
      } catch (error) {
        const refusal = error as ApiError;
        this.show(chat, key, { shares: undefined });
        if (stop.signal.aborted) {
          this.mark(chat, key, { isWaiting: false, failure: "You stopped it." });
        } else if (isPassing(refusal, next)) {
          this.mark(chat, key, { isWaiting: true });
          await this.pause(Math.max(pause, (refusal.retryAfter ?? 0) * 1000));
          pause = Math.min(pause * 2, LONGEST_PAUSE);
        } else {
          this.mark(chat, key, { isWaiting: false, failure: refusal.message });
        }
      } finally {
        this.stops.delete(key);
      }
    }
    this.sending.delete(chat);
    this.tell();
  }

  private next(chat: string): Outgoing | undefined {
    return this.of(chat).find(({ failure, isQueued }) => failure === undefined && !isQueued);
  }

  private show(chat: string, key: string, to: Partial<Outgoing>): void {
    this.change(chat, (all) => all.map((each) => (each.key === key ? { ...each, ...to } : each)));
  }

  private mark(chat: string, key: string, to: Partial<Outgoing>): void {
    this.show(chat, key, to);
    const message = this.of(chat).find((each) => each.key === key);
    if (message) this.keep(message);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer);
        this.wakers.delete(over);
        resolve();
      };
      const timer = setTimeout(over, ms);
      this.wakers.add(over);
    });
  }

  private keep(message: Outgoing): void {
    const { isWaiting: _, shares: __, isHeld: ___, ...kept } = message;
    const keep = () => this.kept.add(message.key);
    if (this.store) void set(message.key, { ...kept, whose: this.whose }, this.store).then(keep, () => {});
  }

  private forget(key: string): void {
    this.kept.delete(key);
    if (this.store) void del(key, this.store).catch(() => {});
  }

  private change(chat: string, change: (all: Outgoing[]) => Outgoing[]): void {
    this.chats.set(chat, change(this.of(chat)));
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

const nothing: Outgoing[] = [];
export const outbox = new Outbox();
