import type { Page } from "@playwright/test";
import type { Client } from "@/test/client";
import { expect, test } from "@/test/test";
import { createVisitor, publicChat, log as publicLog } from "@/test/visitor";

// Replies are displayed below their questions, even when they overlap in time.

const articles = (page: Page) => page.getByRole("log", { name: "Messages" }).getByRole("article");
const labels = (page: Page) =>
  articles(page).evaluateAll((all) => all.map((article) => article.getAttribute("aria-label")));
const [QUESTION, RUNNING, REPLY] = ["Your message", "Reply in progress", "Message from Parley"];

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

const say = async (api: Client, chat: { id: number }, message_input: string, is_sync = true) =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input, is_sync: String(is_sync) })).body;

test("concurrent questions each have their reply directly below", async ({
  signedIn: page,
  someone: { api },
}) => {
  await api.patch("/users/me", { queues_messages: false });
  const chat = (await api.post("/chats", { name: "Two at once" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await write(page, "[[fake tokens=150 delay=50]] one");
  await expect.poll(() => labels(page)).toEqual([QUESTION, RUNNING]);
  await write(page, "[[fake tokens=30 delay=50]] two");
  await expect.poll(() => labels(page)).toEqual([QUESTION, RUNNING, QUESTION, RUNNING]);
  await expect.poll(() => labels(page)).toEqual([QUESTION, RUNNING, QUESTION, REPLY]);
  await expect(articles(page)).toContainText(["one", "w5", "two", "w29"]);
  await expect.poll(() => labels(page)).toEqual([QUESTION, REPLY, QUESTION, REPLY]);
  await expect(articles(page)).toContainText(["one", "w149", "two", "w29"]);
  await page.reload();
  await expect(articles(page)).toContainText(["one", "w149", "two", "w29"]);
  await expect(page.getByRole("link", { name: /^In reply to/ })).toHaveCount(0);

  const stored = (await api.get(`/chats/${chat.id}/messages`)).body as { id: number; message: string }[];
  expect(stored.at(-1)!.message).toContain("w149");
});

test("a regenerated reply keeps its place in this tab, in another one and after a reload", async ({
  signedIn: page,
  context,
  someone: { api },
  model,
}) => {
  const chat = (await api.post("/chats", { name: "Again" })).body;
  for (const text of ["one", "two", "three"]) await say(api, chat, text);
  const other = await context.newPage();
  const pages = [page, other];
  for (const each of pages) await each.goto(`/chats/${chat.uuid}`);
  for (const each of pages)
    await expect(each.getByRole("textbox", { name: "Message", exact: true })).toBeFocused();
  model.setMode("tokens=40 delay=50");
  try {
    const first = articles(page).nth(1);
    await first.hover();
    await first.getByRole("button", { name: "Regenerate" }).click();
    for (const each of pages)
      await expect.poll(() => labels(each)).toEqual([QUESTION, RUNNING, QUESTION, REPLY, QUESTION, REPLY]);
    const expected = ["one", "w39", "two", "You said: two", "three", "You said: three"];
    for (const each of pages) {
      await expect(articles(each)).toContainText(expected);
      await expect.poll(() => labels(each)).toEqual([QUESTION, REPLY, QUESTION, REPLY, QUESTION, REPLY]);
    }
    await page.reload();
    await expect(articles(page)).toContainText(expected);
  } finally {
    model.setMode("echo");
  }
});

test("a reply moves to its distant question when that is loaded, without shifting the reading position", async ({
  signedIn: page,
  someone: { api },
}) => {
  const chat = (await api.post("/chats", { name: "Far back" })).body;
  const { streaming_task_id: task } = await say(api, chat, "[[fake first=10000]] The question", false);
  await api.put(`/chats/${chat.id}/va`, { virtual_assistant_id: null });
  for (let n = 1; n <= 40; n++) await say(api, chat, `Note ${n}.\n\n${"Much is said of it.\n\n".repeat(4)}`);
  await expect.poll(async () => (await api.get(`/chats/streaming/${task}`)).body.finished).toBe(true);
  for (let n = 41; n <= 44; n++) await say(api, chat, `Note ${n}.\n\n${"Much is said of it.\n\n".repeat(4)}`);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/message_id=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/chats/${chat.uuid}`);
  const reply = articles(page).filter({ hasText: "You said:" });
  await expect(reply.getByRole("link", { name: /^In reply to/ })).toBeAttached();
  const read = articles(page).filter({ hasText: "Note 22." });
  // Scrolls step by step, because messages far outside of the window aren't in the page.
  await expect(async () => {
    if ((await read.count()) === 0)
      await page.getByRole("log", { name: "Messages" }).evaluate((log) => log.scrollBy(0, -300));
    await read.scrollIntoViewIfNeeded({ timeout: 500 });
  }).toPass();
  await expect(page.getByText("Loading earlier messages")).toBeAttached();
  const before = (await read.boundingBox())!.y;
  release();
  await expect(reply.getByRole("link", { name: /^In reply to/ })).toHaveCount(0);
  expect(Math.abs((await read.boundingBox())!.y - before)).toBeLessThan(2);
  // Scroll anchoring keeps the position, so reaching the top takes several steps.
  await expect(async () => {
    await page.getByRole("log", { name: "Messages" }).evaluate((log) => log.scrollTo(0, -log.scrollHeight));
    await expect(articles(page).first()).toContainText("The question", { timeout: 1000 });
  }).toPass();
  await expect(articles(page).nth(1)).toContainText("You said:");
});

test("a visitor's replies stand below their questions, and a regenerated one keeps its place", async ({
  page,
  product,
  someone,
  model,
}) => {
  const chat = await publicChat(someone);
  const visitor = await createVisitor(product.url, chat);
  await visitor.ask("zero");
  await page.goto(`${product.url}/public/chats/${chat.uuid}?sid=${visitor.sid}`);
  await page.getByRole("button", { name: "Continue" }).click();
  const shown = publicLog(page).getByRole("article");
  const busy = publicLog(page).locator("article[aria-busy]");
  await visitor.say("[[fake tokens=150 delay=50]] one");
  await visitor.say("[[fake tokens=30 delay=50]] two");
  await expect(shown).toContainText(["zero", "You said", "one", "w3", "two", "w3"]);
  await expect(busy).toHaveCount(2);
  await expect(busy).toHaveCount(1);
  await expect(shown).toContainText(["zero", "You said", "one", "w40", "two", "w29"]);
  await expect(busy).toHaveCount(0);
  await expect(shown).toContainText(["zero", "You said", "one", "w149", "two", "w29"]);
  await page.reload();
  await expect(shown).toContainText(["zero", "You said", "one", "w149", "two", "w29"]);

  model.setMode("tokens=20 delay=50");
  try {
    await shown.nth(1).getByRole("button", { name: "Try again" }).click();
    await expect(busy).toHaveCount(1);
    await expect(shown).toContainText(["zero", "w3", "one", "w149", "two", "w29"]);
    await expect(busy).toHaveCount(0);
    await expect(page.getByRole("status")).toContainText("w19");
    await expect(shown).toContainText(["zero", "w19", "one", "w149", "two", "w29"]);
    await page.reload();
    await expect(shown).toContainText(["zero", "w19", "one", "w149", "two", "w29"]);
  } finally {
    model.setMode("echo");
  }
  const text: string = (await visitor.api.get(`${visitor.base}/export`, visitor.headers)).body;
  expect(text).toMatch(/zero\n.*w19.*\] one\n.*w149.*\] two\n.*w29/s);
});
