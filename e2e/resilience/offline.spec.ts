import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const said = (page: Page, text: string) => page.getByRole("log", { name: "Messages" }).getByText(text);
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const notice = (page: Page) =>
  page.getByRole("main").getByRole("status").filter({ hasText: "when you reconnect" });

test("a page reports a lost connection immediately, stays, and opens the clicked link after a reconnect", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED/);
  const here = (await someone.api.post("/chats", { name: "Here" })).body;
  const there = (await someone.api.post("/chats", { name: "There" })).body;
  await page.goto(`/chats/${here.uuid}`);
  await expect(message(page)).toBeFocused();

  // An offline event of the browser alone is not trusted, because a server on the same computer still responds.
  const asked = page.waitForResponse("**/api/v1/health/live");
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await asked;
  await page.getByRole("button", { name: "Members and settings" }).click();
  await expect(page.getByRole("region", { name: "Members and settings" })).toContainText("(you)");
  await page.getByRole("button", { name: "Close the panel" }).click();

  await page.context().setOffline(true);
  await expect(notice(page)).toContainText("You're offline.");
  await expectAccessible(page);
  await page.getByRole("link", { name: "There" }).click();
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await message(page).fill("written on a train");
  await message(page).press("Enter");
  await expect(page.getByRole("article", { name: "Your message" })).toContainText("written on a train");
  await expect(heading(page, "Here")).toBeVisible();
  await expect(notice(page)).toBeVisible();
  // The code of this dialog was not loaded before the connection was lost.
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("Control+/");

  await page.context().setOffline(false);
  await page.waitForURL(`**/chats/${there.uuid}`);
  await expect(heading(page, "There")).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await expect(shortcuts).toBeVisible();
  await expect
    .poll(async () => (await someone.api.get(`/chats/${here.id}/messages`)).body[0]?.message)
    .toBe("written on a train");
});

const unsent = (page: Page) => page.getByRole("region", { name: "Not sent yet" });
const onItsWay = (page: Page) => page.getByRole("article", { name: "Your message" });

/** Cuts the page off from live events. */
async function hearNothing(page: Page) {
  await page.addInitScript("delete window.SharedWorker");
  await page.route("**/live-worker.js", (route) => route.abort());
}

async function reword(page: Page, text: string) {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Edit message" });
  await expect(field).toBeFocused();
  await field.fill(text);
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

test("first messages wait for the connection, can be changed or discarded, and each creates one chat", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/");
  await page.getByLabel("Files to attach").setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("A note."),
  });
  await expect(page.getByText("notes.txt")).toBeVisible();
  await page.context().setOffline(true);
  for (const [before, text] of ["the very first", "never mind"].entries()) {
    await message(page).fill(text);
    await message(page).press("Enter");
    await expect(onItsWay(page)).toHaveCount(before + 1);
  }
  await expect(onItsWay(page).first()).toContainText("Sends when you reconnect");
  await expect(onItsWay(page).first()).toContainText("notes.txt");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await onItsWay(page).last().getByRole("button", { name: "Discard" }).click();
  await expect(onItsWay(page)).toHaveCount(1);
  await reword(page, "on second thought");
  await expect(onItsWay(page)).toContainText("on second thought");

  await page.context().setOffline(false);
  await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("article", { name: "Message from Parley" })).toBeVisible();
  const chats = (await someone.api.get("/chats")).body;
  expect(chats).toHaveLength(1);
  const [first, ...others] = (await someone.api.get(`/chats/${chats[0].id}/messages`)).body;
  expect(first).toMatchObject({
    message: "on second thought",
    message_attachments: [{ file_name: "notes.txt" }],
  });
  expect(others).toHaveLength(1);

  // A person who is already writing something else must not be navigated away.
  await page.goto("/");
  await expect(message(page)).toBeFocused();
  await page.context().setOffline(true);
  await message(page).fill("one thing");
  await message(page).press("Enter");
  await expect(unsent(page)).toContainText("one thing");
  await message(page).fill("and another");
  await page.context().setOffline(false);
  await expect(page.getByText("Your message was sent in a new chat.")).toBeVisible();
  await expect(unsent(page)).toBeHidden();
  await expect(message(page)).toHaveValue("and another");
  // A toast also announces the reply.
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await expect(said(page, "You said: one thing")).toBeVisible();
});

/** Holds requests back like a slow server. Returns a function that releases them. */
async function holdBack(page: Page, url: RegExp, method = "GET") {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise;
    await route.fallback();
  });
  return resolve;
}

test("a slow server receives a first message once, and text typed meanwhile stays where it was typed", async ({
  signedIn: page,
  someone,
}) => {
  const makeChat = await holdBack(page, /\/api\/v1\/chats$/, "POST");
  const opened = /\/chats\/[0-9a-f-]{36}\?(.*&)?_rsc=/;
  const openChat = await holdBack(page, opened);
  await page.goto("/");
  await expect(message(page)).toBeFocused();
  await page.keyboard.type("the only one");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Mean");
  await page.keyboard.press("Enter");
  const asked = page.waitForRequest(opened);
  makeChat();
  await asked;
  await page.keyboard.type("while");
  await page.keyboard.press("Enter");
  await expect(message(page)).toHaveValue("Meanwhile");
  openChat();
  await expect(said(page, "You said: the only one")).toBeVisible();
  await page.keyboard.type("!");
  await expect(message(page)).toHaveValue("Meanwhile!");
  const chats = (await someone.api.get("/chats")).body;
  expect(chats).toHaveLength(1);
  const messages = (await someone.api.get(`/chats/${chats[0].id}/messages`)).body;
  expect(messages.map(({ message }: { message: string }) => message)).toEqual([
    "the only one",
    "You said: the only one",
  ]);

  // Text typed while another chat loads stays in the chat where it was typed.
  const other = (await someone.api.post("/chats", { name: "Other" })).body;
  const openOther = await holdBack(page, new RegExp(`${other.uuid}\\?(.*&)?_rsc=`));
  await page.getByRole("link", { name: "Other" }).click();
  await message(page).press("End");
  await page.keyboard.type(" Here");
  openOther();
  await expect(heading(page, "Other")).toBeVisible();
  await expect(message(page)).toHaveValue("");
  await page.goBack();
  await expect(message(page)).toHaveValue("Meanwhile! Here");

  // Input before hydration is kept.
  const loadScripts = await holdBack(page, /\/_next\/static\/.*\.js/);
  await page.goto("/", { waitUntil: "commit" });
  await message(page).pressSequentially("early");
  loadScripts();
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await message(page).press("Enter");
  await expect(said(page, "You said: early")).toBeVisible();
});

