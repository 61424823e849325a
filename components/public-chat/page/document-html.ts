import { escapeText } from "@/lib/platform/markdown/escape.mjs";
import { Work } from "@/lib/platform/markdown/work.mjs";
import { toReadingOrder } from "@/lib/platform/thread/order";
import { getDirection, LANGUAGES, type Language } from "@/lib/platform/words/languages";
import { icons } from "./icons";
import { renderWithinBudget, toPlainHtml } from "./markdown";
import { getAnsweredQuestionId, renderArticle, type VisitorMessage } from "./message-html";
import { parseQuickReplies } from "./quick-replies";
import { buildStyle } from "./style";
import type { Texts } from "./texts";

export type PublicPage = {
  chatId: string;
  language: Language;
  texts: Texts;
  nonce: string;
  look: {
    title: string;
    footer: string | null;
    theme: "light" | "dark" | null;
    variables: { light: string; dark: string };
  };
  avatar: string | null;
  greeting: string | null;
  suggestedQuestions: string[];
  /** Allowed extensions of visitors' files, without a dot; empty if files are off. */
  fileTypes: string[];
  mailsConversations: boolean;
  messages: VisitorMessage[];
  /** Search engines may index the page. */
  isListed?: boolean;
  /** Preview for the publisher: without a script, with all optional parts shown. */
  isPreview?: boolean;
};

/** JSON in `#data` for the page's script. */
export type PageData = Pick<PublicPage, "chatId" | "texts" | "mailsConversations">;

/** Renders the public chat page, which is readable before its script runs. */
export function renderDocument(page: PublicPage): string {
  const { look, language, texts, nonce } = page;
  const title = escapeText(look.title);
  const isNew = page.messages.length === 0;
  const offersQuestions = (isNew || page.isPreview) && page.suggestedQuestions.length > 0;
  // Controls are disabled until the script runs. In a preview they look enabled but can't be focused.
  const idle = page.isPreview ? ' tabindex="-1"' : " disabled";
  const button = (name: keyof typeof icons, label: string, isHidden: boolean) =>
    iconButton(name, label, isHidden, idle);
  const work = new Work(PAGE_WORK_BUDGET);
  const greeting = page.greeting
    ? `<article class="assistant" id="greeting"><div class="bubble" dir="auto">${rendered(page.greeting, work) ?? toPlainHtml(page.greeting)}</div></article>`
    : "";
  // Renders Markdown from the newest message back until the budget is used up; the rest stays plain text.
  const articles = toReadingOrder(page.messages, getAnsweredQuestionId)
    .toReversed()
    .map((message) => {
      const { text } = parseQuickReplies(message.message);
      const html = message.role === "guest" ? "" : rendered(text, work);
      return renderArticle(message, html ?? toPlainHtml(text), texts, html === undefined);
    });
  const suggestions = page.suggestedQuestions
    .map(
      (question) => `<button type="button" class="chip" dir="auto"${idle}>${escapeText(question)}</button>`,
    )
    .join("");
  return `<!doctype html>
<html lang="${LANGUAGES[language].tag}" dir="${getDirection(language)}"${look.theme ? ` data-theme="${look.theme}"` : ""}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">
${page.isListed ? "" : '<meta name="robots" content="noindex">'}<title>${title}</title><link rel="canonical" href="/public/chats/${page.chatId}"><link rel="icon" href="/icon.svg">${page.isPreview ? "" : `<link rel="modulepreload" href="${SCRIPT}">`}
<style nonce="${nonce}">${buildStyle(look.variables)}</style></head>
<body><header>${avatarHtml(page.avatar)}<h1 dir="auto">${title}</h1>
${button("fresh", texts.newConversation, isNew)}${button("more", texts.more, false)}${button("minimise", texts.minimise, true)}${button("close", texts.close, true)}</header>
<main tabindex="${page.isPreview ? 0 : -1}"${page.isPreview ? ` aria-label="${title}"` : ""}><div class="column"><div class="column-top">${greeting}</div><button type="button" class="plain-button" id="earlier" hidden>${escapeText(texts.earlier)}</button>
<section role="log" aria-live="off" aria-label="${escapeText(texts.messages)}" class="messages">${articles.reverse().join("\n")}</section>
<div class="suggestions" id="suggestions" role="group" aria-label="${escapeText(texts.suggestions)}"${offersQuestions ? "" : " hidden"}>${suggestions}</div><div class="suggestions" id="answers" role="group" aria-label="${escapeText(texts.answers)}" hidden></div></div></main>
<div class="over"><button type="button" class="plain-button" id="newest" hidden>${escapeText(texts.newMessages)} ↓</button></div>
<div class="unseen" role="status" aria-atomic="false" id="status"></div><div class="typing" id="typing" role="status"></div><div class="notice" id="notice" role="alert" hidden></div>
${page.isPreview ? "" : `<noscript><p class="notice">${escapeText(texts.needsScript)}</p></noscript>`}
<form id="composer" autocomplete="off" aria-label="${escapeText(texts.write)}"><ul class="files row" id="chosen" hidden></ul><div class="row">
${page.fileTypes.length > 0 ? `<input type="file" id="files" multiple hidden accept="${page.fileTypes.map((ending) => `.${ending}`).join()}">${button("attach", texts.attach, false)}` : ""}<textarea id="text" rows="1" maxlength="20000" dir="auto" aria-label="${escapeText(texts.write)}" placeholder="${escapeText(texts.write)}"${idle}></textarea>
<button class="icon" id="send" type="submit" aria-label="${escapeText(texts.send)}" title="${escapeText(texts.send)}"${idle}>${icons.send}</button></div></form>
${look.footer ? `<footer dir="auto">${escapeWithLinks(look.footer)}</footer>` : ""}
${page.isPreview ? "" : scriptsHtml(page)}</body></html>`;
}

