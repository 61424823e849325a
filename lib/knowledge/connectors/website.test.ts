import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { parseExceptions } from "@/lib/platform/ip-address";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

type WebsitePage = { body: string; type?: string; etag?: string; status?: number };
const site = new Map<string, WebsitePage>();
const asked: string[] = [];
const website = createServer((request: IncomingMessage, response) => {
  const page = site.get(request.url!);
  const isKnown = page?.etag !== undefined && request.headers["if-none-match"] === page.etag;
  asked.push(`${request.url} ${page ? (isKnown ? 304 : 200) : 404}`);
  if (!page) return void response.writeHead(404).end();
  const headers = {
    "content-type": page.type ?? "text/html; charset=utf-8",
    ...(page.etag && { etag: page.etag }),
  };
  if (isKnown) return void response.writeHead(304, headers).end();
  response.writeHead(page.status ?? 200, headers).end(page.body);
});
let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
let url: string;
let collection: number;
beforeAll(async () => {
  server = await startServer();
  ada = await person(server.url);
  await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("127.0.0.1")!;
  site.clear();
  collection = (await ada.api.post("/collections", { name: `Site ${Math.random()}` })).body.id;
});
afterEach(() => {
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("")!;
});
afterAll(async () => {
  website.closeAllConnections();
  await Promise.all([server.close(), new Promise((resolve) => website.close(resolve))]);
});

async function synced(id: number) {
  const get = async () => (await ada.api.get(`/connectors/${id}`)).body;
  await expect.poll(async () => (await get()).status, { interval: 50, timeout: 60_000 }).toBe("idle");
  asked.sort();
  return get();
}
async function connected(path: string) {
  asked.length = 0;
  const source = { kind: "website", address: `${url}${path}` };
  const made = await ada.api.post(`/collections/${collection}/connectors`, { name: "Site", source });
  expect(made.status).toBe(201);
  return synced(made.body.id);
}
async function again(id: number) {
  asked.length = 0;
  await ada.api.post(`/connectors/${id}/sync`);
  return synced(id);
}
const documents = async () =>
  (await ada.api.get(`/documents?collection_id=${collection}&sort=name`)).body as {
    id: number;
    folder: string;
    file_name: string;
  }[];
const page = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><nav><a href="/docs/extra.html">Extra</a></nav><p>${body}</p>`;
const sitemap = (...pages: [path: string, lastmod?: string][]) => ({
  type: "application/xml",
  body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages
    .map(([path, at]) => `<url><loc>${url}${path}</loc>${at ? `<lastmod>${at}</lastmod>` : ""}</url>`)
    .join("")}</urlset>`,
});

test("pages of a sitemap become documents, and only changed ones are read again", async () => {
  const index = `<sitemapindex><sitemap><loc>${url}/pages.xml</loc></sitemap></sitemapindex>`;
  site.set("/robots.txt", {
    type: "text/plain",
    body: `User-agent: *\nDisallow: /docs/secret\nSitemap: ${url}/index.xml`,
  });
  site.set("/index.xml", { type: "application/xml", body: index });
  const pages = (at: string) =>
    sitemap(
      ["/docs/a.html", at],
      ["/docs/b/"],
      ["/docs/secret.html"],
      ["/blog/c.html"],
      ["/docs/gone.html", "1"],
    );
  site.set("/pages.xml", pages("2026-01-01"));
  site.set("/docs/a.html", { body: page("Opening &amp; hours", "Open from nine to five.") });
  site.set("/docs/b/", { body: page("Prices", "A loaf costs three euros."), etag: '"b1"' });
  site.set("/docs/secret.html", { body: "secret" });
  site.set("/blog/c.html", { body: "elsewhere" });

  const first = await connected("/docs/");
  expect(first).toMatchObject({
    last_run: { added: 2, skipped: 1, error: null },
    problems: [{ path: "docs/gone.html", problem: "The server answered 404." }],
  });
  const made = await documents();
  expect(made.map(({ folder, file_name: name }) => `${folder}/${name}`)).toEqual([
    "Site/docs/a.md",
    "Site/docs/b.md",
  ]);
  const { body } = await ada.api.get(`/documents/${made[0]!.id}/content`);
  expect(body).toMatch(/^# Opening & hours\n\n[\s\S]*Open from nine to five\.$/);
  expect(asked.filter((line) => /secret|blog/.test(line))).toEqual([]);

  await again(first.id);
  expect(asked).toContain("/docs/b/ 304");
  expect(asked.filter((line) => line.startsWith("/docs/a.html"))).toEqual([]);
  expect((await documents()).map(({ id }) => id)).toEqual(made.map(({ id }) => id));

  site.set("/pages.xml", sitemap(["/docs/a.html", "2026-02-02"]));
  site.set("/docs/a.html", { body: page("Opening hours", "Open from ten to six.") });
  expect((await again(first.id)).last_run).toMatchObject({ added: 0, changed: 1, removed: 1, skipped: 0 });
  expect(await documents()).toMatchObject([{ file_name: "a.md" }]);

  // No documents are removed while the sitemap can't be read.
  site.delete("/index.xml");
  expect((await again(first.id)).last_run.error).toBe("The sitemap that robots.txt names does not exist.");
  expect(await documents()).toHaveLength(1);
}, 120_000);

test("links are followed without a sitemap, three pages deep and with bounded query variants", async () => {
  const linked = (title: string, ...links: string[]) => ({
    body: page(title, links.map((link) => `See <a href="${link}">it</a>.`).join(" ")),
  });
  site.set("/robots.txt", { type: "text/plain", body: "User-agent: *\nDisallow: /docs/secret" });
  site.set("/docs/", linked("Start", "more.html#top", "list?page=1", "https://example.com/", "../blog.html"));
  site.set("/docs/more.html", linked("More", "deep/", "secret.html", "notes.txt", "gone.html"));
  site.set("/docs/extra.html", { body: page("Extra", "Extra words.") });
  site.set("/docs/list?page=1", linked("List", "list?page=2", "more.html"));
  site.set("/docs/notes.txt", { body: "Notes.", type: "text/plain" });
  site.set("/docs/deep/", linked("Deep", "deeper.html"));
  site.set("/docs/deep/deeper.html", linked("Deeper", "deepest.html"));
  const names = async () => (await documents()).map(({ file_name: name }) => name);

  const first = await connected("/docs/");
  expect(first).toMatchObject({
    last_run: { added: 7, skipped: 1, error: null },
    problems: [{ path: "docs/gone.html", problem: "The server answered 404." }],
  });
  const all = ["deep.md", "deeper.md", "docs.md", "extra.md", "list.md", "more.md", "notes.txt"];
  expect((await names()).toSorted()).toEqual(all);
  expect(asked.filter((line) => /secret|blog|deepest|page=2/.test(line))).toEqual([]);

  // Of the unchanged pages, only those whose links are followed are requested.
  await again(first.id);
  expect(asked.filter((line) => line.startsWith("/docs/more.html"))).toHaveLength(1);
  expect((await names()).toSorted()).toEqual(all);

  // No documents are removed while a page whose links are followed can't be read.
  site.set("/docs/more.html", { body: "Later", status: 503 });
  expect((await again(first.id)).last_run.error).toBe("The server answered 503.");
  expect(await names()).toHaveLength(7);
}, 60_000);

test("a private address is not requested", async () => {
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("")!;
  const { last_run: run } = await connected("/");
  expect(run.error).toMatch(/private network/);
  expect(asked).toEqual([]);
}, 60_000);
