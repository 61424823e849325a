import { inReadingOrder } from "@/lib/platform/thread/order";
import { type EarlierConversation, PAGE } from "./api";
import { addCopyButtons } from "./copy-code";
import { fill, plainButton, row } from "./dialog";
import { colour } from "./highlight";
import { htmlOf } from "./markdown";
import type { MenuOf } from "./menu";
import { articleHtml, type Message, questionOf } from "./message-html";
import { quickReplies } from "./quick-replies";

/** Lists the conversations that the visitor has left; each opens to be read. @param back Shows what was there before */
export function listEarlier(
  window: HTMLDialogElement,
  list: EarlierConversation[],
  given: MenuOf,
  back: () => void,
): void {
  const { texts, attempt } = given;
  const times = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const again = () => listEarlier(window, list, given, back);
  const items = list.map((conversation) => {
    const button = plainButton("", () => void attempt(() => read(window, conversation, given, again)));
    const words = document.createElement("bdi");
    const time = document.createElement("time");
    words.textContent = conversation.first_message;
    time.dateTime = conversation.last_message_at;
    time.textContent = times.format(new Date(conversation.last_message_at));
    button.append(words, time);
    return button;
  });
  fill(window, texts.earlierConversations, ...items, row(plainButton(texts.back, back)));
}

async function read(
  window: HTMLDialogElement,
  { id, first_message }: EarlierConversation,
  given: MenuOf,
  back: () => void,
): Promise<void> {
  const { api, texts, attempt, dress, say } = given;
  let messages: Message[] = [];
  const log = document.createElement("section");
  log.className = "messages";
  log.tabIndex = 0;
  log.ariaLabel = texts.messages;
  const more = plainButton(texts.earlier, () => void attempt(load));
  const load = async () => {
    const found = await api.earlierMessages(id, messages[0]?.id);
    more.hidden = found.length < PAGE;
    messages = [...found, ...messages];
    log.replaceChildren(...inReadingOrder(messages, questionOf).map(article));
  };
  const article = (message: Message) => {
    const holder = document.createElement("div");
    const html = message.role === "guest" ? "" : htmlOf(quickReplies(message.message).text);
    holder.innerHTML = articleHtml(message, html, texts);
    const made = holder.firstElementChild as HTMLElement;
    dress(made, message.attachments ?? []);
    void colour(made);
    addCopyButtons(made, texts, say);
    return made;
  };
  await load();
  const buttons = row(
    plainButton(texts.back, back),
    plainButton(texts.closeFile, () => window.close()),
  );
  fill(window, first_message, more, log, buttons);
  log.focus();
  log.scrollTop = log.scrollHeight;
}
