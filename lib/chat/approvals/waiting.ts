import { config } from "@/lib/platform/config";
import { single } from "@/lib/platform/singleton";

/** How often a run looks whether another process has heard the answer. In ms. */
const LOOK_EVERY = 500;

/** Runs of this process that wait for an answer, by the id of the question. */
const waiters = () => single("approval-waiters", () => new Map<string, () => void>());

/** Has the run of this process that waits for an answer look for it. */
export const wake = (id: string): void => waiters().get(id)?.();

/**
 * Waits for a question to be decided, wherever that is done.
 * @param look gives what was decided, or undefined while it waits
 * @param giveUp closes the question when nobody has answered in time
 * @throws the reason of `signal`
 */
export async function decided<T>(
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
      const timer = setTimeout(goOn, LOOK_EVERY);
      signal.addEventListener("abort", goOn);
      waiters().set(id, goOn);
    });
  }
}
