import { createArticleTools, type ToolsOf } from "./article-tools";
import { renderArticle, type VisitorMessage } from "./message-html";
import { parseQuickReplies } from "./quick-replies";
import type { Renderer } from "./renderer";
import type { Texts } from "./texts";

export function createArticles(
  texts: Texts,
  list: HTMLElement,
  { load, toHtml }: Renderer,
  { tools, arrange }: { tools: ToolsOf; arrange: () => void },
) {
  // Messages that have or will have an article.
  const messages = new Map<number, VisitorMessage>();
  const { dressed, equip } = createArticleTools(texts, tools);
  const find = (id: number) => list.querySelector<HTMLElement>(`article[data-id="${id}"]`);

  function draw(message: VisitorMessage): void {
    const article = createArticle(message, toHtml, texts);
    equip(article, message);
    const old = find(message.id);
    if (old) {
      article.hidden = old.hidden;
      old.replaceWith(article);
    } else list.append(article);
  }

  async function put(message: VisitorMessage): Promise<void> {
    messages.set(message.id, message);
    if (message.role !== "guest") await load();
    if (messages.get(message.id) !== message) return;
    draw(message);
    arrange();
  }

  function remove(id: number): void {
    messages.delete(id);
    find(id)?.remove();
    arrange();
  }

  return {
    messages,
    find,
    put,
    add(earlier: VisitorMessage[]): void {
      for (const message of earlier) {
        messages.set(message.id, message);
        draw(message);
      }
    },
    /** Takes over an article that the server has rendered. */
    adopt(article: HTMLElement, message: VisitorMessage): void {
      messages.set(message.id, message);
      equip(article, message);
    },
    async create(message: VisitorMessage): Promise<HTMLElement> {
      await load();
      return dressed(createArticle(message, toHtml, texts), message);
    },
    /** Renders the messages that the server left as plain text, newest first, and yields between them. */
    async renderPlain(plain: VisitorMessage[]): Promise<void> {
      if (plain.length === 0) return;
      await load();
      for (const message of plain.toReversed()) {
        await new Promise((resolve) => setTimeout(resolve));
        if (messages.get(message.id) === message) draw(message);
      }
    },
    remove,
    removeOthers(remaining: VisitorMessage[], after: number): void {
      const ids = new Set(remaining.map(({ id }) => id));
      for (const { dataset } of list.querySelectorAll<HTMLElement>("article[data-id]")) {
        const id = Number(dataset.id);
        if (!ids.has(id) && id > after) remove(id);
      }
    },
  };
}

function createArticle(message: VisitorMessage, toHtml: Renderer["toHtml"], texts: Texts): HTMLElement {
  const holder = document.createElement("div");
  const html = message.role === "guest" ? "" : toHtml(parseQuickReplies(message.message).text);
  holder.innerHTML = renderArticle(message, html, texts);
  return holder.firstElementChild as HTMLElement;
}
