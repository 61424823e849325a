/** Tracks the visitor's consent. Calls made before the consent wait for it. */
export function createConsent(isGranted: boolean, signal: AbortSignal) {
  let waiting: (() => void)[] = [];
  return {
    isGranted: () => isGranted,
    mayRun: () => isGranted && !signal.aborted,
    allowed:
      <A extends unknown[]>(work: (...values: A) => unknown) =>
      (...values: A): void => {
        if (signal.aborted) return;
        if (isGranted) work(...values);
        else waiting.push(() => work(...values));
      },
    set(is: boolean): void {
      isGranted = is;
    },
    runWaiting(): void {
      for (const work of waiting.splice(0)) work();
    },
    dropWaiting(): void {
      waiting = [];
    },
  };
}
