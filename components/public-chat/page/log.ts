import { anchorScroll } from "@/components/ui/anchor-scroll";
import { announceIn } from "@/components/ui/say";
import { arrangeLog } from "./arrange";
import type { ToolsOf } from "./article-tools";
import { createArticles } from "./articles";
import { followNewest } from "./follow-newest";
import type { VisitorMessage } from "./message-html";
import { createOptimisticMessages } from "./optimistic";
import { parseQuickReplies } from "./quick-replies";
import { createRenderer } from "./renderer";
import { createStreamedReplies } from "./streamed";
import type { Texts } from "./texts";

export function log(texts: Texts, tools: Omit<ToolsOf, "say">) {
  const main = document.querySelector("main")!;
  const list = document.querySelector<HTMLElement>(".messages")!;
  const status = document.getElementById("status")!;
  const say = (text: string) => announceIn(status, text);
  const arrange = () => arrangeLog(list, messages, streamed.articles);
  const newest = followNewest(main, document.getElementById("newest")!);
  const renderer = createRenderer(texts);
  const articles = createArticles(texts, list, renderer, { tools: { ...tools, say }, arrange });
  const { messages } = articles;
  const optimistic = createOptimisticMessages(texts, list, { show: newest.show, put });
  const streamed = createStreamedReplies(texts, list, renderer, { say, arrange });

  function put(message: VisitorMessage): Promise<void> {
    if (message.role === "guest" && !messages.has(message.id)) optimistic.takeOver(message.message);
    return articles.put(message);
  }

  return {
    load: renderer.load,
    article: articles.create,
    put,
    remove: articles.remove,
    /**
     * Updates the log to the server's state and keeps unchanged articles.
     * @param isWhole False if `current` has only the newest messages; earlier ones then stay unless there is a gap
     */
    replace(current: VisitorMessage[], isWhole: boolean): void {
      const isFirst = messages.size === 0;
      const isContiguous = current.some(({ id }) => messages.has(id));
      articles.removeOthers(current, isWhole || !isContiguous ? 0 : current[0]!.id);
      const plain: VisitorMessage[] = [];
      for (const message of current) {
        if (JSON.stringify(messages.get(message.id)) === JSON.stringify(message)) continue;
        const article = articles.find(message.id);
        if (isFirst && article) {
          articles.adopt(article, message);
          if ("plain" in article.dataset) plain.push(message);
        } else void put(message);
      }
      void articles.renderPlain(plain);
      if (isFirst) newest.show();
    },
    /**
     * Prepends earlier messages and keeps the scroll position.
     * @param also Makes further changes above the messages
     */
    async prepend(earlier: VisitorMessage[], also: () => void): Promise<void> {
      await renderer.load();
      const restore = anchorScroll(main);
      articles.add(earlier);
      arrange();
      also();
      restore();
      say(texts.earlierShown);
    },
    has: (id: number) => messages.has(id),
    offered: (): string[] => {
      if (messages.size === 0 || !optimistic.isEmpty() || streamed.articles.size > 0) return [];
      const { role, message } = messages.get(Math.max(...messages.keys()))!;
      return role === "guest" ? [] : parseQuickReplies(message).replies;
    },
    oldest: (): number | undefined => (messages.size === 0 ? undefined : Math.min(...messages.keys())),
    empty(): void {
      messages.clear();
      list.replaceChildren();
    },
    pending: optimistic.add,
    questionOf: (id: number): number => messages.get(id)?.replying_to_message_id ?? id,
    isAnswered: (question: number): boolean =>
      [...messages.values()].some(({ replying_to_message_id: to }) => to === question),
    running: streamed.add,
    announce(message: VisitorMessage): Promise<void> {
      newest.offer();
      return streamed.announce(message);
    },
  };
}
