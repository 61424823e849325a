import type { Page } from "@playwright/test";
import { expectAccessibleNow } from "@/test/page-checks";
import { expect, PASSWORD, test } from "@/test/test";

const message = (page: Page) => page.getByLabel("Message", { exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Chats" });

async function say(page: Page, text: string): Promise<void> {
  await message(page).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

// Runs in parallel, because this is the last and longest file.
test.describe.configure({ mode: "parallel" });

/** Collects console errors and warnings; checked at the end of a test. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on("console", (entry) => entry.type() === "error" && heard.push(entry.text()));
  page.on("pageerror", (error) => heard.push(error.message));
  return heard;
}

test("a first message becomes a chat whose reply streams, and everything survives a restart", async ({
  signedIn: page,
  product,
}) => {
  const heard = complaints(page);
  await page.goto("/");
  await say(page, "[[fake tokens=60 delay=30]] count for me");
  await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/);
  await expect(log(page).getByText("w3 w4")).toBeVisible();
  await expect(page.getByRole("article", { name: "Reply in progress" })).toBeVisible();
  await expect(log(page).getByText("w58 w59")).toBeVisible();
  await expect(page.getByRole("article", { name: /^Message from/ })).toHaveCount(1);
  await expect(sidebar(page).getByRole("link", { name: /count for me/ })).toBeVisible();
  expect(heard).toEqual([]);

  await product.restart();
  await page.reload();
  await expect(log(page).getByText("w58 w59")).toBeVisible();
  await expect(page.getByRole("article", { name: "Your message" })).toHaveCount(1);
});

test("messages of a chat are rendered by the server, without any script", async ({
  browser,
  someone,
  product,
  signedIn,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Rendered" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "[[fake markdown]] please" });
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await signedIn.context().storageState(),
  });
  const page = await context.newPage();
  await page.goto(`${product.url}/chats/${chat.uuid}`);
  await expect(page.getByRole("cell", { name: "34" })).toBeVisible();
  // Syntax highlighting loads with the page's scripts.
  await expect(page.locator("pre code").filter({ visible: true })).toContainText("const");
  await expect(page.locator("math").first()).toBeVisible();
  await expect(sidebar(page).getByRole("link", { name: "Rendered" })).toBeVisible();
  await context.close();
});

test("a reply can be stopped, and keeps the text so far", async ({ signedIn: page }) => {
  await page.goto("/");
  await say(page, "[[fake tokens=2000 delay=30]] go on and on");
  await expect(log(page).getByText("w3 w4")).toBeVisible();
  await message(page).press("Escape");
  await expect(log(page).getByText("Stopped.")).toBeVisible();
  await expect(log(page).getByText("w3 w4")).toBeVisible();
  await page.reload();
  await expect(log(page).getByText("Stopped.")).toBeVisible();
});

for (const [mode, reason] of [
  ["401", /key/i],
  ["500", /failed/i],
  ["cut=3", /lost before/],
  ["empty", /.+/],
] as const) {
  test(`a failing model (${mode}) leaves a readable reply that can be retried`, async ({
    signedIn: page,
    model,
  }) => {
    await page.goto("/");
    await say(page, `[[fake ${mode}]] hello`);
    const reply = page.getByRole("article", { name: /^Message from/ });
    await expect(reply.getByText(reason).first()).toBeVisible({ timeout: 20_000 });
    const calls = model.calls;
    await reply.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => model.calls).toBeGreaterThan(calls);
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(1, { timeout: 20_000 });
  });
}

test("a failed reply names its model and links an admin to the connection", async ({ signedIn: page }) => {
  await page.goto("/");
  await say(page, "[[fake 401]] hello");
  const reply = page.getByRole("article", { name: /^Message from/ });
  await expect(reply.getByText(/ refused the API key\.$/)).toBeVisible();
  await expect(reply.getByText(/^\S+ at OpenAI/)).toBeVisible();
  await expectAccessibleNow(page);
  await reply.getByRole("link", { name: "Check the connection" }).click();
  await expect(page.getByRole("button", { name: "Close OpenAI-compatible server" })).toBeVisible();

  await page.goto("/");
  await say(page, "[[fake 404]] hello");
  await reply.getByRole("link", { name: "Choose another model" }).click();
  await expect(page).toHaveURL(/\/assistants\/\d+$/);
});

test("a rate limit of a provider delays the retry button", async ({ signedIn: page, model }) => {
  await page.goto("/");
  await say(page, "[[fake 429 wait=8]] hello");
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeDisabled();
  await expect(again).toContainText(/in \d s/);
  await page.reload();
  await expect(again).toBeDisabled();
  await expect(again).toBeEnabled({ timeout: 10_000 });
  const calls = model.calls;
  await again.click();
  await expect.poll(() => model.calls).toBeGreaterThan(calls);
});

test("an ended session is reported, and after signing in again the page stays and the message is sent", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Kept", virtual_assistant_id: null })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeEnabled();
  await page.context().clearCookies();
  await say(page, "written before the end");
  const notice = page.getByRole("alert").filter({ hasText: "Your session has ended." });
  await expect(notice).toBeVisible();
  await expect(log(page).getByText("Sends when you sign in again.")).toBeVisible();
  await message(page).fill("half a thought");
  await expectAccessibleNow(page);
  await notice.getByRole("link", { name: "Sign in to continue" }).click();
  await page.getByLabel("E-mail address").fill(someone.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`/chats/${chat.uuid}`);
  await expect(message(page)).toHaveValue("half a thought");
  await expect
    .poll(async () =>
      (await someone.api.get(`/chats/${chat.id}/messages`)).body.map((m: { message: string }) => m.message),
    )
    .toEqual(["written before the end"]);
  await expect(notice).toHaveCount(0);
});

test("a page that is reopened during a reply shows all of it once", async ({ signedIn: page }) => {
  await page.goto("/");
  await say(page, "[[fake tokens=120 delay=25]] a longer one");
  await expect(log(page).getByText("w5 w6")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("article", { name: "Reply in progress" })).toBeVisible();
  await expect(log(page).getByText("w118 w119")).toBeVisible();
  const text =
    (await page
      .getByRole("article", { name: /^Message from/ })
      .locator(".prose")
      .textContent()) ?? "";
  expect(text.match(/\bw\d+\b/g)).toEqual(Array.from({ length: 120 }, (_, n) => `w${n}`));
});

test("a connection lost during a reply is restored without an error", async ({ signedIn: page }) => {
  await page.goto("/");
  await say(page, "[[fake tokens=150 delay=25]] through a tunnel");
  await expect(log(page).getByText("w5 w6")).toBeVisible();
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(log(page).getByText("w148 w149")).toBeVisible({ timeout: 20_000 });
  await expect(log(page).getByRole("alert")).toHaveCount(0);
  const text =
    (await page
      .getByRole("article", { name: /^Message from/ })
      .locator(".prose")
      .textContent()) ?? "";
  expect(text.match(/\bw\d+\b/g)).toHaveLength(150);
});

test("a reply resumes in the open page after its server is killed and restarted", async ({
  signedIn: page,
  product,
}) => {
  await page.goto("/");
  await say(page, "[[fake tokens=60 delay=40]] through a crash");
  await expect(log(page).getByText("w5 w6")).toBeVisible();
  await product.kill();
  await product.start();
  await expect(page.getByRole("article", { name: /^Message from/ })).toBeVisible({ timeout: 30_000 });
  const text =
    (await page
      .getByRole("article", { name: /^Message from/ })
      .locator(".prose")
      .textContent()) ?? "";
  expect(text.match(/\bw\d+\b/g)).toEqual(Array.from({ length: 60 }, (_, n) => `w${n}`));
  await expect(page.getByRole("article", { name: "Your message" })).toHaveCount(1);
});

test("a refused message stays with its reason, and is sent once when it is sent again", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Offline" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  const refusal = {
    error: "Payload Too Large",
    message: "The group's files fill its share.",
    status_code: 413,
  };
  await page.route("**/messages", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 413, json: refusal }) : route.continue(),
  );
  await say(page, "are you there?");
  await expect(log(page).getByRole("alert")).toContainText("Not sent. The group's files fill its share.");
  await page.unroute("**/messages");
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("article", { name: /^Message from/ })).toContainText(
    "You said: are you there?",
  );
  const stored = (await someone.api.get(`/chats/${chat.id}/messages`)).body;
  expect(stored.filter((each: { user_type: string }) => each.user_type === "user")).toHaveLength(1);
});

