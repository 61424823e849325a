import type { RefObject } from "react";
import { getAnsweredQuestionId, type Message } from "@/components/data/thread";
import type { ThreadActions } from "@/components/live/use-thread";
import { announceIn } from "@/components/ui/say";
import { SpokenReply } from "@/lib/platform/markdown/spoken-reply";
import type { Translate } from "@/lib/platform/words/translate";

// Maximum number of messages announced per update. Only the newest are announced, because more would take too long.
const MAX_ANNOUNCED_MESSAGES = 3;

export type ThreadSnapshot = Pick<ThreadActions, "messages" | "runs">;

/**
 * Announces changes in an open thread to screen readers: messages as they arrive, and replies sentence by sentence
 * while they stream, including regenerated ones.
 */
export class Announcer {
  private running: Set<number>;
  private newest: number;
  private readonly spoken = new Map<number, SpokenReply>();

  /**
   * @param first The initial state of the thread, which isn't announced
   * @param authorOf Returns undefined for messages that aren't announced
   */
  constructor(
    private readonly t: Translate<"chat">,
    private readonly region: RefObject<HTMLElement | null>,
    first: ThreadSnapshot,
    private readonly authorOf: (message: Message) => string | undefined,
  ) {
    this.running = runningIn(first);
    this.newest = getNewestId(first);
  }

  /** Announces new text of a streaming reply. An empty text starts the reply over. */
  writes(question: number, names: string, text: string): void {
    if (!this.spoken.has(question)) this.say(this.t("isReplying", { names }));
    const reply = (text && this.spoken.get(question)) || this.newReply();
    this.spoken.set(question, reply);
    if (text) this.say(reply.grown(text).join(" "));
  }

  see(seen: ThreadSnapshot): void {
    const { running: ran, newest } = this;
    this.running = runningIn(seen);
    // `newest` never decreases, although another version of a question may end with an older message.
    this.newest = Math.max(newest, getNewestId(seen));
    const ended = new Set([...ran].filter((id) => !this.running.has(id)));
    const whole = seen.messages.filter(
      (message) => !isReplyTo(this.running, message) && (message.id > newest || isReplyTo(ended, message)),
    );
    const finished = new Set<number>();
    for (const message of whole.slice(-MAX_ANNOUNCED_MESSAGES)) {
      const name = this.authorOf(message);
      if (name === undefined) continue;
      const question = getAnsweredQuestionId(message) ?? 0;
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
    announceIn(this.region.current, text);
  }
}

const getNewestId = ({ messages }: ThreadSnapshot): number => messages.at(-1)?.id ?? 0;
const runningIn = ({ runs }: ThreadSnapshot) => new Set(runs.map((run) => run.user_message_id));

function isReplyTo(ids: Set<number>, message: Message): boolean {
  const question = getAnsweredQuestionId(message);
  return question !== undefined && ids.has(question);
}
