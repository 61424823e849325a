import { PAGE } from "./api";
import type { log } from "./log";
import type { VisitorMessage } from "./message-html";

/**
 * Controls the button that loads earlier messages.
 * @param read Resolves to undefined after a failure that was already shown
 */
export function createEarlierMessages(
  button: HTMLElement,
  messages: ReturnType<typeof log>,
  read: (before: number | undefined) => Promise<VisitorMessage[] | undefined>,
) {
  const offer = (hasMore: boolean) => {
    button.hidden = !hasMore;
  };
  button.onclick = async () => {
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    const found = await read(messages.oldest());
    button.ariaBusy = null;
    if (!found) return;
    await messages.prepend(found, () => offer(found.length === PAGE));
    if (button.hidden) document.querySelector("main")!.focus({ preventScroll: true });
  };
  return { offer };
}
