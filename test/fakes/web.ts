import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Fake web: pages that a test defines, and search engines. Pages with these paths misbehave:
 *
 * | path | behavior |
 * |---|---|
 * | `/endless` | an endless page |
 * | `/silent` | no response; `left` counts clients that disconnect |
 * | `/nested` | 5 MB of nested tags |
 * | `/inward` | redirects to a private address |
 * | `/round` | redirects to itself |
 *
 * `/search` responds like SearXNG; `/brave`, `/tavily` and `/google` like these engines. `engine` makes them misbehave.
 */
export type FakePage = {
  body: string | Buffer;
  type?: string;
  status?: number;
  headers?: Record<string, string>;
};
type FakeHit = { title: string; url: string; text: string };

const NESTED = 5 * 1024 * 1024;

export async function startWeb() {
  const web = {
    url: "",
    pages: new Map<string, FakePage>(),
    hits: [] as FakeHit[],
    /** Status, or complete text of the response. */
    engine: undefined as number | string | undefined,
    /** Requested paths with their methods. */
    asked: [] as string[],
    searches: [] as { headers: IncomingMessage["headers"]; url: URL; body: string }[],
    left: 0,
    close: async () => {},
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  web.url = `http://127.0.0.1:${port}`;
  web.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", web.url);
    web.asked.push(`${request.method} ${url.pathname}${url.search}`);
    const engine = engines[url.pathname];
    if (engine) {
      let body = "";
      for await (const piece of request.setEncoding("utf8")) body += piece;
      web.searches.push({ headers: request.headers, url, body });
      if (typeof web.engine === "number") return void response.writeHead(web.engine).end("{}");
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(web.engine ?? JSON.stringify(engine(web.hits)));
    }
    const html = { "content-type": "text/html; charset=utf-8" };
    const redirect = (to: string) => void response.writeHead(302, { location: to }).end();
    switch (url.pathname) {
      case "/endless":
        response.writeHead(200, html);
        return endless(response);
      case "/silent":
        return void response.once("close", () => {
          web.left++;
        });
      case "/nested":
        return void response.writeHead(200, html).end("<div><b>".repeat(NESTED / "<div><b>".length));
      case "/inward":
        return redirect(`http://127.0.0.2:${port}/page`);
      case "/round":
        return redirect("/round");
    }
    const page = web.pages.get(url.pathname);
    if (!page) return void response.writeHead(404, html).end("<h1>Not here</h1>");
    response.writeHead(page.status ?? 200, {
      ...html,
      ...(page.type && { "content-type": page.type }),
      ...page.headers,
    });
    response.end(page.body);
  }
  return web;
}

/** Formats results like each engine. */
const engines: Record<string, (hits: FakeHit[]) => object> = {
  "/search": (hits) => ({ query: "", results: hits.map(({ text, ...hit }) => ({ ...hit, content: text })) }),
  "/brave": (hits) => ({
    type: "search",
    ...(hits.length > 0 && {
      web: { results: hits.map(({ text, ...hit }) => ({ ...hit, description: text })) },
    }),
  }),
  "/tavily": (hits) => ({ results: hits.map(({ text, ...hit }) => ({ ...hit, content: text, score: 0.9 })) }),
  "/google": (hits) => ({
    kind: "customsearch#search",
    ...(hits.length > 0 && {
      items: hits.map(({ title, url, text }) => ({ title, link: url, snippet: text })),
    }),
  }),
};

function endless(response: ServerResponse): void {
  const piece = "<p>and so on</p>".repeat(4096);
  const more = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}
