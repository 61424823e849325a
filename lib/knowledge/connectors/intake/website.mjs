// @ts-check
// Reads the pages of a website below an address: the pages in its sitemap (sitemaps.org) or, without one, the pages
// that are linked. Follows `robots.txt` (RFC 9309).
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extractHtmlText } from "../../../platform/html/html.mjs";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { isPathAllowed, parseRobots } from "../../../platform/robots-txt/robots.mjs";
import { ItemList, MAX_VERSION_CHARACTERS } from "./items.mjs";
import { decodePage, findLinks, isHtml, toDocument } from "./page.mjs";
import { MAX_SITEMAP_MB, readSitemap } from "./sitemap.mjs";

/**
 * @typedef {import("../../../platform/intake/child/main.mjs").Host} Host
 * @typedef {import("../../../platform/intake/child/main.mjs").FetchResponse} FetchResponse
 * @typedef {{ base: URL, robots: import("../../../platform/robots-txt/robots.mjs").Robots, maxFileBytes: number }} Site
 */

const MB = 1024 * 1024;
const MAX_PAGES = 5000;
// The maximum number of pages whose links are followed.
const MAX_PAGES_WITH_LINKS = 300;
const MAX_LINKED_PAGE_MB = 10;
const MAX_SITEMAPS = 50;
// The maximum distance in links from the address, for a website without a sitemap.
const MAX_DEPTH = 3;
const MAX_ROBOTS_MB = 5;

/** @type {Site} */
let site;

/**
 * @param {{ address: string, agent: string, maxFileBytes: number }} input
 * @param {Host} host
 * @returns {Promise<{ crawlDelay: number | null }>} in seconds
 */
export async function open({ address, agent, maxFileBytes }, host) {
  const base = new URL(address);
  site = { base, robots: await loadRobots(base, agent, host), maxFileBytes };
  return { crawlDelay: site.robots.crawlDelay ?? null };
}

/** @param {URL} base @param {string} agent @param {Host} host */
async function loadRobots(base, agent, host) {
  const url = new URL("/robots.txt", base).href;
  const response = await host.fetch({ url, maxBytes: MAX_ROBOTS_MB * MB }).catch((error) => {
    // An endless response is not a valid `robots.txt`.
    if (error.code === "garbage") return undefined;
    throw error;
  });
  if (response && response.status >= 500)
    throw new Problem(`The site's robots.txt answered ${response.status}.`);
  return parseRobots(response && isOk(response) ? readFileSync(response.path) : Buffer.alloc(0), agent);
}

/** @param {FetchResponse} response */
const isOk = ({ status }) => status >= 200 && status < 300;
/** @param {FetchResponse} response */
const isGone = ({ status }) => status === 404 || status === 410;

/** @param {URL} url */
const mayRead = (url) =>
  url.origin === site.base.origin &&
  url.pathname.startsWith(site.base.pathname) &&
  isPathAllowed(site.robots.rules, url.pathname + url.search);

/** @param {URL} url */
const toPath = (url) => `${url.pathname.slice(1) || "/"}${url.search}`;

/**
 * @param {unknown} _
 * @param {Host} host
 */
export async function list(_, host) {
  const items = new ItemList(host);
  const { sitemaps } = site.robots;
  const addresses = sitemaps.length > 0 ? sitemaps : [new URL("/sitemap.xml", site.base).href];
  const listed = await listSitemaps(addresses, items, host);
  if (!listed.isSitemap && sitemaps.length > 0)
    throw new Problem("The sitemap that robots.txt names does not exist.");
  if (!listed.isSitemap) await listLinked(items, host);
  if ((listed.hasPages || !listed.isSitemap) && items.size === 0)
    throw new Problem("The site's robots.txt allows none of these pages, or none is below the address.");
  await items.end();
}

/**
 * Lists the pages of sitemaps, including sitemaps that are listed in a sitemap index.
 * @param {string[]} addresses
 * @param {ItemList} items
 * @param {Host} host
 */
async function listSitemaps(addresses, items, host) {
  const open = new Set(addresses.slice(0, MAX_SITEMAPS));
  const listed = { isSitemap: false, hasPages: false };
  // The loop includes addresses that are added to the set meanwhile.
  for (const address of open) {
    if (items.size >= MAX_PAGES) break;
    const response = await loadSitemap(address, host);
    if (!response) continue;
    /** @type {{ url: URL, version: string | null }[]} */
    const pages = [];
    const isSitemap = await readSitemap(response.path, {
      sitemap: ({ loc }) => open.size < MAX_SITEMAPS && open.add(loc) !== undefined,
      page({ loc, lastmod }) {
        if (!URL.canParse(loc)) return true;
        listed.hasPages = true;
        const url = new URL(loc);
        if (mayRead(url)) pages.push({ url, version: lastmod });
        return items.size + pages.length < MAX_PAGES;
      },
    });
    listed.isSitemap ||= isSitemap;
    for (const { url, version } of pages) await items.add({ path: toPath(url), version });
  }
  return listed;
}

