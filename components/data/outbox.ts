import { openOutboxDatabase } from "@/components/browser/account-storage";
import { type ApiError, createId } from "@/lib/api/client";
import {
  EXPIRED,
  makeChat,
  type Outgoing,
  post,
  SENT_BEFORE,
  type SendResponse,
  toRetryState,
} from "./outgoing";

/**
 * Outbox of sent but unconfirmed messages. The browser stores each until the server has acknowledged it, also across
 * reloads. A message is sent under one idempotency key, so that retries store it once. The messages of a chat are
 * sent in the order in which they were written.
 */
export type { Outgoing } from "./outgoing";

export type NewOutgoing = Pick<
  Outgoing,
  "chat" | "newChat" | "text" | "files" | "replyingTo" | "models" | "action" | "voice" | "isQueued"
>;
type IsFirst = Required<Pick<Outgoing, "newChat">>;
type FirstMessage = Outgoing & IsFirst;
type Begun = (message: FirstMessage) => void;
type Acknowledged = (message: Outgoing, answer: SendResponse) => Promise<void>;

const FIRST_PAUSE = 500;
const MAX_RETRY_DELAY_MS = 15_000;
// The server stores keys for a day.
const MAX_KEY_AGE_MS = 23 * 60 * 60 * 1000;

class Outbox {
  private readonly chats = new Map<string, Outgoing[]>();
  private readonly listeners = new Set<() => void>();
  private readonly beginnings = new Set<Begun>();
  private first: FirstMessage[] = [];
  private readonly sending = new Set<string>();
  private readonly stops = new Map<string, AbortController>();
  private readonly kept = new Set<string>();
  private store: ReturnType<typeof openOutboxDatabase<Outgoing>> | undefined;
  private acknowledged: Acknowledged = async () => {};
  private wakers = new Set<() => void>();

