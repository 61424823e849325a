import type { RequestListener, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { fill, flood, type HostileSite } from "./serve";

const KB = 1024;
const MB = 1024 * 1024;
/** Limit of a robots.txt. */
const ROBOTS_BYTES = 500 * KB;
/** Slightly below the limit of a page. */
const PAGE_BYTES = 4.9 * MB;

/** Path at which these sites are crawled. */
export const HOSTILE_SITE_PATH = `/${"a".repeat(100)}/`;

type HostilePage = {
  body: string | Buffer | ((response: ServerResponse) => void);
  headers?: Record<string, string>;
};
type Pages = Record<string, (host: string) => HostilePage>;

const xml = { "content-type": "application/xml" };
const html = { "content-type": "text/html; charset=utf-8" };
const home = (): HostilePage => ({ body: "<title>Home</title><p>Words.</p>", headers: html });

/** Builds a site whose bodies are created on request. */
const site =
  (pages: Pages): RequestListener =>
  (request, response) => {
    const path = request.url === HOSTILE_SITE_PATH ? "/" : request.url!;
    const page = pages[path]?.(request.headers.host!) ?? (path === "/" ? home() : undefined);
    if (!page) return void response.writeHead(404).end();
    response.writeHead(200, page.headers);
    if (typeof page.body === "function") page.body(response);
    else response.end(page.body);
  };

const robots: Record<string, () => HostilePage> = {
  "stars before a letter": () => ({ body: rules((n) => `/*${letters(n)}b`) }),
  "letters between stars": () => ({ body: rules(() => `/${"*a".repeat(500)}b`) }),
  "stars alone": () => ({ body: rules(() => `/${"*".repeat(500)}b$`) }),
  "long parts after a star": () => ({ body: rules(() => `/*${"a".repeat(900)}b`) }),
  "programs by the thousand": () => ({ body: fill("User-agent: a\n", ROBOTS_BYTES) }),
  "groups of no rules": () => ({ body: fill("User-agent: ParleyBot\nAllow: /\n", ROBOTS_BYTES) }),
  "one line of 5 MB": () => ({ body: fill("Disallow:", 5 * MB) }),
  "line ends": () => ({ body: fill("\r\n", 5 * MB) }),
  "escaped octets": () => ({ body: rules(() => `/${"%e3".repeat(100)}`) }),
  "letters of other scripts": () => ({ body: rules(() => `/${"ツ".repeat(100)}`) }),
  "sitemaps by the thousand": () => ({ body: fill("Sitemap: http://127.0.0.1:9/map.xml\n", ROBOTS_BYTES) }),
  "no end": () => ({ body: (response) => flood(response, fill("Disallow: /a\n", 64 * KB)) }),
};
const rules = (pattern: (n: number) => string) => {
  const lines = ["User-agent: *"];
  for (let n = 0, size = 0; size < ROBOTS_BYTES; n++) {
    lines.push(`Disallow: ${pattern(n)}`);
    size += lines.at(-1)!.length + 1;
  }
  return lines.join("\n");
};
/** Sitemap of long URLs, which the crawler matches against the rules of robots.txt. */
const longAddresses = (host: string): HostilePage => ({
  body: urlset(
    Array.from({ length: 5 }, (_, n) =>
      entry(`http://${host}${HOSTILE_SITE_PATH}${"a".repeat(1_500)}${n}`),
    ).join(""),
  ),
});
const letters = (n: number) => "a".repeat(1 + (n % 7));

const entry = (loc: string) => `<url><loc>${loc}</loc></url>`;
const urlset = (content: string) => `<?xml version="1.0"?><urlset>${content}</urlset>`;
const sitemaps: Record<string, () => HostilePage> = {
  "48 MB in 49 kB": () => ({ body: gzipSync(urlset(fill(entry("http://127.0.0.1/"), 48 * MB))) }),
  "200 MB of zeros": () => ({
    body: gzipSync(Buffer.concat([Buffer.from("<urlset>"), Buffer.alloc(200 * MB)])),
  }),
  "a response that is packed": () => ({
    body: gzipSync(urlset(fill(entry("http://127.0.0.1/"), 49 * MB))),
    headers: { ...xml, "content-encoding": "gzip" },
  }),
  "nested elements": () => ({ body: urlset(fill("<url>", 20 * MB)) }),
  "ends of elements that are not open": () => ({ body: urlset(fill("</a>", 20 * MB)) }),
  attributes: () => ({ body: `<urlset ${fill('a="b" ', 20 * MB)}>` }),
  "one attribute": () => ({ body: `<urlset a="${fill("b", 20 * MB)}">` }),
  "entities of entities": () => ({
    body: `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10)}">`).join("")}]>${urlset(entry("&a19;"))}`,
  }),
  "entities of letters": () => ({ body: urlset(`<url><loc>${fill("&#x41;", 20 * MB)}</loc></url>`) }),
  "one address": () => ({ body: urlset(entry(`http://127.0.0.1/${fill("a", 20 * MB)}`)) }),
  "a name of an element": () => ({ body: `<urlset><${fill("a", 20 * MB)}` }),
  "a comment without end": () => ({ body: `<urlset><!--${fill("-- ", 20 * MB)}` }),
  "unescaped text without end": () => ({ body: `<urlset><![CDATA[${fill("]]", 20 * MB)}` }),
  "signs of less": () => ({ body: `<urlset>${fill("<", 20 * MB)}` }),
  "no end": () => ({
    body: (response) => {
      response.write("<urlset>");
      flood(response, fill("<url><loc>http://127.0.0.1/</loc></url>", 60 * KB));
    },
  }),
  "sitemaps by the thousand": () => ({
    body: `<sitemapindex>${Array.from({ length: 50_000 }, (_, n) => `<sitemap><loc>http://127.0.0.1:9/${n}</loc></sitemap>`).join("")}</sitemapindex>`,
  }),
};

