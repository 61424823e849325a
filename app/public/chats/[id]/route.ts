import { services } from "@/app/services";
import { renderDocument } from "@/components/public-chat/page/document-html";
import { loadTexts } from "@/lib/platform/words/catalogue";
import type { Language } from "@/lib/platform/words/languages";
import {
  findLinkLanguage,
  getRequestLanguage,
  renderPlainPage,
  STATIC_PAGE_CSP,
  VISITOR_PAGE_HEADERS,
} from "./plain-page";

// User agents that fetch links without opening them; they get the page without a session.
const BOT = /bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|embedly|headlesschecker/i;

/** Serves the page of a public chat. A redirect adds a session to the address of a visitor without one. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const language = getRequestLanguage(request);
  try {
    return await page((await params).id.toLowerCase(), request, language);
  } catch (error) {
    if (!(error instanceof services().AppError)) throw error;
    if (error.kind === "rate_limited") return failure(429, language);
    if (error.kind === "not_found") return failure(404, language);
    throw error;
  }
}

/** @param visitors Language used if neither the link nor the chat sets one */
async function page(id: string, request: Request, visitors: Language): Promise<Response> {
  const { headers } = request;
  const { searchParams } = new URL(request.url);
  const visit = isVisit(request, searchParams)
    ? {
        page: headers.get("referer") ?? undefined,
        language: visitors,
        userAgent: headers.get("user-agent"),
        address: services().getPageCallerAddress(headers),
      }
    : undefined;
  const named = {
    sid: searchParams.get("sid") ?? undefined,
    link: searchParams.get("mail_link") ?? undefined,
  };
  const opened = await services().openPublicChat(id, named, visit);
  if (opened.isLinkOver) return failure(410, visitors);
  if (opened.newSession !== undefined) {
    const mark = opened.isMailed ? "&from_mail=1" : "";
    const location = `/public/chats/${id}?${withSession(getOriginalQuery(request), opened.newSession)}${mark}`;
    return new Response(null, { status: 302, headers: { ...VISITOR_PAGE_HEADERS, vary: "*", location } });
  }
  const { shown, mailsConversations, messages, fileTypes, frameAncestors } = opened;
  const language = findLinkLanguage(request) ?? shown.appearance.ui_language ?? visitors;
  // A page with a session must not be indexed.
  const isListed = shown.isListed && named.sid === undefined;
  const nonce = btoa(crypto.randomUUID());
  const html = renderDocument({
    chatId: id,
    language,
    texts: await loadTexts(language, "visitor"),
    nonce,
    look: services().parseAppearance(searchParams, {
      name: shown.title,
      footer: shown.footer ?? undefined,
      chosen: shown.appearance,
    }),
    avatar: shown.avatar,
    greeting: shown.greeting,
    suggestedQuestions: shown.suggestedQuestions,
    fileTypes,
    mailsConversations,
    messages,
    isListed,
  });
  return new Response(html, {
    headers: {
      ...(isListed ? { ...VISITOR_PAGE_HEADERS, "x-robots-tag": "all" } : VISITOR_PAGE_HEADERS),
      "content-security-policy": policy(nonce, frameAncestors),
    },
  });
}

// Returns true if the request needs a session. Bots, prefetches, and pages that store their session themselves (such
// as the launcher's) don't need one.
function isVisit({ method, headers }: Request, query: URLSearchParams): boolean {
  const purpose = `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""} ${headers.get("x-moz") ?? ""}`;
  return (
    method === "GET" &&
    query.get("session") !== "own" &&
    !/prefetch|preview|prerender/i.test(purpose) &&
    !BOT.test(headers.get("user-agent") ?? "")
  );
}

// Returns the query as the client sent it, from a header set in `proxy.ts`; Next.js reencodes it in `request.url`.
const getOriginalQuery = ({ headers, url }: Request) => {
  const path = headers.get("x-parley-path") ?? url;
  return path.includes("?") ? path.slice(path.indexOf("?")) : "";
};

// Replaces the session and link token in a query; everything else stays byte for byte.
function withSession(query: string, sid: string): string {
  if (query.length < 2) return `sid=${sid}`;
  const others = query.slice(1).split("&");
  return [...others.filter((part) => !/^(sid|mail_link|from_mail)(=|$)/.test(part)), `sid=${sid}`].join("&");
}

const policy = (nonce: string, ancestors: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");

const notAllowed = () =>
  new Response(null, {
    status: 405,
    headers: { ...VISITOR_PAGE_HEADERS, allow: "GET, HEAD", "content-security-policy": STATIC_PAGE_CSP },
  });

export { notAllowed as DELETE, notAllowed as PATCH, notAllowed as POST, notAllowed as PUT };

async function failure(status: 404 | 410 | 429, language: Language): Promise<Response> {
  const texts = await loadTexts(language, "visitorPage");
  const says = {
    404: [texts.noChat, texts.noChatHelp],
    410: [texts.linkOver, texts.linkOverHelp],
    429: [texts.tooMany, texts.tooManyHelp],
  } as const;
  const [title, text] = says[status];
  return renderPlainPage(status, language, { title, text });
}
