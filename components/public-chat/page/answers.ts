import type { log } from "./log";

/**
 * Shows the quick replies of the newest message as buttons.
 * @param isOpen Returns false while the visitor has not confirmed that the conversation is theirs
 * @returns a function that updates the buttons
 */
export function createQuickReplyButtons(
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
