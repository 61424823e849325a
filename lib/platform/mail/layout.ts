import { config } from "@/lib/platform/config";
import { escapeText } from "@/lib/platform/markdown/escape.mjs";
import { renderMarkdown } from "@/lib/platform/rendering/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { getDirection, LANGUAGES, toReader } from "@/lib/platform/words/languages";
import type { Mail } from "./mail";

type MailContent = Pick<Mail, "to" | "lines" | "markdown" | "after" | "action" | "unsubscribe">;
type MailPage = MailContent & Pick<Mail, "language">;

export async function renderText(mail: MailContent): Promise<string> {
  const { lines, after = [], action, unsubscribe } = mail;
  return [
    ...lines,
    ...(await renderTexts(mail, "text")),
    ...after,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    "Parley",
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : []),
  ].join("\n\n");
}

async function renderTexts({ to, markdown = [] }: MailContent, format: "html" | "text"): Promise<string[]> {
  const texts: string[] = [];
  for (const one of markdown)
    texts.push(await renderMarkdown(`mail:${to}`, one, { format, base: config().appUrl }));
  return texts;
}

export async function renderHtml(page: MailPage): Promise<string> {
  const { lines, after = [], action, unsubscribe, language = "en" } = page;
  const t = await loadTranslate(toReader(language), "mails");
  const paragraph = (line: string) =>
    `<p style="margin:0 0 16px;white-space:pre-line">${escapeText(line)}</p>`;
  const button =
    action &&
    `<p style="margin:24px 0"><a href="${escapeText(action.url)}" style="background:#14614f;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escapeText(action.label)}</a></p>
<p style="margin:0 0 16px;color:#56605a;font-size:13px">${escapeText(t("copyAddress"))} <br>${escapeText(action.url)}</p>`;
  const stop = unsubscribe
    ? ` · <a href="${escapeText(unsubscribe.url)}" style="color:#56605a">${escapeText(unsubscribe.label)}</a>`
    : "";
  const texts = await renderTexts(page, "html");
  return `<!doctype html><html lang="${LANGUAGES[language].tag}" dir="${getDirection(language)}"><body style="margin:0;padding:24px;background:#f7f8f5;color:#1a211e;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:auto;background:#fff;border:1px solid #dbe0d7;border-radius:12px;padding:28px">
${[...lines.map(paragraph), ...texts, ...after.map(paragraph)].join("\n")}
${button ?? ""}
<p style="margin:24px 0 0;color:#56605a;font-size:13px">Parley${stop}</p>
</div></body></html>`;
}