test("writing and copying work over plain HTTP in a local network", async ({ page, product, someone }) => {
  const heard = complaints(page);
  const there = product.url.replace("localhost", "parley.internal");
  await page.goto(`${there}/login`);
  await page.getByLabel("E-mail address").fill(someone.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${there}/`);
  expect(await page.evaluate(() => [isSecureContext, typeof crypto.randomUUID])).toEqual([
    false,
    "undefined",
  ]);
  await say(page, "hello over http");
  const reply = page.getByRole("article", { name: /^Message from/ });
  await expect(reply).toContainText("You said: hello over http");
  await reply.hover();
  await reply.getByRole("button", { name: "Copy" }).click();
  await expect(reply.getByRole("button", { name: "Copied" })).toBeVisible();
  // The browser warns that this header requires HTTPS; it is sent anyway.
  expect(heard.filter((text) => !text.startsWith("The Cross-Origin-Opener-Policy header"))).toEqual([]);
});

test("messages can be edited, answered again, copied and deleted", async ({ signedIn: page, someone }) => {
  const chat = (await someone.api.post("/chats", { name: "Edit" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "frist" });
  await page.goto(`/chats/${chat.uuid}`);
  await message(page).press("ArrowUp");
  await page.getByLabel("Edit message").fill("first");
  await page.getByRole("button", { name: "Save and regenerate" }).click();
  await expect(page.getByRole("article", { name: /^Message from/ })).toContainText(["You said: first"]);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const reply = page.getByRole("article", { name: /^Message from/ });
  await reply.hover();
  await reply.getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("You said: first");

  await reply.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete message" }).click();
  await expect(reply).toHaveCount(0);
  await page.reload();
  await expect(reply).toHaveCount(0);
});

test("the thinking of a model is a collapsible step", async ({ signedIn: page }) => {
  await page.goto("/");
  await say(page, "[[fake reasoning]] think");
  await expect(page.getByRole("article", { name: /^Message from/ })).toContainText("You said:");
  const summary = log(page).locator("summary");
  await expect(summary).toHaveText("Thought for a moment");
  await summary.click();
  await expect(log(page).getByText("thought 1 thought 2")).toBeVisible();
});

test("drafts are kept per chat until they are sent", async ({ signedIn: page, someone }) => {
  const one = (await someone.api.post("/chats", { name: "One" })).body;
  const two = (await someone.api.post("/chats", { name: "Two" })).body;
  await page.goto(`/chats/${one.uuid}`);
  await message(page).fill("half a thought");
  await sidebar(page).getByRole("link", { name: "Two" }).click();
  await page.waitForURL(`**/chats/${two.uuid}`);
  await expect(message(page)).toHaveValue("");
  await expect(sidebar(page).getByRole("link", { name: "One" })).toContainText("Draft: half a thought");
  await sidebar(page).getByRole("link", { name: "One" }).click();
  await expect(message(page)).toHaveValue("half a thought");
  await page.reload();
  await expect(message(page)).toHaveValue("half a thought");
});

test("Enter sends and Shift+Enter breaks the line, also in edits, and Enter of an input method does neither", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Keys", virtual_assistant_id: null })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await message(page).pressSequentially("one");
  await message(page).press("Shift+Enter");
  await message(page).pressSequentially("two");
  await message(page).dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
  await expect(message(page)).toHaveValue("one\ntwo");
  await message(page).press("Enter");
  await expect(page.getByRole("article", { name: "Your message" })).toContainText("one");
  await expect(message(page)).toHaveValue("");
  await expect
    .poll(async () => (await someone.api.get(`/chats/${chat.id}/messages`)).body[0]?.message)
    .toBe("one\ntwo");

  await message(page).press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await expect(editor).toBeFocused();
  await editor.press("ControlOrMeta+End");
  await editor.press("Shift+Enter");
  await page.keyboard.type("three");
  await editor.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true });
  await expect(editor).toHaveValue("one\ntwo\nthree");
  await editor.press("Enter");
  await expect(editor).toBeHidden();
  await expect(message(page)).toBeFocused();
  await expect
    .poll(async () => (await someone.api.get(`/chats/${chat.id}/messages`)).body[0]?.message)
    .toBe("one\ntwo\nthree");
});

test("ArrowUp right after sending edits the message that is being sent", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Keys", virtual_assistant_id: null })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "an earlier one" });
  const sending = Promise.withResolvers<void>();
  await page.route("**/api/v1/chats/*/messages", async (route) => {
    if (route.request().method() === "POST") await sending.promise;
    await route.continue();
  });
  await page.goto(`/chats/${chat.uuid}`);
  await message(page).fill("teh last one");
  await message(page).press("Enter");
  await expect(message(page)).toHaveValue("");
  await message(page).press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  sending.resolve();
  await expect(editor).toBeFocused();
  await expect(editor).toHaveValue("teh last one");
});

test("ArrowUp during a send that is refused opens no earlier message", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Keys", virtual_assistant_id: null })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "an earlier one" });
  const sending = Promise.withResolvers<void>();
  await page.route("**/api/v1/chats/*/messages", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await sending.promise;
    await route.fulfill({
      status: 422,
      json: { error: "Unprocessable Entity", message: "Not this message." },
    });
  });
  await page.goto(`/chats/${chat.uuid}`);
  await message(page).fill("refused");
  await message(page).press("Enter");
  await expect(message(page)).toHaveValue("");
  await message(page).press("ArrowUp");
  sending.resolve();
  await expect(page.getByText("Not this message.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Edit message" })).toHaveCount(0);
  await expect(message(page)).toBeFocused();
});

test("the document has a title at every moment of a navigation", async ({ signedIn: page, someone }) => {
  await someone.api.post("/chats", { name: "Titled" });
  await page.goto("/");
  expect(await page.evaluate(() => document.head.querySelector("title")?.textContent)).toBe(
    "New chat · Parley",
  );
  await page.evaluate(() => {
    const titles = new Set<string>();
    Object.assign(window, { titles });
    new MutationObserver(() => titles.add(document.title)).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.getByRole("link", { name: "Templates", exact: true }).click();
  await expect(page).toHaveTitle("Templates · Parley");
  await sidebar(page).getByRole("link", { name: "Titled" }).click();
  await expect(page).toHaveTitle("Titled · Parley");
  const titles = await page.evaluate(() => [...(window as unknown as { titles: Set<string> }).titles]);
  expect(titles).not.toContain("");
});

test("a pasted or picked file is sent with the message and can be downloaded", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Files", virtual_assistant_id: null })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("the budget is 40") });
  await expect(page.getByRole("list", { name: "Attached files" })).toContainText("notes.txt");
  await say(page, "see this");
  const link = page.getByRole("list", { name: "Files" }).getByRole("link", { name: /notes.txt/ });
  await link.click();
  const preview = page.getByRole("dialog", { name: "notes.txt" });
  await expect(preview).toContainText("the budget is 40");
  const save = preview.getByRole("link", { name: "Download" });
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  expect(download.suggestedFilename()).toBe("notes.txt");
});

test("chats are renamed, pinned, archived, found and deleted from the list", async ({
  signedIn: page,
  someone,
}) => {
  for (const name of ["Budget", "Café plans"]) await someone.api.post("/chats", { name });
  await page.goto("/");
  const act = async (chat: string, action: string) => {
    await sidebar(page)
      .getByRole("button", { name: `Actions for ${chat}` })
      .click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await act("Budget", "Rename");
  await page.getByRole("dialog").getByLabel("Name").fill("Budget 2027");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(sidebar(page).getByRole("link", { name: "Budget 2027" })).toBeVisible();

  await act("Budget 2027", "Pin");
  await expect(
    page.getByRole("region", { name: "Pinned" }).getByRole("link", { name: "Budget 2027" }),
  ).toBeVisible();

  await page.keyboard.press("Control+Shift+f");
  await page.keyboard.type("cafe");
  await expect(sidebar(page).getByRole("link")).toHaveText([/Café plans/]);
  await page.keyboard.press("Escape");

  await act("Café plans", "Archive");
  await expect(sidebar(page).getByRole("link", { name: "Café plans" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(sidebar(page).getByRole("link", { name: "Café plans" })).toBeVisible();

  await act("Café plans", "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete chat" }).click();
  await expect(sidebar(page).getByRole("link", { name: "Café plans" })).toHaveCount(0);
  const names = (await someone.api.get("/chats")).body.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["Budget 2027"]);
});

test("messages of others raise a chat's unread count until it is opened", async ({
  signedIn: page,
  someone,
}) => {
  const quiet = (await someone.api.post("/chats", { name: "Quiet" })).body;
  const busy = (await someone.api.post("/chats", { name: "Busy" })).body;
  await page.goto(`/chats/${quiet.uuid}`);
  await someone.api.multipart(`/chats/${busy.id}/messages`, { message_input: "hello" });
  await page.reload();
  const link = sidebar(page).getByRole("link", { name: "Busy" });
  await expect(link).toContainText("1 unread");
  await link.click();
  await expect(log(page)).toContainText("You said: hello");
  await expect(link).not.toContainText("unread");
  await expect
    .poll(async () => (await someone.api.get("/chats/total_unread_messages_count")).body.total)
    .toBe(0);
});

test("the thread keeps its reading position while text arrives, and follows again at its end", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Scroll" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "[[fake tokens=900]] much" });
  await page.goto(`/chats/${chat.uuid}`);
  // The reply streams for the duration of the test.
  await say(page, "[[fake tokens=2000 delay=15]] more");
  await expect(log(page).getByText("w20 w21").last()).toBeVisible();
  const at = () => log(page).evaluate((element) => element.scrollTop);
  expect(Math.abs(await at())).toBeLessThan(2);
  const first = page.getByRole("article", { name: /^Message from/ }).first();
  await first.hover();
  await page.mouse.wheel(0, -1500);
  await expect(page.getByRole("button", { name: "New messages" })).toBeVisible();
  const place = async () => (await first.boundingBox())!.y;
  // Smooth scrolling takes some frames.
  await expect.poll(async () => Math.abs((await place()) - (await place()))).toBeLessThan(0.5);
  const before = await place();
  const words = () => log(page).evaluate((element) => element.textContent.split(" ").length);
  const read = await words();
  await expect.poll(words).toBeGreaterThan(read + 100);
  expect(Math.abs((await place()) - before)).toBeLessThan(2);
  await page.getByRole("button", { name: "Stop the reply" }).click();
  await expect(page.getByRole("article", { name: "Reply in progress" })).toHaveCount(0);
  expect(Math.abs((await place()) - before)).toBeLessThan(40);
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await expect.poll(async () => Math.abs(await at())).toBeLessThan(2);
});

test("a long thread opens at its end and loads earlier messages upwards", async ({
  signedIn: page,
  someone,
  product,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Long", virtual_assistant_id: null })).body;
  for (let sent = 0; sent < 130; sent++)
    await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: `message ${sent}` });
  await page.goto(`${product.url}/chats/${chat.uuid}`);
  await expect(log(page).getByText("message 129", { exact: true })).toBeInViewport();
  await expect(async () => {
    await log(page).hover();
    await page.mouse.wheel(0, -4000);
    await expect(log(page).getByText("message 0", { exact: true })).toBeInViewport({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  // Virtualization removes messages far outside the viewport.
  await expect(log(page).getByText("message 129", { exact: true })).toHaveCount(0);
});

test("a deleted, foreign or invalid chat shows an error", async ({ signedIn: page }) => {
  for (const id of ["999999", "3f2c0a52-7d0e-4c54-9b1e-0a6d8f1f2b11", "no-chat"]) {
    await page.goto(`/chats/${id}`);
    await expect(page.getByText("Page not found")).toBeVisible();
  }
});

test("a message that would break a renderer leaves the chat readable", async ({
  signedIn: page,
  someone,
}) => {
  const heard = complaints(page);
  const chat = (await someone.api.post("/chats", { name: "Hostile", virtual_assistant_id: null })).body;
  for (const text of [
    "- ".repeat(2000),
    ">".repeat(10_000),
    "[a](".repeat(20_000),
    "![x](https://evil.example/?q=1)",
    "the last one",
  ])
    await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: text });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).host));
  const response = await page.goto(`/chats/${chat.uuid}`);
  expect(response?.status()).toBe(200);
  expect(await response?.text()).not.toContain('rel="preload" as="image" href="https://evil');
  await expect(log(page).getByText("the last one")).toBeVisible();
  expect(new Set(asked).size).toBe(1);
  expect(heard).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme });

    test("chats are in a drawer, nothing scrolls sideways, and the page passes axe", async ({
      signedIn: page,
      someone,
    }) => {
      const chat = (await someone.api.post("/chats", { name: "Pocket" })).body;
      await someone.api.multipart(`/chats/${chat.id}/messages`, {
        message_input: "[[fake markdown]] please",
      });
      await page.goto(`/chats/${chat.uuid}`);
      await expect(page.getByRole("cell", { name: "34" })).toBeVisible();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(390);
      await expectAccessibleNow(page);
      await page.getByRole("button", { name: "Show the sidebar" }).tap();
      await expect(sidebar(page).getByRole("link", { name: "Pocket" })).toBeVisible();
      await expectAccessibleNow(page);
      await page.getByRole("link", { name: "New chat" }).tap();
      await expect(page.getByRole("heading", { name: /Hello/ })).toBeVisible();
      await expect(sidebar(page)).toBeHidden();
    });
  });
}

test("the page passes axe on a wide screen, and the keyboard reaches everything", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Keys only" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  await expectAccessibleNow(page);
  await page.keyboard.press("Control+/");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(message(page)).toBeFocused();
  await page.keyboard.press("Control+Shift+o");
  await expect(page.getByRole("heading", { name: /Hello/ })).toBeVisible();
  await page.keyboard.press("Control+Shift+s");
  await expect(sidebar(page)).toBeHidden();
});