  /** Restores the messages that the server had not acknowledged when the page was last left, and sends them. */
  async open(acknowledged: Acknowledged): Promise<void> {
    this.acknowledged = acknowledged;
    window.addEventListener("online", this.wake);
    try {
      this.store ??= openOutboxDatabase<Outgoing>();
      const messages = await this.store.list();
      for (const message of messages.sort((a, b) => a.sentAt.localeCompare(b.sentAt))) {
        if (this.of(message.chat).some(({ key }) => key === message.key)) continue;
        const isOld = !message.isQueued && Date.now() - Date.parse(message.sentAt) > MAX_KEY_AGE_MS;
        const failure = isOld ? EXPIRED : message.failure;
        this.kept.add(message.key);
        this.change(message.chat, (all) => [...all, { ...message, failure }]);
        void this.work(message.chat);
      }
    } catch {
      // Without a store (in private windows) messages live as long as the page.
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  of(chat: string): Outgoing[] {
    return this.chats.get(chat) ?? nothing;
  }

  firsts(): FirstMessage[] {
    return this.first;
  }

  onBegun(listener: Begun): () => void {
    this.beginnings.add(listener);
    return () => void this.beginnings.delete(listener);
  }

  /** Returns true while a message of the chat is being sent or isn't in the thread yet. */
  isSending(chat: string): boolean {
    return this.sending.has(chat) || this.of(chat).some(({ isSent }) => isSent);
  }

  hasUnsent(): boolean {
    return [...this.chats.values()].flat().some(({ isSent }) => !isSent);
  }

  queued(): string[] {
    return [...this.chats].flatMap(([chat, all]) => (all.some(({ isQueued }) => isQueued) ? [chat] : []));
  }

  send(message: NewOutgoing): void {
    const outgoing = { ...message, key: createId(), sentAt: new Date().toISOString() };
    this.change(message.chat, (all) => [...all, outgoing]);
    void this.keep(outgoing);
    void this.work(message.chat);
  }

  /**
   * Sends the first message of a chat, which creates the chat.
   * @returns the UUID of the chat
   */
  begin(message: Omit<NewOutgoing, "chat"> & IsFirst): string {
    const chat = createId();
    this.send({ ...message, chat });
    return chat;
  }

  /**
   * Sends a refused message again. It gets a new idempotency key if its files were changed or its key has expired or
   * was used.
   */
  again(chat: string, key: string, files?: File[]): void {
    const message = this.find(chat, key);
    if (!message) return;
    const isOld = Date.now() - Date.parse(message.sentAt) > MAX_KEY_AGE_MS;
    const isAnother = isOld || files || message.failure === SENT_BEFORE;
    const renewed = isAnother ? { key: createId(), sentAt: new Date().toISOString() } : {};
    const next = { ...message, ...renewed, files: files ?? message.files, failure: undefined };
    this.forget(key);
    this.change(chat, (all) => all.map((each) => (each.key === key ? next : each)));
    void this.keep(next);
    void this.work(chat);
  }

  /** Sends a queued message in its latest version, unless another tab has removed it. */
  async release(chat: string, key: string): Promise<void> {
    const message = this.find(chat, key);
    if (!message?.isQueued) return;
    const kept = await this.latest(message);
    if (!kept) return this.done(chat, key);
    // The key is valid for a day from now.
    const sentAt = new Date().toISOString();
    await this.mark(chat, key, { text: kept.text, sentAt, isQueued: undefined, isHeld: undefined });
    void this.work(chat);
  }

  /** Edits a waiting message, unless another tab has sent or removed it. */
  async reword(chat: string, key: string, text: string): Promise<void> {
    await withTabLock(key, async () => {
      const message = this.find(chat, key);
      if (!message || !(await this.latest(message))) return this.done(chat, key);
      await this.mark(chat, key, { text, isHeld: undefined });
    });
    void this.work(chat);
  }

  hold(chat: string, key: string, isHeld: boolean): void {
    this.show(chat, key, { isHeld });
    if (!isHeld) void this.work(chat);
  }

  discard(chat: string, key: string): void {
    this.stop(key);
    this.done(chat, key);
  }

  stop(key: string): void {
    this.stops.get(key)?.abort();
  }

  done(chat: string, key: string): void {
    if (!this.find(chat, key)) return;
    this.change(chat, (all) => all.filter((each) => each.key !== key));
    this.forget(key);
  }

  readonly wake = (): void => {
    for (const waker of this.wakers) waker();
  };

  private async work(chat: string): Promise<void> {
    if (this.sending.has(chat)) return;
    this.sending.add(chat);
    let pause = FIRST_PAUSE;
    for (let next = this.next(chat); next; next = this.next(chat)) {
      const { key } = next;
      const refusal = await withTabLock(key, () => this.attempt(chat, key));
      if (!refusal) pause = FIRST_PAUSE;
      else {
        await this.pause(Math.max(pause, (refusal.retryAfter ?? 0) * 1000));
        pause = Math.min(pause * 2, MAX_RETRY_DELAY_MS);
      }
    }
    this.sending.delete(chat);
    this.tell();
  }

  /** Tries once to send the latest version of a message. Returns the error if a retry can succeed. */
  private async attempt(chat: string, key: string): Promise<ApiError | undefined> {
    const message = this.find(chat, key);
    const latest = message && (await this.latest(message));
    if (!latest) this.done(chat, key);
    if (!latest || this.next(chat)?.key !== key) return undefined;
    this.show(chat, key, { text: latest.text });
    const stop = new AbortController();
    this.stops.set(key, stop);
    const onShares = (shares: number[]) => this.show(chat, key, { shares });
    try {
      if (isFirst(latest)) await this.makeChat(latest, stop.signal);
      const onVoice = (voice: Outgoing["voice"]) => void this.mark(chat, key, { voice });
      const onHeard = (heard: number) => this.show(chat, key, { heard });
      const answer = await post(latest, { signal: stop.signal, onShares, onVoice, onHeard });
      this.forget(key);
      this.show(chat, key, { isSent: true, isWaiting: false, shares: undefined });
      // The next message must not wait for the thread to be read, which blocks while offline.
      const done = () => this.done(chat, key);
      void this.acknowledged(latest, answer).then(done, done);
    } catch (error) {
      const refusal = error as ApiError;
      this.show(chat, key, { shares: undefined, heard: undefined });
      const retryState = toRetryState(refusal, this.find(chat, key) ?? latest, stop.signal.aborted);
      if (retryState) await this.mark(chat, key, { isWaiting: false, ...retryState });
      else {
        this.show(chat, key, { isWaiting: true });
        return refusal;
      }
    } finally {
      this.stops.delete(key);
    }
    return undefined;
  }

  private async makeChat(message: FirstMessage, signal: AbortSignal): Promise<void> {
    await makeChat(message, signal);
    await this.mark(message.chat, message.key, { newChat: undefined });
    for (const listener of this.beginnings) listener(message);
  }

  private find(chat: string, key: string): Outgoing | undefined {
    return this.of(chat).find((each) => each.key === key);
  }

  private next(chat: string): Outgoing | undefined {
    const next = this.of(chat).find(
      ({ failure, isQueued, isSent }) => failure === undefined && !isQueued && !isSent,
    );
    return next?.isHeld ? undefined : next;
  }

  /** Returns the stored message, which another tab may have edited; undefined if another tab sent or removed it. */
  private async latest(message: Outgoing): Promise<Outgoing | undefined> {
    if (!this.store || !this.kept.has(message.key)) return message;
    const kept = await this.store.get(message.key).catch(() => message);
    return kept && { ...message, text: kept.text };
  }

  private show(chat: string, key: string, to: Partial<Outgoing>): void {
    this.change(chat, (all) => all.map((each) => (each.key === key ? { ...each, ...to } : each)));
  }

  private async mark(chat: string, key: string, to: Partial<Outgoing>): Promise<void> {
    this.show(chat, key, to);
    const message = this.find(chat, key);
    if (message) await this.keep(message);
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

  private async keep(message: Outgoing): Promise<void> {
    // The message that starts a temporary chat is not stored, so leaving the page discards it.
    if (message.newChat?.temp) return;
    const { isWaiting: _, shares: __, isHeld: ___, heard: ____, ...kept } = message;
    const keep = () => this.kept.add(message.key);
    if (this.store) await this.store.set(message.key, kept).then(keep, () => {});
  }

  private forget(key: string): void {
    this.kept.delete(key);
    if (this.store) void this.store.delete(key).catch(() => {});
  }

  private change(chat: string, change: (all: Outgoing[]) => Outgoing[]): void {
    this.chats.set(chat, change(this.of(chat)));
    this.tell();
  }

  private tell(): void {
    this.first = [...this.chats.values()].flat().filter(isFirst);
    for (const listener of this.listeners) listener();
  }
}

// Runs in one tab at a time per message. Web Locks are missing on pages over plain HTTP.
const withTabLock = <T>(key: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(`outbox ${key}`, work) : work();

const isFirst = (message: Outgoing): message is FirstMessage => message.newChat !== undefined;
const nothing: Outgoing[] = [];
export const outbox = new Outbox();
