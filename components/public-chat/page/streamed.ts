import { getParsePauseMs } from "@/lib/platform/markdown/blocks.mjs";
import type { SpokenReply } from "@/lib/platform/markdown/spoken-reply";
import { renderMessage, type VisitorMessage } from "./message-html";
import { parseQuickReplies } from "./quick-replies";
import type { Renderer } from "./renderer";
import type { Texts } from "./texts";

// Minimum interval between two renders of a streaming text.
const RENDER_INTERVAL_MS = 80;

// Maximum characters announced to screen readers; the rest of a longer message can be read in the log.
const MAX_ANNOUNCED_LENGTH = 1000;

export function createStreamedReplies(
  texts: Texts,
  list: HTMLElement,
  { load, toHtml, createSpoken }: Renderer,
  { say, arrange }: { say: (text: string) => void; arrange: () => void },
) {
  // Articles of streaming replies, with the ids of their questions.
  const articles = new Map<HTMLElement, number>();
  // Announced parts of streaming replies, by the id of their question.
  const spoken = new Map<number, SpokenReply | undefined>();

  function createArticle(): HTMLElement {
    const article = document.createElement("article");
    article.className = "assistant";
    article.innerHTML = renderMessage(
      { role: "assistant", message: "", attachments: null, error: null, stopped: false },
      '<span class="dots"></span>',
      texts,
    );
    article.ariaBusy = "true";
    return article;
  }

  function add(question: number) {
    const article = createArticle();
    list.append(article);
    articles.set(article, question);
    arrange();
    spoken.set(question, undefined);
    say(texts.replying);
    let text = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const paint = async () => {
      await load();
      timer = undefined;
      const bubble = article.querySelector(".bubble");
      if (!bubble || !text) return;
      bubble.innerHTML = toHtml(text);
      if (!spoken.has(question)) return;
      const reply = spoken.get(question) ?? createSpoken();
      spoken.set(question, reply);
      if (reply) say(reply.grown(text).join(" "));
    };
    return {
      show: (whole: string) => {
        text = parseQuickReplies(whole, true).text;
        // The reply starts over.
        if (!text && spoken.has(question)) spoken.set(question, undefined);
        timer ??= setTimeout(() => void paint(), Math.max(RENDER_INTERVAL_MS, getParsePauseMs(text)));
      },
      remove: () => {
        clearTimeout(timer);
        articles.delete(article);
        article.remove();
        arrange();
      },
    };
  }

  async function announce({
    role,
    message,
    replying_to_message_id: question,
  }: VisitorMessage): Promise<void> {
    await load();
    const reply = spoken.get(question ?? 0);
    const { text: whole, replies } = parseQuickReplies(message);
    if (reply) say(reply.rest(whole).join(" "));
    else {
      const text = whole.slice(0, MAX_ANNOUNCED_LENGTH);
      const announced = createSpoken()?.rest(text).join(" ") ?? text;
      say(`${role === "team" ? texts.team : texts.assistant}: ${announced}`);
    }
    if (replies.length > 0) say(`${texts.answers}: ${replies.join(", ")}`);
    if (spoken.delete(question ?? 0)) say(texts.finished);
  }

  return { articles, add, announce };
}
