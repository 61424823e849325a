import type { Page } from "@playwright/test";
import { HOSTILE_NAME, oddLinks, pictures, scripts, startSink, watchForHarm } from "@/test/canary";
import { type Client, joined } from "@/test/client";
import { startWeb } from "@/test/fakes/web";
import { otherSite } from "@/test/other-site";
import { expect, signIn, test } from "@/test/test";
import { createVisitor, log } from "@/test/visitor";

/** Opens a page that must display a malicious text. */
async function openHostile(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const main = page.locator("main, body:not(:has(main))");
  const read = () =>
    main.evaluate((part: HTMLElement) => {
      const fields = [...part.querySelectorAll<HTMLInputElement>("input, textarea")];
      return [part.textContent, ...fields.map(({ value }) => value)].join("\n");
    });
  await expect.poll(read, path).toMatch(/svg.onload/);
  expect(await oddLinks(page), path).toEqual([]);
}

/** Returns the body of a request that must succeed. */
async function getBody<T extends { status: number; body: unknown }>(calling: Promise<T>): Promise<T["body"]> {
  const { status, body } = await calling;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

/** Fills every user-editable field with malicious texts. */
async function furnish(
  { api, group }: { api: Client; group: { id: string } },
  colleague: { user: { id: number } },
  texts: string[],
) {
  const [name, text] = [HOSTILE_NAME, texts.join("\n\n")];
  const make = (path: string, fields: object) => getBody(api.post(path, fields));
  await getBody(api.patch("/users/me", { full_name: name }));
  await getBody(api.patch(`/groups/${group.id}`, { name }));
  await make("/users/me/memories", { text: `${name} ${texts.at(-1)}` });
  const assistant = await make("/virtual-assistants", {
    ...{ name, description: name, instructions: text, greeting: text.slice(0, 900) },
    suggested_questions: [name],
  });
  const folder = await make("/chat-workspaces", { name });
  const chat = await make("/chats", {
    ...{ name, goal: text.slice(0, 10_000), memo: text, canvas: text, page_type: "canvas" },
    ...{ virtual_assistant_id: assistant.id, chat_workspace_id: folder.id },
    member_user_ids: [colleague.user.id],
  });
  await getBody(api.patch(`/chats/${chat.uuid}/me`, { tags: [name] }));
  await make(`/chats/${chat.id}/canvas/pages`, { title: name, kind: "text", text });
  const task = await make("/tasks", {
    ...{ name, description: text.slice(0, 2000), fields: { goal: text.slice(0, 10_000), canvas: text } },
  });
  await make("/tasks/actions", {
    name,
    description: name,
    action_name: "hostile",
    prompt: text.slice(0, 5000),
  });
  await make("/collections", { name, description: name });
  await make("/saved-replies", { name, text: text.slice(0, 1000) });
  await make("/users/me/api-tokens", { name });
  // A slash would separate folders.
  const file = new File([text], `${name}.txt`.replaceAll("/", "\u2215"), { type: "text/plain" });
  await getBody(api.multipart("/documents", { files: [file] }));
  const [document] = await getBody(api.multipart("/documents", { files: [file], chat_id: String(chat.id) }));
  await expect.poll(async () => (await api.get(`/documents/${document.id}`)).body.status).toBe("ready");
  return { assistant, chat, task, document, file };
}

test("hostile texts run and fetch something when they are markup, which proves the detection", async ({
  page,
}) => {
  using sink = await startSink();
  const harm = await watchForHarm(page.context(), { url: "http://localhost:4321" });
  const html = [HOSTILE_NAME, ...pictures(sink), ...scripts(sink)].join("\n");
  await page.route("http://localhost:4321/**", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: new URL(route.request().url()).pathname === "/" ? html : "",
    }),
  );
  await page.goto("http://localhost:4321/", { waitUntil: "commit" });
  await expect.poll(() => harm).toContain("/canary/");
  await expect.poll(() => sink.requests.length).toBeGreaterThan(0);
});

