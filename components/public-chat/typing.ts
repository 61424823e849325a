/** A sign of typing holds so long, and is given at most this often. In ms. */
const HOLDS = 6000;
const TELL_EVERY = 3000;

/** Says in its line that the team is typing, and tells the team that the visitor is. */
export function typingSigns(line: HTMLElement, text: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldAt = 0;
  const hide = () => {
    line.textContent = "";
  };
  return {
    show(): void {
      clearTimeout(timer);
      // What stands there already is not read out again.
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
