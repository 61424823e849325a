// Milliseconds for which a typing event holds, also the minimum interval between two.
const HOLDS = 6000;
const TELL_EVERY = 3000;

/** Shows that the team is typing and reports the visitor's typing to the team. */
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
      timer = setTimeout(hide, HOLDS);
    },
    hide,
    tell(send: () => Promise<unknown>): void {
      if (Date.now() - toldAt < TELL_EVERY) return;
      toldAt = Date.now();
      send().catch(() => {});
    },
  };
}
