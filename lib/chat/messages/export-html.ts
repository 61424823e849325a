import type * as chats from "@/lib/chat/chats/service";
import { escapeText } from "@/lib/platform/markdown/escape.mjs";
import { type Part, renderParts } from "@/lib/platform/rendering/service";
import type * as present from "./present";

export type Exported = Awaited<ReturnType<typeof chats.get>>;
export type ExportedMessage = ReturnType<typeof present.toMessageResponse> & { author: string };

// The exported file must not load or run anything wherever it is opened.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const STYLE = `
  :root { color-scheme: light; }
  body { margin: 0 auto; max-width: 45rem; padding: 2rem 1rem; background: #fff; color: #1a211e;
    font: 16px/1.625 system-ui, sans-serif; overflow-wrap: anywhere; }
  h1 { font-size: 1.5rem; line-height: 1.25; }
  article { margin-top: 2rem; break-inside: auto; }
  article > header { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline;
    border-bottom: 1px solid #dbe0d7; padding-bottom: 0.25rem; break-after: avoid; }
  article > header h2 { margin: 0; font-size: 0.875rem; line-height: 1.25rem; }
  time, footer, blockquote { color: #56605a; }
  time, footer { font-size: 0.875rem; }
  footer ul { margin: 0; padding-left: 1.25rem; }
  table { display: block; overflow-x: auto; overflow-wrap: normal; }
  a { color: #14614f; }`;

type HtmlOptions = { groupId: string; base: string };

export async function* streamHtml(
  chat: Exported,
  pages: AsyncIterable<ExportedMessage[]>,
  { groupId, base }: HtmlOptions,
): AsyncIterable<string | Buffer> {
  const name = escapeText(chat.name);
  yield `<!doctype html>
<html lang="">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${name}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1 dir="auto">${name}</h1>
${chat.goal ? `<p dir="auto">${escapeText(chat.goal)}</p>\n` : ""}`;
  for await (const page of pages)
    yield* renderParts(groupId, page.flatMap(articleParts), { format: "html", base });
  yield "</body>\n</html>\n";
}

function articleParts(message: ExportedMessage): Part[] {
  const { author, created_at, edited } = message;
  const time = `${created_at.slice(0, 16).replace("T", " ")} UTC${edited ? " · edited" : ""}`;
  const quoted = message.user_type === "assistant" ? null : message.replying_to_message;
  const quote = quoted && `${quoted.full_name}: ${quoted.message.slice(0, 200).toWellFormed()}`;
  const head = `<article dir="auto">
<header><h2>${escapeText(author)}</h2> <time datetime="${escapeText(created_at)}">${time}</time></header>
${quote ? `<blockquote>${escapeText(quote)}</blockquote>\n` : ""}`;
  return [head, { markdown: message.message }, `\n${buildFooter(message)}</article>\n`];
}

function buildFooter({
  message_attachments: files,
  aggregated_reactions: reactions,
}: ExportedMessage): string {
  const names = (files ?? []).map(({ file_name }) => `<li>${escapeText(file_name)}</li>`).join("");
  const put = reactions.map(({ emoji, count }) => `${escapeText(emoji)} ${count}`).join(" · ");
  const list = names && `<ul>${names}</ul>`;
  return list || put ? `<footer>${list}${put}</footer>\n` : "";
}
