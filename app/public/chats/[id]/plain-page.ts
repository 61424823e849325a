import { escapeText } from "@/lib/platform/markdown/escape.mjs";
import { getDirection, LANGUAGES, type Language, parseLanguage } from "@/lib/platform/words/languages";

/** Headers of all pages for visitors. */
export const VISITOR_PAGE_HEADERS = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  // For the reason given in `lib/api/security-headers.ts`.
  "x-dns-prefetch-control": "off",
};

/** CSP of pages that load nothing. */
export const STATIC_PAGE_CSP = "default-src 'none'; frame-ancestors *";

export const findLinkLanguage = ({ url }: Request): Language | undefined =>
  parseLanguage(new URL(url).searchParams.get("ui_language"));

export const getRequestLanguage = (request: Request): Language =>
  findLinkLanguage(request) ?? parseLanguage(request.headers.get("accept-language")) ?? "en";

type Says = { title: string; text: string; button?: string };

export function renderPlainPage(status: number, language: Language, { title, text, button }: Says): Response {
  const form = button ? `<form method="post"><button>${escapeText(button)}</button></form>` : "";
  const html = `<!doctype html><html lang="${LANGUAGES[language].tag}" dir="${getDirection(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeText(title)}</title></head><body><main><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p>${form}</main></body></html>`;
  const policy = button ? "default-src 'none'; form-action 'self'; frame-ancestors 'none'" : STATIC_PAGE_CSP;
  return new Response(html, {
    status,
    headers: { ...VISITOR_PAGE_HEADERS, "content-security-policy": policy },
  });
}
