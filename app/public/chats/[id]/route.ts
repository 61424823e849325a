import { documentHtml } from "@/components/public-chat/document-html";
import { addressOfPage } from "@/lib/api/front";
import { AppError } from "@/lib/platform/errors";
import { escapeText } from "@/lib/platform/markdown/escape";
import { textsOf } from "@/lib/platform/words/catalogue";
import {
  directionOf,
  LANGUAGES,
  type Language,
  languageAsked,
  readerIn,
} from "@/lib/platform/words/languages";
import { appearanceOf, openPage } from "@/lib/surfaces/public-chats/service";

/** Who looks at links without opening them; they get the page without a session. */
const BOT = /bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|embedly|headlesschecker/i;

const everywhere = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

/** The page of a public chat. A visitor who comes without a session is sent to the same address with a new one. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { language } = readerIn(languageOf(request));
  try {
    return await page((await params).id.toLowerCase(), request, language);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.kind === "rate_limited") return failure(429, language);
    if (error.kind === "not_found") return failure(404, language);
    throw error;
  }
}

/** What the link asks for, else the visitor's browser. */
const languageOf = ({ url, headers }: Request) =>
  languageAsked(new URL(url).searchParams.get("ui_language")) ??
  languageAsked(headers.get("accept-language"));

async function page(id: string, request: Request, language: Language): Promise<Response> {
  const { headers } = request;
  const { searchParams } = new URL(request.url);
  const visit = isVisit(request)
    ? {
        page: headers.get("referer") ?? undefined,
        language,
        userAgent: headers.get("user-agent"),
        address: addressOfPage(headers),
      }
    : undefined;
  const opened = await openPage(id, searchParams.get("sid") ?? undefined, visit);
  if (opened.newSession !== undefined) {
    const location = `/public/chats/${id}?${withSession(queryOf(request), opened.newSession)}`;
    return new Response(null, { status: 302, headers: { ...everywhere, vary: "*", location } });
  }
  const { settings, messages, fileTypes, frameAncestors } = opened;
  const nonce = btoa(crypto.randomUUID());
  const html = documentHtml({
    chatId: id,
    language,
    texts: await textsOf(language, "visitor"),
    nonce,
    look: appearanceOf(searchParams, { name: settings.title, footer: settings.footer ?? undefined }),
    greeting: settings.greeting,
    suggestedQuestions: settings.suggested_questions,
    fileTypes,
    isPaused: settings.is_paused,
    isTakenOver: settings.is_taken_over,
    messages,
  });
  return new Response(html, {
    headers: { ...everywhere, "content-security-policy": policy(nonce, frameAncestors) },
  });
}

function isVisit({ method, headers }: Request): boolean {
  const purpose = `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""} ${headers.get("x-moz") ?? ""}`;
  return (
    method === "GET" &&
    !/prefetch|preview|prerender/i.test(purpose) &&
    !BOT.test(headers.get("user-agent") ?? "")
  );
}

/** The query as it was sent, from `proxy.ts`; Next writes it anew in `request.url`. */
const queryOf = ({ headers, url }: Request) => {
  const path = headers.get("x-parley-path") ?? url;
  return path.includes("?") ? path.slice(path.indexOf("?")) : "";
};

/** A query with a session in place of any that it has; all else byte for byte. */
function withSession(query: string, sid: string): string {
  if (query.length < 2) return `sid=${sid}`;
  const others = query.slice(1).split("&");
  return [...others.filter((part) => !/^sid(=|$)/.test(part)), `sid=${sid}`].join("&");
}

const policy = (nonce: string, ancestors: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");

const SHUT = "default-src 'none'; frame-ancestors *";

const notAllowed = () =>
  new Response(null, {
    status: 405,
    headers: { ...everywhere, allow: "GET, HEAD", "content-security-policy": SHUT },
  });

export { notAllowed as DELETE, notAllowed as PATCH, notAllowed as POST, notAllowed as PUT };

async function failure(status: number, language: Language): Promise<Response> {
  const texts = await textsOf(language, "visitorPage");
  const [title, text] =
    status === 429 ? [texts.tooMany, texts.tooManyHelp] : [texts.noChat, texts.noChatHelp];
  const html = `<!doctype html><html lang="${LANGUAGES[language].tag}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeText(title)}</title></head><body><main><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p></main></body></html>`;
  return new Response(html, {
    status,
    headers: { ...everywhere, "content-security-policy": SHUT },
  });
}
