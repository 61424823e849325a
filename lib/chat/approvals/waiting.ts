import { config } from "@/lib/platform/config";
import { createOnce } from "@/lib/platform/once";

// Interval at which a waiting run checks for an answer that another process received.
const POLL_INTERVAL_MS = 500;

const waiters = createOnce(() => new Map<string, () => void>());

export const wakeWaitingRun = (id: string): void => waiters().get(id)?.();

/**
 * Waits until a question is decided, in this process or another.
 * @param look returns the decision, or undefined while there is none
 * @param giveUp closes the question after `TOOL_APPROVAL_SECONDS`
 * @throws the reason of `signal`
 */
export async function waitForDecision<T>(
  id: string,
  look: () => Promise<T | undefined>,
  giveUp: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<T> {
  const until = performance.now() + config().TOOL_APPROVAL_SECONDS * 1000;
  for (;;) {
    signal.throwIfAborted();
    if (performance.now() >= until) await giveUp();
    const answer = await look();
    if (answer !== undefined) return answer;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", goOn);
        waiters().delete(id);
        resolve();
      };
      const timer = setTimeout(goOn, POLL_INTERVAL_MS);
      signal.addEventListener("abort", goOn);
      waiters().set(id, goOn);
    });
  }
}
