import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { XMLParser } from "fast-xml-parser";
import robotsParser from "robots-parser";
import { textOfHtml } from "@/lib/ai/extraction/service";
import { uploadLimits } from "@/lib/api/contract";
import { fetchOutside } from "@/lib/platform/egress/service";
import { type Item, type Opening, type Source, SourceError, type Taken } from "../source";

/**
 * The pages of a website below an address: those of its sitemap (sitemaps.org), else those that links lead to.
 * `robots.txt` is followed (RFC 9309), one page at a time.
 */

const AGENT = "ParleyBot";
const HEADERS = { "user-agent": `${AGENT}/1.0 (sync of a document collection)` };
/** Between two requests, in ms; a site may ask for more. */
const PAUSE = { least: 300, most: 30_000 };
/** `looked`: pages whose links are followed. */
const MOST = { pages: 5000, looked: 300, sitemaps: 50, bytes: 50 * 1024 * 1024 };
/** So many links away from the address are pages of a website without a sitemap. */
const DEEPEST = 3;
const MB = 1024 * 1024;

/** A request at a time, with a pause before the next one. */
function politely(signal: AbortSignal) {
  let next = 0;
  const state = { pause: PAUSE.least };
  const ask = async (url: URL, headers: Record<string, string> = {}, largest = MOST.bytes) => {
    await wait(Math.max(0, next - performance.now()), undefined, { signal });
    try {
      return await fetchOutside(url, {
        headers: { ...HEADERS, ...headers },
        signal,
        largest,
        timeout: 60_000,
      });
    } finally {
      next = performance.now() + state.pause;
    }
  };
  return { ask, state };
}

export async function openWebsite({ address }: { address: string }, { signal }: Opening): Promise<Source> {
  const base = new URL(address);
  const { ask, state } = politely(signal);
  const robotsUrl = new URL("/robots.txt", base);
  const answer = await ask(robotsUrl);
  if (answer.status >= 500) throw new SourceError(`The site's robots.txt answered ${answer.status}.`);
  const robots = robotsParser(robotsUrl.href, answer.ok ? await answer.text() : "");
  if (!answer.ok) await answer.body?.cancel();
  const delay = (robots.getCrawlDelay(AGENT) ?? 0) * 1000;
  state.pause = Math.min(Math.max(delay, PAUSE.least), PAUSE.most);
  const mayRead = (url: URL) =>
    url.origin === base.origin &&
    url.pathname.startsWith(base.pathname) &&
    robots.isAllowed(url.href, AGENT) !== false;

  return {
    async *list() {
      const found = new Map<string, Item>();
      const sitemaps = robots.getSitemaps();
      const given = sitemaps.length > 0 ? sitemaps : [new URL("/sitemap.xml", base).href];
      const mapped = await pagesOfSitemaps(ask, given);
      if (!mapped && sitemaps.length > 0)
        throw new SourceError("The sitemap that robots.txt names does not exist.");
      const pages = mapped ?? (await pagesLinked(ask, base, mayRead));
      for (const { url, version } of pages)
        if (mayRead(url) && found.size < MOST.pages) found.set(pathOf(url), { path: pathOf(url), version });
      if (pages.length > 0 && found.size === 0)
        throw new SourceError(
          "The site's robots.txt allows none of these pages, or none is below the address.",
        );
      yield [...found.values()];
    },
    async read({ path, version }, known) {
      const page = await ask(
        new URL(path.startsWith("/") ? path : `/${path}`, base),
        conditions(known),
        uploadLimits.fileMb * MB,
      );
      if (page.status === 304) return "unchanged";
      if (!page.ok) throw new SourceError(`The server answered ${page.status}.`);
      return { ...(await contentOf(page, path)), version: version ?? versionOf(page) };
    },
  };
}

const pathOf = (url: URL) => `${url.pathname.slice(1) || "/"}${url.search}`;

const versionOf = ({ headers }: Response): string | null => {
  const [etag, modified] = [headers.get("etag"), headers.get("last-modified")];
  return etag ? `etag ${etag}` : modified ? `modified ${modified}` : null;
};

/** RFC 9110, 13.1: what a server compares. */
function conditions(known: string | null): Record<string, string> {
  if (known?.startsWith("etag ")) return { "if-none-match": known.slice(5) };
  if (known?.startsWith("modified ")) return { "if-modified-since": known.slice(9) };
  return {};
}

