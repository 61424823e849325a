import { holdPlace } from "@/components/ui/hold-place";
import { announceIn } from "@/components/ui/say";
import { getParsePauseMs } from "@/lib/platform/markdown/blocks.mjs";
import { escapeText } from "@/lib/platform/markdown/escape.mjs";
import type { SpokenReply } from "@/lib/platform/markdown/spoken-reply";
import { arrangeLog } from "./arrange";
import { createArticleTools, type ToolsOf } from "./article-tools";
import { followNewest } from "./follow-newest";
import { renderArticle, renderMessage, type VisitorMessage } from "./message-html";
import { parseQuickReplies } from "./quick-replies";
import type { Texts } from "./texts";

// Minimum milliseconds between renderings of a streaming text.
const RENDER_EVERY = 80;

// The rest of a longer message is read in the log.
const MAX_ANNOUNCED_LENGTH = 1000;

/**
 * Manages the messages on the page. The Markdown renderer is loaded with the first text that the server has not
 * rendered; without it, texts are shown as plain text.
 */
export function log(texts: Texts, { retry, dress, cite, thumbs }: Omit<ToolsOf, "say">) {
  const main = document.querySelector("main")!;
  const list = document.querySelector<HTMLElement>(".messages")!;
  const status = document.getElementById("status")!;
  const say = (text: string) => announceIn(status, text);
  const known = new Map<number, VisitorMessage>();
  const onTheirWay = new Map<HTMLElement, string>();
  const running = new Map<HTMLElement, number>();
  let render: ((markdown: string) => string) | undefined;
  // Announced parts of streaming replies, by the id of their question.
  const spoken = new Map<number, SpokenReply | undefined>();
  let newSpoken: (() => SpokenReply) | undefined;
  let loading: Promise<void> | undefined;
  const load = () => {
    loading ??= import("./markdown").then(
      ({ toHtml, SpokenReply }) => {
        render = toHtml;
        const named = { code: texts.codeBlock, table: texts.table };
        newSpoken = () => new SpokenReply(named, document.documentElement.lang);
      },
      () => {
        loading = undefined;
        render ??= (markdown) => `<p class="plain">${escapeText(markdown)}</p>`;
      },
    );
    return loading;
  };

  const newest = followNewest(main, document.getElementById("newest")!);
  const { dressed, equip } = createArticleTools(texts, { retry, dress, say, cite, thumbs });
  const find = (id: number) => list.querySelector<HTMLElement>(`article[data-id="${id}"]`);

  // Replaces the optimistic message: the event of a message may arrive before the response to its request.
  function takeOver({ id, role, message }: VisitorMessage): void {
    if (role !== "guest" || known.has(id)) return;
    const [own] = [...onTheirWay].find(([, text]) => text === message) ?? [];
    if (own) arrive(own);
  }

  function arrive(article: HTMLElement): void {
    onTheirWay.delete(article);
    article.remove();
  }

  async function put(message: VisitorMessage): Promise<void> {
    takeOver(message);
    known.set(message.id, message);
    if (message.role !== "guest") await load();
    if (known.get(message.id) !== message) return;
    draw(message);
    arranged();
  }

  // Renders the messages that the server left out, newest first, yielding in between.
  async function renderPlain(messages: VisitorMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await load();
    for (const message of messages.toReversed()) {
      await new Promise((resolve) => setTimeout(resolve));
      if (known.get(message.id) === message) draw(message);
    }
  }

  function createArticle(message: VisitorMessage): HTMLElement {
    const holder = document.createElement("div");
    const html = message.role === "guest" ? "" : render!(parseQuickReplies(message.message).text);
    holder.innerHTML = renderArticle(message, html, texts);
    return holder.firstElementChild as HTMLElement;
  }

  function draw(message: VisitorMessage): void {
    const article = createArticle(message);
    equip(article, message);
    const old = find(message.id);
    if (old) {
      article.hidden = old.hidden;
      old.replaceWith(article);
    } else list.append(article);
  }

  const arranged = () => arrangeLog(list, known, running);

  function remove(id: number): void {
    known.delete(id);
    find(id)?.remove();
    arranged();
  }

  return {
    load,
    article: async (message: VisitorMessage): Promise<HTMLElement> => {
      await load();
      return dressed(createArticle(message), message);
    },
    put,
    remove,
    /**
     * Updates the log to the server's state and keeps unchanged articles.
     * @param isWhole False if these are only the newest messages; earlier ones then stay if they are contiguous
     */
    replace(messages: VisitorMessage[], isWhole: boolean): void {
      const isFirst = known.size === 0;
      const now = new Set(messages.map(({ id }) => id));
      const goesOn = messages.some(({ id }) => known.has(id));
      const oldest = messages[0]?.id ?? 0;
      const plain: VisitorMessage[] = [];
      for (const { dataset } of list.querySelectorAll<HTMLElement>("article[data-id]")) {
        const id = Number(dataset.id);
        if (!now.has(id) && (isWhole || !goesOn || id > oldest)) remove(id);
      }
      for (const message of messages) {
        const before = known.get(message.id);
        if (before && JSON.stringify(before) === JSON.stringify(message)) continue;
        const rendered = find(message.id);
        if (isFirst && rendered) {
          known.set(message.id, message);
          equip(rendered, message);
          if ("plain" in rendered.dataset) plain.push(message);
        } else void put(message);
      }
      void renderPlain(plain);
      if (isFirst) newest.show();
    },
    /**
     * Prepends earlier messages and keeps the scroll position.
     * @param also Makes further changes above the messages
     */
    async prepend(messages: VisitorMessage[], also: () => void): Promise<void> {
      await load();
      const restore = holdPlace(main);
      for (const message of messages) {
        known.set(message.id, message);
        draw(message);
      }
      arranged();
      also();
      restore();
      say(texts.earlierShown);
    },
    has: (id: number) => known.has(id),
    /** Returns the quick replies of the newest message; none while a message is being sent or replied to. */
    offered: (): string[] => {
      if (known.size === 0 || onTheirWay.size > 0 || running.size > 0) return [];
      const { role, message } = known.get(Math.max(...known.keys()))!;
      return role === "guest" ? [] : parseQuickReplies(message).replies;
    },
    oldest: (): number | undefined => (known.size === 0 ? undefined : Math.min(...known.keys())),
    empty(): void {
      known.clear();
      list.replaceChildren();
    },
    pending(text: string, files: File[]) {
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
      onTheirWay.set(article, text);
      list.append(article);
      newest.show();
      return {
        gone: () => arrive(article),
        sent: (message: VisitorMessage) => {
          arrive(article);
          void put(message);
        },
        /**
         * @returns a function that sends it again; undefined if the message has arrived and only the response was
         * lost
         */
        failed: (again: () => Promise<void>): (() => Promise<void>) | undefined => {
          if (!onTheirWay.delete(article)) return undefined;
          const resend = () => {
            article.remove();
            return again();
          };
          const mark = document.createElement("p");
          mark.className = "mark";
          const button = document.createElement("button");
          button.type = "button";
          button.className = "plain-button";
          button.textContent = texts.retry;
          button.onclick = () => void resend();
          mark.append(texts.notSent, button);
          article.append(mark);
          newest.show();
          return resend;
        },
      };
    },
    /** Returns the question of a reply, or the message itself if it is no reply. */
    questionOf: (id: number): number => known.get(id)?.replying_to_message_id ?? id,
    isAnswered: (question: number): boolean =>
      [...known.values()].some(({ replying_to_message_id: to }) => to === question),
    running(question: number) {
      const article = document.createElement("article");
      article.className = "assistant";
      article.innerHTML = renderMessage(
        { role: "assistant", message: "", attachments: null, error: null, stopped: false },
        '<span class="dots"></span>',
        texts,
      );
      article.ariaBusy = "true";
      list.append(article);
      running.set(article, question);
      arranged();
      spoken.set(question, undefined);
      say(texts.replying);
      let text = "";
      let timer: ReturnType<typeof setTimeout> | undefined;
      const paint = async () => {
        await load();
        timer = undefined;
        const bubble = article.querySelector(".bubble");
        if (!bubble || !text) return;
        bubble.innerHTML = render!(text);
        if (!spoken.has(question)) return;
        const reply = spoken.get(question) ?? newSpoken?.();
        spoken.set(question, reply);
        if (reply) say(reply.grown(text).join(" "));
      };
      return {
        show: (whole: string) => {
          const now = parseQuickReplies(whole, true).text;
          text = now;
          // The reply starts over.
          if (!text && spoken.has(question)) spoken.set(question, undefined);
          timer ??= setTimeout(() => void paint(), Math.max(RENDER_EVERY, getParsePauseMs(now)));
        },
        remove: () => {
          clearTimeout(timer);
          running.delete(article);
          article.remove();
          arranged();
        },
      };
    },
    announce: async ({ role, message, replying_to_message_id: question }: VisitorMessage): Promise<void> => {
      newest.offer();
      await load();
      const reply = spoken.get(question ?? 0);
      const { text: whole, replies } = parseQuickReplies(message);
      if (reply) say(reply.rest(whole).join(" "));
      else {
        const text = whole.slice(0, MAX_ANNOUNCED_LENGTH);
        const said = newSpoken ? newSpoken().rest(text).join(" ") : text;
        say(`${role === "team" ? texts.team : texts.assistant}: ${said}`);
      }
      if (replies.length > 0) say(`${texts.answers}: ${replies.join(", ")}`);
      if (spoken.delete(question ?? 0)) say(texts.finished);
    },
  };
}
