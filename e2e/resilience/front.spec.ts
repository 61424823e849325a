import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect } from "@playwright/test";
import { test } from "@/test/test";

// Headers that every response must have, whichever layer sends it, and requests that must be rejected.

const addresses = [
  "/",
  "/login",
  "/none",
  "/print/chats/none",
  "/docs",
  "/docs/chats",
  "/docs/search.json",
  "/embed.js",
  "/icon.svg",
  "/live-worker.js",
  "/offline-worker.js",
  "/manifest.webmanifest",
  "/_next/static/none.js",
  "/_next/image?url=x",
  "/public-chat/none.js",
  "/public/none",
  "/public/chats/none",
  "/preview",
  "/api/none",
  "/api/auth/signin",
  "/api/auth/signout",
  "/api/auth/error",
  "/api/auth/csrf",
  "/api/auth/none",
  "/api/inngest",
  "/api/v1",
  "/api/v1/none",
  "/api/v1/chats",
  "/api/v1/health/live",
];

for (const address of addresses) {
  test(`${address} has one content security policy, and cannot be framed by other sites`, async ({
    product,
  }) => {
    for (const method of ["GET", "POST"]) {
      const { headers } = await fetch(`${product.url}${address}`, { method, redirect: "manual" });
      const policy = headers.get("content-security-policy") ?? "";
      const may =
        { "/public/chats/none": "\\*", "/preview": "'self'", "/print/chats/none": "'self'" }[address] ??
        "'none'";
      expect(policy, method).toMatch(new RegExp(`frame-ancestors ${may}`));
      // Multiple policies would be joined by a comma.
      expect(policy, method).not.toContain(",");
      expect(headers.get("x-content-type-options"), method).toBe("nosniff");
      expect(headers.get("referrer-policy"), method).toBe("no-referrer");
    }
  });
}

test("scripts are sent in the smallest supported encoding, and cached permanently", async ({ product }) => {
  const page = await (await fetch(`${product.url}/login`)).text();
  const script = page.match(/\/_next\/static\/chunks\/[^"\\]+\.js/)?.[0];
  const bytesAs = async (coding: string) => {
    const { headers } = await fetch(`${product.url}${script}`, { headers: { "accept-encoding": coding } });
    expect(headers.get("content-encoding") ?? "identity").toBe(coding);
    expect(headers.get("content-type")).toContain("javascript");
    expect(headers.get("cache-control")).toContain("immutable");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    return Number(headers.get("content-length"));
  };
  const [plain, gzip, brotli] = [await bytesAs("identity"), await bytesAs("gzip"), await bytesAs("br")];
  expect(plain).toBeGreaterThan(gzip!);
  expect(gzip).toBeGreaterThan(brotli!);
  expect((await fetch(`${product.url}/_next/static/none.js`)).status).toBe(404);
});

const leadingNowhere = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/openid-configuration",
  "/.well-known/none",
  "/none",
  "/none/",
  "/none.json",
  "/none?a=b",
  "/v1/chats",
  "/api",
  "/api/none",
  "/api/v2/chats",
  "/chats/1/messages",
  "/docs/none/none",
  "/public/none",
  "/settings/none",
  "/sitemap.xml",
  "/openapi.json",
  "/.env",
  "/mcp",
  "/%63one",
  "/ä",
];

test("unknown addresses return 404 to a program", async ({ product }) => {
  for (const path of leadingNowhere)
    for (const accept of ["*/*", "application/json", "application/json, text/event-stream"])
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const init = { method, headers: { accept }, redirect: "manual" } as const;
        const answer = await fetch(product.url + path, init);
        expect([path, method, answer.status]).toEqual([path, method, 404]);
        expect(await answer.json(), path).toMatchObject({ error: "Not Found", status_code: 404 });
        expect(answer.headers.get("x-request-id"), path).toBeTruthy();
      }
  const wellKnown = product.url + leadingNowhere[0];
  expect((await fetch(wellKnown, { headers: { accept: "text/html" } })).status).toBe(404);
  const headers = { origin: "https://other.test", "access-control-request-method": "GET" };
  const preflight = await fetch(wellKnown, { method: "OPTIONS", headers });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
});

