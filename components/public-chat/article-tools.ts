import { addCopyButtons } from "./copy-code";
import { icons } from "./icons";
import type { Message } from "./message-html";
import { quickReplies } from "./quick-replies";
import type { Texts } from "./texts";

export type ToolsOf = {
  retry: (id: number) => void;
  /** Makes the files of an article ones that open. */
  dress: (article: HTMLElement, files: NonNullable<Message["attachments"]>) => void;
  say: (text: string) => void;
  /** Makes the numbers of its sources open them. */
  cite: (article: HTMLElement, message: Message) => void;
  /** Adds what a reply is rated with. */
  thumbs: (bar: HTMLElement, id: number) => void;
};

/** What is done with the articles of messages: their files, their code, and the buttons below them. */
export function articleTools(texts: Texts, { retry, dress, say, cite, thumbs }: ToolsOf) {
  /** Code is coloured once a message is whole; without its colours it reads as well. */
  const colourCode = (article: HTMLElement) => {
    if (article.querySelector("pre > code[class]"))
      void import("./highlight").then(
        ({ colour }) => colour(article),
        () => {},
      );
  };

  /** Its files open, and its code is coloured and can be copied. */
  function dressed(article: HTMLElement, message: Message): HTMLElement {
    dress(article, message.attachments ?? []);
    if (message.citations.length > 0) cite(article, message);
    colourCode(article);
    addCopyButtons(article, texts, say);
    return article;
  }

  function equip(article: HTMLElement, message: Message): void {
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
        void navigator.clipboard?.writeText(quickReplies(message.message).text).then(() => {
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
