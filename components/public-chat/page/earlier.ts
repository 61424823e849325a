import type { Api, EarlierConversation } from "./api";
import { createButtonRow, createPlainButton, fill } from "./dialog";
import type { VisitorMessage } from "./message-html";
import type { Texts } from "./texts";

type EarlierOptions = {
  api: Api;
  texts: Texts;
  attempt: (work: () => Promise<void>) => Promise<void>;
  article: (message: VisitorMessage) => Promise<HTMLElement>;
};

const PAGE = 100;

/**
 * Lists the visitor's earlier conversations, which open read-only.
 * @param back Shows the previous content
 */
export function showEarlierConversations(
  window: HTMLDialogElement,
  list: EarlierConversation[],
  options: EarlierOptions,
  back: () => void,
): void {
  const { texts, attempt } = options;
  const times = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const again = () => showEarlierConversations(window, list, options, back);
  const items = list.map((conversation) => {
    const button = createPlainButton(
      "",
      () => void attempt(() => read(window, conversation, options, again)),
    );
    const words = document.createElement("bdi");
    const time = document.createElement("time");
    words.textContent = conversation.first_message;
    time.dateTime = conversation.last_message_at;
    time.textContent = times.format(new Date(conversation.last_message_at));
    button.append(words, time);
    return button;
  });
  fill(window, texts.earlierConversations, ...items, createButtonRow(createPlainButton(texts.back, back)));
}

/** @throws RefusedCall */
async function read(
  window: HTMLDialogElement,
  { id, first_message }: EarlierConversation,
  { api, texts, attempt, article }: EarlierOptions,
  back: () => void,
): Promise<void> {
  const log = document.createElement("section");
  log.className = "messages";
  log.tabIndex = 0;
  log.ariaLabel = texts.messages;
  let oldest: number | undefined;
  const load = async () => {
    const found = await api.earlierMessages(id, PAGE, oldest);
    oldest = found[0]?.id;
    more.hidden = found.length < PAGE;
    log.prepend(...(await Promise.all(found.map(article))));
  };
  const more = createPlainButton(texts.earlier, () => void attempt(load));
  const close = createPlainButton(texts.closeFile, () => window.close());
  await load();
  fill(window, first_message, more, log, createButtonRow(createPlainButton(texts.back, back), close));
  log.focus();
  log.scrollTop = log.scrollHeight;
}
