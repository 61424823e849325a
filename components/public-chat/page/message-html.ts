import type { z } from "zod";
import type { PublicMessage } from "@/lib/channels/public-chats/contract";
import { escapeText } from "@/lib/platform/markdown/escape.mjs";
import type { Texts } from "./texts";

export type VisitorMessage = z.infer<typeof PublicMessage>;

export const getAnsweredQuestionId = (message: VisitorMessage) => message.replying_to_message_id;

type DisplayedMessage = Pick<VisitorMessage, "role" | "message" | "attachments" | "error" | "stopped">;

/**
 * Renders the content of a message's `<article>`, identically on the server and in the browser. Texts of guests are
 * shown verbatim.
 * @param rendered The message as safe HTML, unused for guests
 */
export function renderMessage(message: DisplayedMessage, rendered: string, texts: Texts): string {
  const isGuest = message.role === "guest";
  const author = isGuest ? texts.you : message.role === "team" ? texts.team : texts.assistant;
  const body = isGuest ? escapeText(message.message) : rendered;
  const files = (message.attachments ?? []).map(
    ({ file_name }) => `<li><bdi>${escapeText(file_name)}</bdi></li>`,
  );
  const marks = [message.error ? texts.replyFailed : "", message.stopped ? texts.stopped : ""].filter(
    Boolean,
  );
  return [
    `<span class="author${isGuest ? " unseen" : ""}">${escapeText(author)}</span>`,
    body && `<div class="bubble" dir="auto">${body}</div>`,
    files.length > 0 && `<ul class="files">${files.join("")}</ul>`,
    marks.length > 0 && `<p class="mark">${marks.map(escapeText).join(" ")}</p>`,
  ]
    .filter(Boolean)
    .join("");
}

/**
 * Renders a message's article.
 * @param isPlain Shown as plain text until the browser renders its Markdown
 */
export const renderArticle = (
  message: VisitorMessage,
  rendered: string,
  texts: Texts,
  isPlain = false,
): string =>
  `<article class="${message.role}" data-id="${message.id}"${isPlain ? " data-plain" : ""}>${renderMessage(message, rendered, texts)}</article>`;