test("unknown addresses ask a browser to sign in", async ({ product }) => {
  const headers = { accept: "text/html,*/*" };
  const answer = await fetch(`${product.url}/none?a=b`, { headers, redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([307, "/login?next=%2Fnone%3Fa%3Db"]);
});

test("NextAuth answers only the routes in use", async ({ product }) => {
  const getStatus = async (method: string, path: string, body?: string, type?: string) => {
    const headers = { ...(type && { "content-type": type }) };
    const answer = await fetch(`${product.url}/api/auth${path}`, {
      method,
      body,
      headers,
      redirect: "manual",
    });
    return answer.status;
  };
  const form = "application/x-www-form-urlencoded";
  expect(await getStatus("GET", "/callback/magic")).toBe(405);
  expect(await getStatus("GET", "/callback/credentials")).toBe(405);
  expect(await getStatus("POST", "/_log", "code=x", form)).toBe(404);
  expect(await getStatus("POST", "/callback/credentials", "a&".repeat(8_000), form)).toBe(400);
  expect(await getStatus("POST", "/callback/credentials", "a&".repeat(10_000), form)).toBe(413);
  expect(await getStatus("POST", "/callback/credentials", "x".repeat(3_000_000), form)).toBe(413);
  expect(await getStatus("POST", "/login/submit", undefined)).toBe(404);
  for (const value of [{}, [], 1, null, { a: { b: 1 } }]) {
    const body = JSON.stringify({ csrfToken: value, callbackUrl: value, email: value, password: value });
    expect(await getStatus("POST", "/callback/credentials", body, "application/json")).toBeLessThan(500);
    expect(await getStatus("POST", "/signout", body, "application/json")).toBeLessThan(500);
  }
});

test("forged addresses in headers give no additional sign-in attempts", async ({ product, someone }) => {
  const refusals = [];
  for (let n = 0; n < 14; n++) {
    const answer = await fetch(`${product.url}/login/submit`, {
      method: "POST",
      body: new URLSearchParams({ email: someone.email, password: `not the right one ${n}` }),
      headers: {
        accept: "application/json",
        "x-parley-front": `x 198.51.100.${n} local`,
        "x-forwarded-for": `198.51.100.${n}`,
      },
    });
    refusals.push(((await answer.json()) as { retryAfter?: number }).retryAfter !== undefined);
  }
  expect(refusals.at(-1)).toBe(true);
});

/**
 * Sends raw bytes over a new connection.
 * @returns everything received until it closes
 */
const exchangeRaw = (address: string, bytes: string) =>
  new Promise<string>((resolve) => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = "";
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
const exchangeLines = (address: string, lines: string[]) =>
  exchangeRaw(address, [...lines, "connection: close", "", ""].join("\r\n"));

test("incomplete requests time out", async ({ product }) => {
  test.setTimeout(90_000);
  const until = (lines: string[]) => exchangeRaw(product.url, lines.join("\r\n"));
  const head = ["POST /api/v1/auth/login HTTP/1.1", "host: x"];
  const body = ["content-type: application/x-www-form-urlencoded", "content-length: 10", "", "a"];
  const [ofHead, ofBody, ofPage] = await Promise.all([
    until([...head, "x-half: "]),
    until([...head, ...body]),
    until(["POST /login/submit HTTP/1.1", "host: x", ...body]),
  ]);
  expect(ofHead).toMatch(/^(HTTP\/1.1 408 .*)?$/s);
  expect(ofBody).not.toContain(" 200 ");
  expect(ofPage).not.toContain(" 200 ");
});

test("the server doesn't act as a proxy, and fetches no requested address", async ({ product }) => {
  let asked = 0;
  const inner = createServer((_, response) => {
    asked++;
    response.end("inside");
  });
  await new Promise<void>((resolve) => inner.listen(0, "127.0.0.1", resolve));
  const { port } = inner.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const image = encodeURIComponent(`http://${host}/x.png`);
  for (const query of [
    `url=${image}&w=64&q=75`,
    `url=%2F%2F${host}%2Fx.png&w=64&q=75`,
    "url=%2Ficon.svg&w=64&q=75",
    "url=%2Fapi%2Fv1%2Fopenapi.json&w=64&q=75",
    "",
  ])
    for (const path of ["/_next/image", "/_next/image/", "/_next//image", "/%5Fnext/image"])
      expect((await fetch(`${product.url}${path}?${query}`)).status, path + query).toBe(404);
  const upgrade = ["connection: upgrade", "upgrade: websocket", "sec-websocket-version: 13"];
  for (const lines of [
    [`GET http://${host}/ HTTP/1.1`, `host: ${host}`],
    [`GET http://${host}/api/v1/chats HTTP/1.1`, `host: ${host}`],
    [`GET http://${host}/ HTTP/1.1`, `host: ${host}`, ...upgrade],
    ["GET / HTTP/1.1", `host: ${host}`, ...upgrade],
    [`GET //${host}/ HTTP/1.1`, `host: ${host}`],
  ])
    expect(await exchangeLines(product.url, lines), lines[0]).not.toContain("inside");
  inner.close();
  expect(asked).toBe(0);
});

test("malformed requests are refused without a server error", async ({ product }) => {
  const { hostname, port } = new URL(product.url);
  const answerTo = (lines: string[]) => exchangeLines(product.url, lines);
  const methods = [
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "LINK",
    "PURGE",
    "M-SEARCH",
    "SOURCE",
    "QUERY",
    "FROB",
    "get",
  ];
  const paths = [
    "/",
    "/login",
    "/none",
    "/api/auth/session",
    "/api/v1/chats",
    "/preview",
    "/icon.svg",
    "/_next/x",
  ];
  const targets = [
    ...[
      "*",
      `http://${hostname}/login`,
      `https://${hostname}/`,
      "login",
      `${hostname}:${port}`,
      "http://",
      "?a",
    ],
    ...[
      "//",
      "///login",
      "//evil.test/login",
      "/\\\\evil.test",
      "/..",
      "/%",
      "/%00",
      "/%ff",
      "/a%2f..%2flogin",
    ],
    ...[
      "/login?%",
      "/login?a=%ff",
      "/_next/static/..%2f..%2fpackage.json",
      "/_next/data/",
      "/_next/%",
      "/#a",
    ],
    ...["/500", "/404", "/_error", "/_not-found", "/__nextjs_original-stack-frame", "/_next/webpack-hmr"],
  ];
  const hosts = ["", "x, y", "a b", "a/b", "a@b", "[::", "x:99999", "x:y", "xn--\u00e4"];
  const host = `host: ${hostname}:${port}`;
  const requests = [
    ...methods.flatMap((method) => paths.map((path) => [`${method} ${path} HTTP/1.1`, host])),
    ...["GET", "POST", "OPTIONS", "HEAD"].flatMap((method) =>
      targets.map((target) => [`${method} ${target} HTTP/1.1`, host]),
    ),
    ...hosts.flatMap((name) => paths.map((path) => [`GET ${path} HTTP/1.1`, `host: ${name}`])),
    ...paths.map((path) => [`GET ${path} HTTP/1.1`, host, host]),
    ...paths.flatMap((path) =>
      ["x-forwarded-host: a b", "x-forwarded-proto: a b", "x-forwarded-host: [", "x-forwarded-port: a"].map(
        (header) => [`GET ${path} HTTP/1.1`, host, header],
      ),
    ),
    ...paths.map((path) => [`GET ${path} HTTP/1.1`, host, "connection: upgrade", "upgrade: websocket"]),
    ...[
      "next-resume: 1",
      "x-matched-path: /",
      "x-now-route-matches: 1=a",
      "x-nextjs-data: 1",
      "x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy",
      "rsc: 1",
      "next-router-state-tree: %",
      "next-action: a",
    ].flatMap((header) => ["/", "/login", "/none"].map((path) => [`GET ${path} HTTP/1.1`, host, header])),
  ];
  const failures: string[][] = [];
  for (const lines of requests) {
    const answer = await answerTo(lines);
    const [, status] = /^HTTP\/1\.[01] (\d{3}) /.exec(answer) ?? [];
    const location = /^location: (.*)$/im.exec(answer)?.[1] ?? "/";
    if (!status || status === "101" || Number(status) >= 500 || !/^\/(?![/\\])/.test(location))
      failures.push([status ?? answer, location, ...lines]);
  }
  expect(failures).toEqual([]);
  expect(await answerTo(["OPTIONS * HTTP/1.1", host])).toMatch(/^HTTP\/1\.1 400 /);
  expect(await answerTo(["TRACE / HTTP/1.1", host])).toMatch(/^HTTP\/1\.1 405 .*\r\nallow: GET, /is);
  expect((await fetch(`${product.url}/api/v1/health/live`)).status).toBe(200);
});

test("requests to internals of Next reveal no page and cause no error", async ({ product }) => {
  const flight = ["--b", 'content-disposition: form-data; name="0"', "", '{"then":"$1:__proto__:then"}'];
  const body = [...flight, "--b", 'content-disposition: form-data; name="1"', "", '"$@0"', "--b--", ""].join(
    "\r\n",
  );
  for (const path of ["/", "/login", "/chats/1", "/public/chats/none"]) {
    const posted = await fetch(product.url + path, {
      method: "POST",
      body,
      headers: { "next-action": "x".repeat(42), "content-type": "multipart/form-data; boundary=b" },
      redirect: "manual",
    });
    expect(posted.status, path).toBeLessThan(500);
    expect(await posted.text(), path).not.toContain("virtual_assistant");
  }
  for (const path of [
    "/chats.rsc",
    "/_next/data/x/chats.json",
    "/chats/1.segments/_tree.segment.rsc",
    "/?_rsc=1",
  ]) {
    const page = await fetch(product.url + path, { headers: { rsc: "1", "next-router-prefetch": "1" } });
    expect(page.status, path).toBeLessThan(500);
    expect(await page.text(), path).not.toContain("last_message");
  }
  expect((await fetch(`${product.url}/api/v1/health/live`)).status).toBe(200);
});
