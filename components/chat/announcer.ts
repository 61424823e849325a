import type { RefObject } from "react";
import { type Message, questionOf } from "@/components/data/thread";
import { sayIn } from "@/components/ui/say";
import { SpokenReply } from "@/lib/platform/markdown/spoken-reply";
import type { Translate } from "@/lib/platform/words/translate";
import type { ThreadActions } from "./use-thread";

/** So many are said at once, the newest; who was away longer reads the rest. */
const MOST = 3;

export type Seen = Pick<ThreadActions, "messages" | "runs">;

/**
 * Says to screen readers what happens in an open thread: replies sentence by
 * sentence while they are written, also those that take the place of earlier
 * ones, and what people write.
 */
export class Announcer {
  private running: Set<number>;
  private newest: number;
  /** What was said of replies that are being written, by their questions. */
  private readonly spoken = new Map<number, SpokenReply>();

  /**
   * @param first What the thread began with, which is not said
   * @param authorOf Undefined for what need not be said
   */
  constructor(
    private readonly t: Translate<"chat">,
    private readonly region: RefObject<HTMLElement | null>,
    first: Seen,
    private readonly authorOf: (message: Message) => string | undefined,
  ) {
    this.running = runningIn(first);
    this.newest = newestOf(first);
  }

  /** A reply has begun, or its text has changed; without a text it begins anew. */
  writes(question: number, names: string, text: string): void {
    if (!this.spoken.has(question)) this.say(this.t("isReplying", { names }));
    const reply = (text && this.spoken.get(question)) || this.newReply();
    this.spoken.set(question, reply);
    if (text) this.say(reply.grown(text).join(" "));
  }

  /** The thread has changed. */
  see(seen: Seen): void {
    const { running: ran, newest } = this;
    this.running = runningIn(seen);
    // Another version of a question may end with an older one.
    this.newest = Math.max(newest, newestOf(seen));
    const ended = new Set([...ran].filter((id) => !this.running.has(id)));
    const whole = seen.messages.filter(
      (message) => !isReplyTo(this.running, message) && (message.id > newest || isReplyTo(ended, message)),
    );
    const finished = new Set<number>();
    for (const message of whole.slice(-MOST)) {
      const name = this.authorOf(message);
      if (name === undefined) continue;
      const question = questionOf(message) ?? 0;
      const reply = this.spoken.get(question);
      const said = (reply ?? this.newReply()).rest(message.message).join(" ");
      this.say(reply || name === "" ? said : this.t("said", { name, text: said }));
      if (reply) finished.add(question);
    }
    for (const question of finished) {
      this.spoken.delete(question);
      this.say(this.t("replyFinished"));
    }
  }

  private newReply(): SpokenReply {
    const named = { code: this.t("codeBlock"), table: this.t("table") };
    return new SpokenReply(named, document.documentElement.lang);
  }

  private say(text: string): void {
    sayIn(this.region.current, text);
  }
}

const newestOf = ({ messages }: Seen): number => messages.at(-1)?.id ?? 0;
const runningIn = ({ runs }: Seen) => new Set(runs.map((run) => run.user_message_id));

function isReplyTo(ids: Set<number>, message: Message): boolean {
  const question = questionOf(message);
  return question !== undefined && ids.has(question);
}
