import { RefusedCall } from "./api";
import type { NoticeChoice } from "./notice";
import type { Texts } from "./texts";

type FailureActions = {
  say: (text: string, choices?: NoticeChoice[], kind?: "" | "lost") => void;
  /** The session has ended (`isGone`) or may no longer be used. */
  ended: (isGone: boolean) => void;
  startAnew: () => void;
};

export function createFailures(texts: Texts, { say, ended, startAnew }: FailureActions) {
  const unreachable = () => say(navigator.onLine ? texts.unreachableLater : texts.offline, [], "lost");

  // Handles a lost connection, which is retried unless the session has ended.
  function lost(refusal: RefusedCall): void {
    if (refusal.status === 404 || refusal.status === 403) refused(refusal);
    else unreachable();
  }

  /** @throws errors other than RefusedCall */
  function refused(error: unknown): void {
    if (!(error instanceof RefusedCall)) throw error;
    const { status, retryAfter } = error;
    if (status === 404 || status === 403) {
      ended(status === 404);
      say(texts.over, status === 404 ? [[texts.newConversation, startAnew]] : []);
    } else if (status === 0) unreachable();
    else if (status === 429 && retryAfter && retryAfter < 600)
      say(texts.tooMany.replace("{seconds}", String(retryAfter)));
    else if (status === 429)
      say(retryAfter ? texts.comeBack.replace("{when}", timeIn(retryAfter)) : texts.paused);
    else say(texts.failed);
  }

  /**
   * Runs `work` and returns its result. After a refusal, shows the error and returns undefined.
   * @param again Offered as a retry if the server could not be reached
   */
  async function attempt<T>(work: () => Promise<T>, again?: () => void): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      refused(error);
      if (again && error instanceof RefusedCall && error.status === 0)
        say(texts.unreachable, [[texts.retry, again]]);
      return undefined;
    }
  }

  return { lost, refused, attempt };
}

const timeIn = (seconds: number) =>
  new Date(Date.now() + seconds * 1000).toLocaleString(document.documentElement.lang, {
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