const SCRIPT = "/public-chat/page.js";
// Loads the script after the first paint, so that slow devices aren't kept from painting. The timeout covers hidden
// frames, which are never painted.
const AFTER_PAINT = `{let begun;const begin=()=>{begun??=import("${SCRIPT}")};requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,250)}`;

function scriptsHtml({ chatId, mailsConversations, texts, nonce }: PublicPage): string {
  const data: PageData = { chatId, mailsConversations, texts };
  return `<script type="application/json" id="data" nonce="${nonce}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>
<script nonce="${nonce}">${AFTER_PAINT}</script>`;
}

function avatarHtml(avatar: string | null): string {
  if (!avatar) return "";
  return avatar.startsWith("data:")
    ? `<img class="avatar" alt="" src="${escapeText(avatar)}">`
    : `<span class="avatar" aria-hidden="true">${escapeText(avatar)}</span>`;
}

// Work units for rendering a page's Markdown on the server, about 20 ms; the browser renders the rest.
const PAGE_WORK_BUDGET = 60_000;

function rendered(text: string, work: Work): string | undefined {
  try {
    return renderWithinBudget(text, work);
  } catch {
    // Over budget or unparseable: a single message must not fail the page.
    return undefined;
  }
}

const iconButton = (name: keyof typeof icons, label: string, isHidden: boolean, idle: string) =>
  `<button type="button" class="icon" id="${name}" aria-label="${escapeText(label)}" title="${escapeText(label)}"${isHidden ? " hidden" : ""}${idle}>${icons[name]}</button>`;

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g;

export function escapeWithLinks(text: string): string {
  let end = 0;
  let html = "";
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const safe = escapeText(address);
    html += `${escapeText(text.slice(end, index))}<a href="${safe}" target="_blank" rel="noopener noreferrer nofollow">${safe}</a>`;
    end = index + address.length;
  }
  return html + escapeText(text.slice(end));
}