/** A page as the text of its words, below its title; another file as it is. */
async function contentOf(page: Response, path: string): Promise<Pick<Taken, "stream" | "name">> {
  const last = decoded(path.split("?")[0]!.split("/").filter(Boolean).pop() ?? "index");
  if (!/html/i.test(page.headers.get("content-type") ?? "")) {
    if (!page.body) throw new SourceError("The page is empty.");
    return { stream: Readable.fromWeb(page.body as Parameters<typeof Readable.fromWeb>[0]), name: last };
  }
  const html = await textOf(page);
  const title = /<title[^<>]*>([^<]*)<\/title/i.exec(html)?.[1]?.trim();
  const text = textOfHtml(html);
  const name = `${last.replace(/\.x?html?$/i, "")}.md`;
  return { stream: Readable.from([Buffer.from(title ? `# ${textOfHtml(title)}\n\n${text}` : text)]), name };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** In the encoding that the header names, else the page itself (HTML, 4.2.5.4). */
async function textOf(page: Response): Promise<string> {
  const bytes = Buffer.from(await page.arrayBuffer());
  const named =
    /charset=["']?([\w-]+)/i.exec(page.headers.get("content-type") ?? "")?.[1] ??
    /<meta[^<>]*charset=["']?([\w-]+)/i.exec(bytes.toString("latin1", 0, 2048))?.[1];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

type Ask = ReturnType<typeof politely>["ask"];
type Page = { url: URL; version: string | null };
type Sitemap = { urlset?: { url?: Entry[] }; sitemapindex?: { sitemap?: Entry[] } };
type Entry = { loc?: string; lastmod?: string };
const LISTS = ["urlset.url", "sitemapindex.sitemap"];
const parser = new XMLParser({ parseTagValue: false, isArray: (_, path) => LISTS.includes(String(path)) });

/** The pages of sitemaps and of those that they name; undefined when there is none. */
async function pagesOfSitemaps(ask: Ask, addresses: string[]): Promise<Page[] | undefined> {
  const pages: Page[] = [];
  const open = [...addresses];
  let isThere = false;
  for (let count = 0; count < MOST.sitemaps && pages.length < MOST.pages; count++) {
    const address = open.shift();
    if (!address) break;
    const answer = URL.canParse(address) ? await ask(new URL(address)) : undefined;
    if (!answer?.ok) {
      await answer?.body?.cancel();
      // What cannot be listed is not gone.
      if (answer && answer.status !== 404 && answer.status !== 410)
        throw new SourceError(`The sitemap ${address} answered ${answer.status}.`);
      continue;
    }
    const parsed = sitemapIn(Buffer.from(await answer.arrayBuffer()));
    if (!parsed) continue;
    isThere = true;
    for (const { loc } of parsed.sitemapindex?.sitemap ?? []) if (loc) open.push(loc);
    for (const { loc, lastmod } of parsed.urlset?.url ?? [])
      if (loc && URL.canParse(loc)) pages.push({ url: new URL(loc), version: lastmod ?? null });
  }
  return isThere ? pages : undefined;
}

function sitemapIn(bytes: Buffer): Sitemap | undefined {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = (isPacked ? gunzipSync(bytes, { maxOutputLength: MOST.bytes }) : bytes).toString("utf8");
    const parsed = parser.parse(text) as Sitemap;
    return "urlset" in parsed || "sitemapindex" in parsed ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A page, those that it links to, and those that these link to, three links far. Addresses with a query are followed from
 * the first page only: calendars and sorted lists have no end of them.
 * @throws SourceError also for a page in between that cannot be read now: what it links to is not gone
 */
async function pagesLinked(ask: Ask, base: URL, mayRead: (url: URL) => boolean): Promise<Page[]> {
  const pages: Page[] = [];
  const known = new Set([base.href]);
  let level = [base];
  for (let depth = 0; level.length > 0 && pages.length < MOST.pages; depth++) {
    const next: URL[] = [];
    for (const url of level) {
      const isLooked = depth < DEEPEST && pages.length < MOST.looked;
      const page = isLooked ? await looked(ask, url, depth === 0) : { version: null, links: [] };
      pages.push({ url, version: page.version });
      for (const link of page.links) {
        const isNew = !known.has(link.href) && mayRead(link) && (depth === 0 || link.search === "");
        if (isNew) next.push(link);
        known.add(link.href);
      }
    }
    level = next;
  }
  return pages;
}

/** What a page links to, and as its version its words, so that it is read again only when they are others. */
async function looked(
  ask: Ask,
  url: URL,
  isFirst: boolean,
): Promise<{ version: string | null; links: URL[] }> {
  const answer = await ask(url);
  const isGone = answer.status === 404 || answer.status === 410;
  if (!answer.ok && (isFirst || !isGone)) throw new SourceError(`The server answered ${answer.status}.`);
  if (!answer.ok || !/html/i.test(answer.headers.get("content-type") ?? "")) {
    await answer.body?.cancel();
    return { version: null, links: [] };
  }
  const html = await textOf(answer);
  const version = `words ${createHash("sha256").update(textOfHtml(html)).digest("hex")}`;
  return { version, links: linksIn(html, url) };
}

function linksIn(html: string, base: URL): URL[] {
  const links: URL[] = [];
  for (const [, quoted = ""] of html.matchAll(/<a\s[^<>]*?href\s*=\s*("[^"<>]*"|'[^'<>]*'|[^\s<>"']+)/gi)) {
    const href = textOfHtml(quoted.replace(/^["']|["']$/g, "").replaceAll("<", ""));
    if (!URL.canParse(href, base)) continue;
    const url = new URL(href, base);
    url.hash = "";
    links.push(url);
  }
  return links;
}
