import { turnsOf } from "@/lib/platform/thread/order";
import { type Message, questionOf } from "./message-html";

/**
 * Puts the articles of a log in the order in which it is read: replies below
 * their questions, also those that are being written; what is on its way last.
 * @param known The messages that have articles, or will have
 * @param running Articles of replies that are being written, with their questions
 */
export function arrange(
  list: HTMLElement,
  known: ReadonlyMap<number, Message>,
  running: ReadonlyMap<HTMLElement, number>,
): void {
  const written = new Set<number | null>(running.values());
  const articles = new Map([...list.querySelectorAll("article")].map((each) => [each.dataset.id, each]));
  let next = list.firstElementChild;
  const put = (article: Element) => {
    if (article === next) next = next.nextElementSibling;
    else list.insertBefore(article, next);
  };
  const inOrder = [...known.values()].sort((a, b) => a.id - b.id);
  for (const { message, replies } of turnsOf(inOrder, questionOf)) {
    for (const each of [message, ...replies]) {
      const article = articles.get(String(each.id));
      if (!article) continue;
      // While a reply is written again, the one that it replaces is away.
      article.hidden = written.has(questionOf(each));
      put(article);
    }
    for (const [reply, question] of running) if (question === message.id) put(reply);
  }
}
