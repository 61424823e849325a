import type { log } from "./log";

/**
 * The answers that the newest message offers, as buttons below it.
 * @param isOpen Whether the visitor may write: in a conversation from elsewhere they are asked before
 * @returns what shows those of now
 */
export function answers(
  group: HTMLElement,
  messages: () => ReturnType<typeof log>,
  isOpen: () => boolean,
  choose: (answer: string) => void,
): () => void {
  let shown = "";
  return () => {
    const offered = isOpen() ? messages().offered() : [];
    const now = JSON.stringify(offered);
    if (now === shown) return;
    shown = now;
    group.hidden = offered.length === 0;
    group.replaceChildren(
      ...offered.map((answer) => {
        const chip = document.createElement("button");
        chip.type = "button";
        chip.className = "chip";
        chip.dir = "auto";
        chip.textContent = answer;
        chip.onclick = () => choose(answer);
        return chip;
      }),
    );
  };
}
