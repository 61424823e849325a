import { renderMessage, type VisitorMessage } from "./message-html";
import type { Texts } from "./texts";

export function createOptimisticMessages(
  texts: Texts,
  list: HTMLElement,
  { show, put }: { show: () => void; put: (message: VisitorMessage) => Promise<void> },
) {
  const unconfirmed = new Map<HTMLElement, string>();

  function remove(article: HTMLElement): void {
    unconfirmed.delete(article);
    article.remove();
  }

  function markFailed(article: HTMLElement, resend: () => Promise<void>): void {
    const mark = document.createElement("p");
    mark.className = "mark";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain-button";
    button.textContent = texts.retry;
    button.onclick = () => void resend();
    mark.append(texts.notSent, button);
    article.append(mark);
    show();
  }

  return {
    isEmpty: () => unconfirmed.size === 0,
    /** Removes the optimistic message with this text when its event arrives before the response to its request. */
    takeOver(text: string): void {
      const [own] = [...unconfirmed].find(([, each]) => each === text) ?? [];
      if (own) remove(own);
    },
    add(text: string, files: File[]) {
      const article = document.createElement("article");
      article.className = "guest";
      const attachments = files.map(({ name, type, size }) => ({
        document_id: 0,
        file_name: name,
        mime_type: type,
        size,
        url: "",
      }));
      article.innerHTML = renderMessage(
        { role: "guest", message: text, attachments, error: null, stopped: false },
        "",
        texts,
      );
      unconfirmed.set(article, text);
      list.append(article);
      show();
      return {
        gone: () => remove(article),
        sent: (message: VisitorMessage) => {
          remove(article);
          void put(message);
        },
        /**
         * @returns a function that sends it again; undefined if the message has arrived and only the response was
         * lost
         */
        failed: (again: () => Promise<void>): (() => Promise<void>) | undefined => {
          if (!unconfirmed.delete(article)) return undefined;
          const resend = () => {
            article.remove();
            return again();
          };
          markFailed(article, resend);
          return resend;
        },
      };
    },
  };
}
