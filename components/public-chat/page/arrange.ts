import { toTurns } from "@/lib/platform/thread/order";
import { getAnsweredQuestionId, type VisitorMessage } from "./message-html";

/**
 * Sorts the articles of the log: replies below their questions, including streaming ones, and optimistic messages
 * last.
 * @param known Messages that have or will have an article
 * @param running Articles of streaming replies with the ids of their questions
 */
export function arrangeLog(
  list: HTMLElement,
  known: ReadonlyMap<number, VisitorMessage>,
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
  for (const { message, replies } of toTurns(inOrder, getAnsweredQuestionId)) {
    for (const each of [message, ...replies]) {
      const article = articles.get(String(each.id));
      if (!article) continue;
      // A reply that is being regenerated is hidden.
      article.hidden = written.has(getAnsweredQuestionId(each));
      put(article);
    }
    for (const [reply, question] of running) if (question === message.id) put(reply);
  }
}
