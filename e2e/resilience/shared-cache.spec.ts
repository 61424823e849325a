import { readdirSync } from "node:fs";
import { join } from "node:path";
import { rawRequest } from "@/test/raw-request";
import { startSharedCache } from "@/test/shared-cache";
import { expect, PASSWORD, person, test } from "@/test/test";
import { createVisitor, publicChat } from "@/test/visitor";

async function getCookie(url: string, email: string): Promise<string> {
  const body = new URLSearchParams({ email, password: PASSWORD });
  const answer = await fetch(`${url}/login/submit`, { method: "POST", body, redirect: "manual" });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

const SECRET = "zanzibar";

test("a shared cache stores only public responses, and shows no user another's data", async ({
  product,
  someone: ada,
}) => {
  using cache = await startSharedCache(product.url);
  const bea = await person(product.url, "Bea Example");
  await ada.api.patch("/users/me", { full_name: `Ada ${SECRET}` });
  const assistant = (await ada.api.post("/virtual-assistants", { name: SECRET })).body;
  const chat = (
    await ada.api.post("/chats", { name: `Harbour ${SECRET}`, virtual_assistant_id: assistant.id })
  ).body;
  const file = new File([SECRET], `${SECRET}.txt`);
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: SECRET, files: [file] });
  const [{ message_attachments: attachments }] = (await ada.api.get(`/chats/${chat.id}/messages`)).body;
  const [document] = (await ada.api.multipart("/documents", { files: [file] })).body;
  const share = (await ada.api.post(`/chats/${chat.id}/shares`, { requires_sign_in: true })).body;

  const script = readdirSync(join(".next", "static", "chunks")).find((name) => name.endsWith(".js"));
  const everybodys = [`/_next/static/chunks/${script}`, "/embed.js", "/icon.svg"];
  const ofApi = [
    ...["/users/me", "/users/me/", "/users/me.js", "/users/me/x.css", "/users/me?x.css", "/users/me;x.css"],
    ...["/users/me/export", "/users/me/sessions", "/groups", "/chats", "/chats.css", "/chats?search=harbour"],
    ...[
      "",
      "/x.css",
      "%2Fx.css",
      "/messages",
      "/messages/x.png",
      "/export?format=html",
      "/export",
      "/me",
    ].map((rest) => `/chats/${chat.id}${rest}`),
    ...[
      `/documents`,
      `/documents/${document.id}`,
      `/documents/${document.id}/content`,
      "/virtual-assistants",
    ],
    ...["/search?q=harbour", "/usage", "/models", "/nowhere.css", "/health/ready"],
  ].map((path) => `/api/v1${path}`);
  const ofPages = [
    ...[
      "/",
      "/?x.css",
      "/index.css",
      "/documents",
      "/settings/profile",
      "/settings/members",
      "/api/auth/session",
      ...[
        "/api/auth/csrf",
        "/api/auth/providers",
        "/api/auth/signin",
        "/api/auth/signout",
        "/api/auth/error",
      ],
      ...["/api/auth/none", "/api/none", "/api/cron", "/shared/none", "/join/none", "/oauth/authorize"],
    ],
    ...[`/chats/${chat.uuid}`, `/chats/${chat.uuid}/x.css`, `/print/chats/${chat.uuid}`, "/login", "/logout"],
    ...[new URL(share.url).pathname, "/search?q=harbour", "/x.css", "/docs"],
  ];
  const cookies = await Promise.all([ada, bea].map(({ email }) => getCookie(product.url, email)));
  const as = [
    { authorization: ada.api.authorization!, cookie: cookies[0]! },
    { authorization: bea.api.authorization!, cookie: cookies[1]! },
    {},
  ];
  const none: Record<string, string> = {};
  let hits = 0;
  const leaks: unknown[] = [];
  for (const path of [...ofApi, attachments[0].url as string, ...ofPages, ...everybodys])
    for (const more of [none, ofPages.includes(path) ? { rsc: "1" } : { range: "bytes=0-3" }])
      for (const [who, headers] of as.entries()) {
        const { authorization, ...browser } = headers as { authorization?: string };
        const sent = path.startsWith("/api/v1/") ? (authorization ? { authorization } : {}) : browser;
        const init = { headers: { accept: "text/html", ...sent, ...more }, redirect: "manual" } as const;
        const text = await (await fetch(cache.url + path, init)).text();
        if (text.includes(SECRET) && who === 0) hits++;
        if (text.includes(SECRET) && who > 0) leaks.push([path, who, more]);
      }
  expect(leaks).toEqual([]);
  expect(hits).toBeGreaterThan(20);
  expect(cache.addresses().sort()).toEqual(everybodys.sort());

  // Knowing a file's ETag reveals nothing.
  const own = await fetch(cache.url + attachments[0].url, {
    headers: { authorization: ada.api.authorization! },
  });
  const tag = { "if-none-match": own.headers.get("etag")! };
  const again = (authorization: string) =>
    fetch(cache.url + attachments[0].url, { headers: { authorization, ...tag } });
  expect((await again(ada.api.authorization!)).status).toBe(304);
  expect((await again(bea.api.authorization!)).status).toBe(404);
  const hit = await fetch(cache.url + everybodys[0], { method: "HEAD" });
  expect(hit.headers.get("x-cache")).toBe("hit");
});