test("texts, names, files and addresses by users and models run and fetch nothing", async ({
  page,
  context,
  product,
  someone,
}) => {
  test.slow();
  const { api } = someone;
  using sink = await startSink();
  const web = await startWeb();
  const texts = [...pictures(sink), ...scripts(sink)];
  const bea = await joined(product.url, someone, HOSTILE_NAME);
  const { assistant, chat, task, document, file } = await furnish(someone, bea, texts);
  web.hits = [
    { title: HOSTILE_NAME.replace("<", "&lt;"), url: `${sink.address}?">${HOSTILE_NAME}`, text: texts[3]! },
    { title: "A script", url: "javascript:console.log(/canary/)", text: "x" },
  ];
  await getBody(api.put("/web", { search: true, engine: "searxng", base_url: web.url }));
  const harm = await watchForHarm(context, product);

  const say = (message_input: string, files: File[] = []) =>
    getBody(api.multipart(`/chats/${chat.id}/messages`, { message_input, files }));

  // A colleague watches while people and the model write.
  await signIn(page, product.url, bea.email);
  await page.request.post("/switch-group/submit", { form: { group_id: someone.group.id } });
  await page.goto("/");
  await expect(page.getByRole("button", { name: `${HOSTILE_NAME} 1 chat` })).toBeVisible();
  await say(`${HOSTILE_NAME} ${texts[0]}`);
  await expect(
    page
      .getByRole("status")
      .getByText(/svg.onload/)
      .first(),
  ).toBeVisible();
  // Virtualization removes messages far outside the viewport.
  await page.setViewportSize({ width: 1280, height: 20_000 });
  await page.goto(`/chats/${chat.uuid}`);
  const query = JSON.stringify({ query: HOSTILE_NAME });
  for (const message_input of [
    texts.join("\n\n"),
    `[[fake call search_web ${query}]]`,
    `[[fake call search_documents ${query}]]`,
  ])
    await say(message_input, [file]);
  const log = page.getByRole("log", { name: "Messages" });
  await expect(log.getByRole("article")).toHaveCount(8);
  await expect(log.getByRole("list", { name: "Sources" })).not.toHaveCount(0);
  for (const summary of await log.locator("summary").all()) await summary.click();
  expect(await oddLinks(page)).toEqual([]);

  await signIn(page, product.url, someone.email);
  const { url } = await getBody(api.post(`/chats/${chat.id}/shares`, { requires_sign_in: false }));
  for (const path of [
    ...[
      `/chats/${chat.uuid}`,
      "/",
      "/assistants",
      `/assistants/${assistant.id}`,
      "/tasks",
      `/tasks/${task.id}`,
    ],
    ...["/task-actions", "/documents", `/documents/${document.id}`, "/documents/collections"],
    ...["/settings/profile", "/settings/members", "/settings/memory", "/settings/api-tokens"],
    ...[`/print/chats/${chat.uuid}`, url as string],
  ])
    await openHostile(page, path);

  const exported: string = await getBody(api.get(`/chats/${chat.id}/export?format=html`));
  await page.route("**/exported", (route) => route.fulfill({ contentType: "text/html", body: exported }));
  await openHostile(page, "/exported");
  await web.close();
  expect(harm).toEqual([]);
  expect(sink.requests).toEqual([]);

  // Links must not send a referrer.
  await page.goto(`/chats/${chat.uuid}`);
  const opened = context.waitForEvent("page");
  await log.locator(`a[href="${sink.address}"]`).first().click();
  const away = await opened;
  await away.waitForLoadState();
  expect(await away.evaluate(() => [document.referrer, window.opener])).toEqual(["", null]);
  expect(sink.requests[0]).toEqual({ path: "/canary", referer: undefined });
});