/** @param {string} address @param {Host} host */
async function loadSitemap(address, host) {
  if (!URL.canParse(address)) return undefined;
  const response = await host.fetch({ url: address, maxBytes: MAX_SITEMAP_MB * MB });
  // A sitemap that can't be read does not mean that its pages were deleted.
  if (!isOk(response) && !isGone(response))
    throw new Problem(`The sitemap ${address} answered ${response.status}.`);
  return isOk(response) ? response : undefined;
}

/**
 * Lists a page and the pages within three links of it. Follows addresses with a query only from the first page,
 * because calendars and sorted lists have endlessly many.
 * @param {ItemList} items
 * @param {Host} host
 * @throws {Problem} also when a page whose links are followed can't be read, because the linked pages may still exist
 */
async function listLinked(items, host) {
  const known = new Set([site.base.href]);
  let level = [site.base];
  for (let depth = 0; level.length > 0 && items.size < MAX_PAGES; depth++) {
    /** @type {URL[]} */
    const next = [];
    for (const url of level) {
      const isFollowed = depth < MAX_DEPTH && items.size < MAX_PAGES_WITH_LINKS;
      const { version, links } = isFollowed
        ? await loadLinks(url, depth === 0, host)
        : { version: null, links: [] };
      if (items.size >= MAX_PAGES) break;
      if (mayRead(url)) await items.add({ path: toPath(url), version });
      for (const link of links) {
        if (known.size >= 2 * MAX_PAGES) break;
        if (known.has(link.href) || (depth > 0 && link.search !== "") || !mayRead(link)) continue;
        known.add(link.href);
        next.push(link);
      }
    }
    level = next;
  }
}

/**
 * Returns the links of a page. Its version is a hash of its text, so that the page is read again only when the text
 * changes.
 * @param {URL} url
 * @param {boolean} isFirst
 * @param {Host} host
 * @returns {Promise<{ version: string | null, links: Iterable<URL> }>}
 */
async function loadLinks(url, isFirst, host) {
  const response = await host.fetch({ url: url.href, maxBytes: MAX_LINKED_PAGE_MB * MB });
  if (!isOk(response) && (isFirst || !isGone(response)))
    throw new Problem(`The server answered ${response.status}.`);
  if (!isOk(response) || !isHtml(response.headers)) return { version: null, links: [] };
  const html = decodePage(readFileSync(response.path), response.headers);
  const version = `words ${createHash("sha256").update(extractHtmlText(html)).digest("hex")}`;
  return { version, links: findLinks(html, url) };
}

/**
 * Fetches a page or file and writes it to the output file: HTML as Markdown, everything else unchanged. Returns
 * "unchanged" if the server says that the stored version is current.
 * @param {{ path: string, previousVersion: string | null }} input
 * @param {Host} host
 * @returns {Promise<{ version: string | null, name: string } | "unchanged">}
 */
export async function read({ path, previousVersion }, host) {
  const url = new URL(path.startsWith("/") ? path : `/${path}`, site.base).href;
  const headers = toConditions(previousVersion);
  const response = await host.fetch({ url, headers, maxBytes: site.maxFileBytes });
  if (response.status === 304) return "unchanged";
  if (!isOk(response)) throw new Problem(`The server answered ${response.status}.`);
  const version = toVersion(response.headers);
  const last = decode(path.split("?")[0]?.split("/").filter(Boolean).pop() ?? "index");
  const output = host.outputPath("file");
  rmSync(output, { force: true });
  if (!isHtml(response.headers)) {
    if (response.size === 0) throw new Problem("The page is empty.");
    copyFileSync(response.path, output);
    return { version, name: last };
  }
  writeFileSync(output, toDocument(decodePage(readFileSync(response.path), response.headers)));
  return { version, name: `${last.replace(/\.x?html?$/i, "")}.md` };
}

/** @param {Record<string, string>} headers */
function toVersion({ etag, "last-modified": modified }) {
  const version = etag ? `etag ${etag}` : modified ? `modified ${modified}` : null;
  return version && version.length <= MAX_VERSION_CHARACTERS ? version : null;
}

/**
 * Returns the conditional request headers for a stored version (RFC 9110, 13.1).
 * @param {string | null} version
 * @returns {Record<string, string>}
 */
function toConditions(version) {
  if (version?.startsWith("etag ")) return { "if-none-match": version.slice(5) };
  if (version?.startsWith("modified ")) return { "if-modified-since": version.slice(9) };
  return {};
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
