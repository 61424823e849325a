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

/** Holds still what is in view of a log while earlier messages come. */
export function holdPlace(main: HTMLElement, list: HTMLElement, change: () => void): void {
  const { top, bottom } = main.getBoundingClientRect();
  const inView = [...list.children].flatMap((article) => {
    const place = article.getBoundingClientRect();
    return place.bottom > top && place.top < bottom ? { article, before: place.top } : [];
  });
  // Not all browsers hold on to what is in view, and those that do must not do it twice.
  main.style.setProperty("overflow-anchor", "none");
  change();
  const moved = inView.map(({ article, before }) => article.getBoundingClientRect().top - before);
  // A reply that waited for its question moves up to it: the others have moved down further.
  if (moved.length > 0) main.scrollTop += Math.max(...moved);
  main.style.removeProperty("overflow-anchor");
}