test("visitors behind one cache get their own sessions, and read their own conversations", async ({
  product,
  someone,
}) => {
  using cache = await startSharedCache(product.url);
  const chat = await publicChat(someone);
  const page = `/public/chats/${chat.uuid}`;
  const visit = async (path: string) => {
    const answer = await fetch(cache.url + path, { redirect: "manual" });
    return { answer, text: await answer.text(), location: answer.headers.get("location")! };
  };
  const sids = new Set<string>();
  for (let n = 0; n < 3; n++) {
    const { answer, location } = await visit(`${page}?ui_theme=dark`);
    expect([answer.status, answer.headers.get("x-cache")]).toEqual([302, "miss"]);
    sids.add(new URL(location, cache.url).searchParams.get("sid")!);
  }
  expect(sids.size).toBe(3);

  const [one, other] = [await createVisitor(cache.url, chat), await createVisitor(cache.url, chat)];
  await one.ask(`My ${SECRET}`);
  expect(JSON.stringify(await one.read())).toContain(SECRET);
  expect(JSON.stringify(await other.read())).not.toContain(SECRET);
  expect((await visit(`${page}?sid=${one.sid}`)).text).toContain(SECRET);
  expect((await visit(`${page}?sid=${other.sid}`)).text).not.toContain(SECRET);
  for (const path of ["messages", "conversations", "settings", "export", "messages/x.css"])
    for (const headers of [one.headers, other.headers, {}]) {
      const answer = await fetch(`${cache.url}/api/v1${one.base}/${path}`, { headers });
      const isOwn = headers === one.headers;
      if (!isOwn) expect([path, (await answer.text()).includes(SECRET)]).toEqual([path, false]);
      expect([path, answer.headers.get("x-cache")]).toEqual([path, "miss"]);
    }
  // The launcher is the same for every visitor of a site.
  for (const expected of ["miss", "hit"]) {
    const answer = await fetch(`${cache.url}/api/v1/public/chats/${chat.uuid}/launcher`);
    expect(answer.headers.get("x-cache")).toBe(expected);
  }
  expect(cache.addresses()).toEqual([`/api/v1/public/chats/${chat.uuid}/launcher`]);

  // The redirect ignores host headers of the request.
  const claims = { host: "evil.test", "x-forwarded-host": "evil.test", forwarded: "host=evil.test" };
  const { headers } = await rawRequest(`${product.url}${page}?a=1`, { method: "GET", headers: claims });
  expect(headers.location).toMatch(/^\/public\/chats\/[0-9a-f-]+\?a=1&sid=[0-9a-f-]{36}$/);
});