test("texts of visitors are inert on the team's screens, and those of the team on the visitors' screens", async ({
  signedIn: page,
  context,
  product,
  someone,
}) => {
  const { api } = someone;
  using sink = await startSink();
  const harm = await watchForHarm(context, product);
  const [name, text] = [HOSTILE_NAME, [...pictures(sink), ...scripts(sink)].join("\n\n")];
  const assistant = (
    await api.post("/virtual-assistants", {
      ...{ name, greeting: text.slice(0, 1000), suggested_questions: [name] },
    })
  ).body;
  const extra = { PUBLIC_CHAT_UPLOAD_FILES: true };
  const chat = (
    await api.post("/chats", { name, virtual_assistant_id: assistant.id, is_public: true, extra })
  ).body;
  const visitor = await createVisitor(product.url, chat);
  const named = { name, email: "x@example.test" };
  expect((await visitor.api.post(`${visitor.base}/identity`, named, visitor.headers)).status).toBe(200);
  const from = { page: "javascript:console.log(/canary/)" };
  await visitor.api.put(`${visitor.base}/page`, from, visitor.headers);
  await visitor.ask(`${name} [[${name}]]`);
  // Sends all malicious texts, and a very long one that could overload the renderer.
  await visitor.ask(text);
  await visitor.ask(`${text}\n\n`.repeat(10).slice(0, 20_000));
  expect((await visitor.say(name, { files: [new File([text], "<img src=x>.txt")] })).status).toBe(200);

  const [conversation] = (await api.get(`/chats?parent_chat_id=${chat.id}`)).body;
  for (const path of ["/inbox", `/chats/${conversation.uuid}`, `/chats/${chat.uuid}/publish`])
    await openHostile(page, path);
  await page.goto(`/chats/${conversation.uuid}`);
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: "Visitor" }).click();
  await expect(page.getByRole("definition").filter({ hasText: name })).toBeVisible();
  expect(await oddLinks(page)).toEqual([]);

  const query = new URLSearchParams({
    ...{ ui_chat_title: name, ui_chat_footer_msg: `${name} ${sink.address}`, sid: visitor.sid },
    ...{ ui_bg_color: `red;background:url(${sink.address})`, ui_theme: `dark"${name}`, ui_language: name },
  });
  await context.clearCookies();
  await openHostile(page, `/public/chats/${chat.uuid}?${query}`);
  await expect(log(page).locator("article")).toHaveCount(8);
  expect(harm).toEqual([]);
  expect(sink.requests).toEqual([]);
});

const MARKUP = (sink: { address: string }) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><script>console.log(/canary/)</script><img src="${sink.address}" /></html>`;

test("stored files run nothing in a browser, even when they are shown as a page", async ({
  signedIn: page,
  context,
  product,
  someone: { api },
}) => {
  using sink = await startSink();
  const markup = MARKUP(sink);
  const gif = "GIF89a\x01\x00\x01\x00\x00\xff\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x00;";
  const files = {
    "page.html": markup,
    "page.xhtml": markup,
    "page.xml": `<?xml version="1.0"?><?xml-stylesheet href="${sink.address}"?>${markup}`,
    "page.txt": markup,
    "page.md": markup,
    "page.json": `{"a":"${markup.replaceAll('"', "'")}"}`,
    "script.js": "console.log(/canary/)",
    "picture.gif": gif + markup,
  };
  const chat = (await api.post("/chats", { virtual_assistant_id: null })).body;
  const sent = Object.entries(files).map(([name, text]) => new File([Buffer.from(text, "latin1")], name));
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: "Files", files: sent });
  const [{ message_attachments: attachments }] = (await api.get(`/chats/${chat.id}/messages`)).body;
  expect(attachments).toHaveLength(sent.length);
  const harm = await watchForHarm(context, product);

  // Attachments are downloaded, or displayed if they are pictures.
  for (const { url, file_name: name } of attachments as { url: string; file_name: string }[]) {
    if (name === "picture.gif") {
      await page.goto(url);
      await expect(page.locator("img")).toHaveJSProperty("naturalWidth", 1);
      continue;
    }
    const saved = page.waitForEvent("download");
    await page.goto(url).catch(() => undefined);
    expect((await saved).suggestedFilename()).toBe(name);
  }
  // Displays downloads inline. Without the Content Security Policy they do harm, which proves that the test is valid.
  const copies: { html: string; headers: Record<string, string> }[] = [];
  for (const { url } of attachments) {
    const answer = await page.request.get(url);
    copies.push({ html: await answer.text(), headers: answer.headers() });
  }
  using site = await otherSite((path) => {
    const { html, headers } = copies[Number(path.split("/")[1])] ?? { html: "", headers: {} };
    const names = ["content-type", "x-content-type-options", "content-security-policy"];
    const sent = path.endsWith("/free") ? names.slice(0, 1) : names;
    return { html, headers: Object.fromEntries(sent.map((name) => [name, headers[name] ?? ""])) };
  });
  expect(harm).toEqual([]);
  for (const index of copies.keys()) await page.goto(`${site.url}/${index}`).catch(() => undefined);
  expect(harm).not.toContain("/canary/");
  expect(sink.requests).toEqual([]);
  await page.goto(`${site.url}/0/free`);
  await expect.poll(() => harm).toContain("/canary/");
  await expect.poll(() => sink.requests.length).toBeGreaterThan(0);
});
