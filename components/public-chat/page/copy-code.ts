import { icons } from "./icons";
import type { Texts } from "./texts";

/**
 * Adds a copy button to each code block of a message.
 * @param say Announces the copy to screen readers
 */
export function addCopyButtons(article: HTMLElement, texts: Texts, say: (text: string) => void): void {
  for (const block of article.querySelectorAll("pre")) {
    if (block.parentElement?.className === "code") continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "icon";
    button.ariaLabel = button.title = texts.copyCode;
    button.innerHTML = icons.copy;
    button.onclick = () =>
      void navigator.clipboard?.writeText(block.textContent ?? "").then(() => {
        button.innerHTML = icons.done;
        say(texts.copied);
      });
    const frame = document.createElement("div");
    frame.className = "code";
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
