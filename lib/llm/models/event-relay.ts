import type { Deadline } from "./deadline";
import type { ModelEvent, ModelListener } from "./types";

export type EventRelay = ReturnType<typeof createEventRelay>;

/**
 * Passes the events of a model to the listener until `ended` aborts. Time that the listener takes doesn't count toward
 * the deadline. Errors of the listener abort `ended`.
 */
export function createEventRelay(
  listener: ModelListener<ModelEvent>,
  deadline: Deadline,
  ended: AbortController,
) {
  let hasBegun = false;
  let thrown: { reason: unknown } | undefined;
  const leave = (reason: unknown) => {
    thrown = { reason };
    ended.abort();
    throw reason;
  };
  const tell: ModelListener<ModelEvent> = (event) => {
    if (ended.signal.aborted) return;
    hasBegun = true;
    deadline.came();
    try {
      const busy = listener(event);
      if (busy) return busy.then(() => deadline.wait(), leave);
    } catch (reason) {
      leave(reason);
    }
    deadline.wait();
  };
  return {
    tell,
    alive: (isProgress: boolean) => deadline.alive(isProgress),
    hasBegun: () => hasBegun,
    /** @throws the error that the listener has thrown, if any */
    throwListenerError(): void {
      if (thrown) throw thrown.reason;
    },
  };
}
