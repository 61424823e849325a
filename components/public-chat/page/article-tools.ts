import { addCopyButtons } from "./copy-code";
import { icons } from "./icons";
import type { VisitorMessage } from "./message-html";
import { parseQuickReplies } from "./quick-replies";
import type { Texts } from "./texts";

export type ToolsOf = {
  retry: (id: number) => void;
  dress: (article: HTMLElement, files: NonNullable<VisitorMessage["attachments"]>) => void;
  say: (text: string) => void;
  cite: (article: HTMLElement, message: VisitorMessage) => void;
  thumbs: (bar: HTMLElement, id: number) => void;
};

export function createArticleTools(texts: Texts, { retry, dress, say, cite, thumbs }: ToolsOf) {
  const colourCode = (article: HTMLElement) => {
    if (article.querySelector("pre > code[class]"))
      void import("./highlight").then(
        ({ highlightCode }) => highlightCode(article),
        () => {},
      );
  };

  function dressed(article: HTMLElement, message: VisitorMessage): HTMLElement {
    dress(article, message.attachments ?? []);
    if (message.citations.length > 0) cite(article, message);
    colourCode(article);
    addCopyButtons(article, texts, say);
    return article;
  }

  function equip(article: HTMLElement, message: VisitorMessage): void {
    dressed(article, message);
    const bar = document.createElement("div");
    bar.className = "tools";
    const add = (icon: keyof typeof icons, label: string, act: (button: HTMLButtonElement) => void) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "icon";
      button.ariaLabel = button.title = label;
      button.innerHTML = icons[icon];
      button.onclick = () => act(button);
      bar.append(button);
    };
    if (message.role !== "guest" && message.message)
      add("copy", texts.copy, (button) => {
        void navigator.clipboard?.writeText(parseQuickReplies(message.message).text).then(() => {
          button.innerHTML = icons.done;
          say(texts.copied);
        });
      });
    if (message.role === "assistant") add("retry", texts.retry, () => retry(message.id));
    if (message.role === "assistant" && !message.error) thumbs(bar, message.id);
    if (bar.childElementCount > 0) article.append(bar);
  }

  return { dressed, equip };
}