test("a temporary chat that has not started is discarded with the page", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 503/);
  await someone.api.post("/chats", { name: "Elsewhere" });
  const begun: boolean[] = [];
  await page.route("**/api/v1/chats", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await page.goto("/");
  await page.getByRole("button", { name: "Temporary chat" }).click();
  await message(page).fill("a secret");
  await message(page).press("Enter");
  await expect(unsent(page)).toContainText("a secret");
  await page.getByRole("link", { name: "Elsewhere" }).click();
  await expect(heading(page, "Elsewhere")).toBeVisible();
  await page.unroute("**/api/v1/chats");
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/v1/chats"))
      begun.push(request.postDataJSON().temp);
  });
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(heading(page, "Hello, Ada")).toBeVisible();
  await message(page).fill("no secret");
  await message(page).press("Enter");
  await expect(said(page, "You said: no secret")).toBeVisible();
  expect(begun).toEqual([false]);
});

test("waiting messages of a chat can be changed or discarded", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED/);
  const chat = (await someone.api.post("/chats", { name: "Here", virtual_assistant_id: null })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  await page.context().setOffline(true);
  for (const text of ["one", "two"]) {
    await message(page).fill(text);
    await message(page).press("Enter");
  }
  await expect(onItsWay(page).first()).toContainText("Sends when you reconnect");
  await reword(page, "uno");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.context().setOffline(false);
  const texts = async () =>
    (await someone.api.get(`/chats/${chat.id}/messages`)).body.map((one: { message: string }) => one.message);
  await expect.poll(texts).toEqual(["uno", "two"]);
  await expect(page.getByText(/Sends when you reconnect|Sending…/)).toHaveCount(0);
  await page.reload();
  await expect(message(page)).toBeFocused();
  await page.context().setOffline(true);
  await message(page).fill("three");
  await message(page).press("Enter");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await message(page).fill("four");
  await message(page).press("Enter");
  await expect(onItsWay(page).last()).toContainText("Sends when you reconnect");
  await page.context().setOffline(false);
  await expect.poll(texts).toEqual(["uno", "two", "four"]);
});

test("a changed message that had already been sent says so, and can be sent as a new one", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|status of 422/);
  const chat = (await someone.api.post("/chats", { name: "Here", virtual_assistant_id: null })).body;
  await hearNothing(page);
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  let isFirst = true;
  await page.route("**/api/v1/chats/*/messages", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (isFirst) await route.fetch();
    isFirst = false;
    await route.abort();
  });
  await message(page).fill("frist");
  await message(page).press("Enter");
  await expect(onItsWay(page)).toContainText("Sends when you reconnect");
  await reword(page, "first");
  await page.unroute("**/api/v1/chats/*/messages");
  await expect(page.getByText("It had already been sent before you changed it")).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).click();
  const texts = async () =>
    (await someone.api.get(`/chats/${chat.id}/messages`)).body.map((one: { message: string }) => one.message);
  await expect.poll(texts).toEqual(["frist", "first"]);
});

test("a message sent during a disconnect says so, and the next one can be discarded", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const chat = (await someone.api.post("/chats", { name: "Here", virtual_assistant_id: null })).body;
  await hearNothing(page);
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  await page.route(`**/api/v1/chats/*/messages`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await page.context().setOffline(true);
    await route.fulfill({ response: await route.fetch() });
  });
  await message(page).fill("just in time");
  await message(page).press("Enter");
  await expect(onItsWay(page)).toContainText("Sent");
  await page.unroute(`**/api/v1/chats/*/messages`);
  await message(page).fill("too late");
  await message(page).press("Enter");
  await expect(onItsWay(page).last()).toContainText("Sends when you reconnect");
  await onItsWay(page).last().getByRole("button", { name: "Discard" }).click();
  await expect(onItsWay(page)).toHaveCount(1);
  await page.context().setOffline(false);
  await expect(onItsWay(page).getByText("Sent", { exact: true })).toHaveCount(0);
  await expect(said(page, "just in time")).toBeVisible();
  const { body } = await someone.api.get(`/chats/${chat.id}/messages`);
  expect(body.map((one: { message: string }) => one.message)).toEqual(["just in time"]);
});

test("an unavailable server and its return are announced", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  // The server responds with 503 while it starts.
  browserConsole.expects(
    /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_NETWORK|Failed to fetch|status of 503|Refused to execute script/,
  );
  await page.goto("/");
  await expect(message(page)).toBeFocused();
  await someone.api.post("/chats", { name: "Elsewhere" });
  await expect(page.getByRole("link", { name: "Elsewhere" })).toBeVisible();
  await product.kill();
  await expect(notice(page)).toBeVisible();
  // The code of this dialog was not loaded before the server became unavailable.
  await page.keyboard.press("Control+/");
  await product.start();
  await expect(notice(page)).toBeHidden({ timeout: 20_000 });
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});