const pages: Record<string, () => HostilePage> = {
  "nested elements": () => page(fill("<div><b>", PAGE_BYTES)),
  "links that don't end": () => page(fill("<a ", PAGE_BYTES)),
  "addresses that don't end": () => page(fill('<a href="', PAGE_BYTES)),
  "links without an address": () => page(fill("<a href ", PAGE_BYTES)),
  links: () => page(Array.from({ length: 300_000 }, (_, n) => `<a href=/${n}>n</a>`).join("")),
  "titles that don't end": () => page(fill("<title>", PAGE_BYTES)),
  "tables in tables": () => page(fill("<table><tr><td>", PAGE_BYTES)),
  "scripts that don't end": () => page(fill("<script></script ", PAGE_BYTES)),
  entities: () => page(fill("&amp;&#x41;&Aacute", PAGE_BYTES)),
  "comments that don't end": () => page(fill("<!--", PAGE_BYTES)),
  spaces: () => page(fill(" \n\t", PAGE_BYTES)),
  "an old encoding": () => ({
    body: fill("\u001b$B", PAGE_BYTES),
    headers: { "content-type": "text/html; charset=iso-2022-jp" },
  }),
  "no end": () => ({ body: (response) => flood(response, fill("<p>and so on</p>", 64 * KB)), headers: html }),
  "a page that is packed": () => ({
    body: gzipSync(fill("<p>", 500 * MB)),
    headers: { ...html, "content-encoding": "gzip" },
  }),
};
const page = (body: string): HostilePage => ({ body, headers: html });

const inputs = (
  kind: string,
  contents: Record<string, () => HostilePage>,
  toPages: (content: () => HostilePage) => Pages,
) =>
  Object.entries(contents).map(
    ([name, content]): HostileSite => ({ name: `${kind}: ${name}`, make: () => site(toPages(content)) }),
  );

/** robots.txt rules that are slow for long paths, and a page that redirects five times to such a path. */
const redirects: HostileSite = {
  name: "robots.txt and redirects",
  make: () => {
    const rules = robots["stars before a letter"]!();
    return (request, response) => {
      if (request.url === "/robots.txt") return void response.end(rules.body);
      const count = Number(/\d+$/.exec(request.url!)?.[0] ?? 0);
      if (count === 5) return site({})(Object.assign(request, { url: HOSTILE_SITE_PATH }), response);
      response.writeHead(302, { location: `${HOSTILE_SITE_PATH}${"a".repeat(1_800)}${count + 1}` }).end();
    };
  },
};

/** Sites of which a single page is read. */
export const hostilePages: HostileSite[] = [
  redirects,
  ...inputs("robots.txt", robots, (content) => ({ "/robots.txt": content })),
  ...inputs("page", pages, (content) => ({ "/": content })),
];

export const hostileSites: HostileSite[] = [
  ...inputs("robots.txt", robots, (content) => ({ "/robots.txt": content, "/sitemap.xml": longAddresses })),
  ...inputs("sitemap", sitemaps, (content) => ({ "/sitemap.xml": content })),
  ...inputs("page", pages, (content) => ({ "/": content })),
];
