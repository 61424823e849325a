// A typing event is shown for the duration. The visitor's own events are at least the interval apart.
const TYPING_DURATION_MS = 6000;
const TYPING_INTERVAL_MS = 3000;

export function createTypingSigns(line: HTMLElement, text: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldAt = 0;
  const hide = () => {
    line.textContent = "";
  };
  return {
    show(): void {
      clearTimeout(timer);
      // Set only on a change, so that it isn't announced again.
      if (!line.textContent) line.textContent = text;
      timer = setTimeout(hide, TYPING_DURATION_MS);
    },
    hide,
    tell(send: () => Promise<unknown>): void {
      if (Date.now() - toldAt < TYPING_INTERVAL_MS) return;
      toldAt = Date.now();
      send().catch(() => {});
    },
  };
}
