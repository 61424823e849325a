import type { Page } from "@playwright/test";
import { DEVICE_COOKIES } from "@/components/browser/names";
import { findInStores, readStores } from "@/test/browser-stores";
import { joined } from "@/test/client";
import { expect, test } from "@/test/page-checks";
import { PASSWORD, person, signIn } from "@/test/test";

// Browser storage belongs to an account in a group. The next person at the browser must find no traces of the previous
// one.

test.use({ serviceWorkers: "allow" });

type Someone = Awaited<ReturnType<typeof person>>;

const CANARY = "zanzibar";
const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const sidebar = (page: Page) => page.getByRole("complementary", { name: "Chats" });
const unsent = (page: Page) => page.getByRole("article", { name: "Your message" });
const ended = (page: Page) => page.getByRole("alert").filter({ hasText: "Your session has ended." });
const SENDING = "**/api/v1/chats/*/messages*";

async function signInByForm(page: Page, { email }: Someone): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/logout");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/login/);
}

/** Keeps messages in the outbox, as without a connection. */
const holdMessages = (page: Page) =>
  page
    .context()
    .route(SENDING, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));

async function writeUnsent(page: Page, text: string): Promise<void> {
  await page.getByLabel("Files to attach").setInputFiles({
    name: `${CANARY}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(`${text}, as a file`),
  });
  await expect(page.getByText(`${CANARY}.txt`)).toBeVisible();
  await message(page).fill(text);
  await message(page).press("Enter");
  await expect(unsent(page)).toContainText("Sends when you reconnect");
}

async function changeReadingSpeed(page: Page): Promise<void> {
  await page.evaluate(() => {
    const voice = { getVoices: () => [], cancel: () => {}, speak: () => {} };
    Object.defineProperty(window, "speechSynthesis", { value: voice });
  });
  await log(page)
    .getByRole("article")
    .filter({ hasText: "You said:" })
    .getByRole("button", { name: "More" })
    .click();
  await page.getByRole("menuitem", { name: "Read aloud" }).click();
  await page.getByRole("button", { name: "Speed: 1×" }).click();
  await expect(page.getByRole("button", { name: "Speed: 1.25×" })).toBeVisible();
}

/**
 * Uses every kind of browser storage.
 * @returns texts by which the traces can be recognized
 */
async function leaveTraces(page: Page, { api, email, group }: Someone): Promise<string[]> {
  const chat = (await api.post("/chats", { name: `Plan ${CANARY}`, virtual_assistant_id: null })).body;
  const folder = (await api.post("/chat-workspaces", { name: `Folder ${CANARY}` })).body;
  await api.patch(`/chats/${chat.uuid}/me`, { tags: [CANARY] });
  // Chromium's headless shell cannot grant this permission.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
  });
  await page.goto("/settings/notifications");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();

  await page.goto("/");
  await page.getByRole("button", { name: "Temporary chat" }).click();
  await message(page).fill(`${CANARY}, for a moment`);
  await message(page).press("Enter");
  await expect(page).toHaveURL(/\/chats\//);
  const temporary = page.url().split("/").at(-1)!;
  await changeReadingSpeed(page);
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(page).toHaveURL(/\/$/);

  await sidebar(page)
    .getByRole("button", { name: new RegExp(`^Folder ${CANARY} \\d`) })
    .click();
  await sidebar(page).getByRole("button", { name: "Filter and sort chats" }).click();
  await page.getByRole("menuitemradio", { name: `#${CANARY} 1 chat` }).click();
  await message(page).fill(`${CANARY}, a chat to begin`);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(CANARY);
  await page.keyboard.press("Escape");

  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  await holdMessages(page);
  await writeUnsent(page, `${CANARY}, not sent`);
  await message(page).fill(`${CANARY}, half a thought`);
  return [CANARY, email, group.id, chat.uuid, folder.uuid, temporary];
}

const readPage = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll("textarea")].map(({ value }) => value),
    ].join("\n"),
  );

test("signing out removes all data of the account from the browser", async ({
  signedIn: page,
  someone: ada,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|status of 404/);
  const traces = await leaveTraces(page, ada);
  const other = await page.context().newPage();
  await other.goto("/");
  await expect(message(other)).toHaveValue(`${CANARY}, a chat to begin`);
  const [draft, temporary] = [traces[3]!, traces.at(-1)!];
  await expect.poll(async () => (await readStores(page)).caches).toContain(CANARY);
  const before = await readStores(page);
  for (const name of [draft, ":notices", ":reading-rate", ":draft:new"])
    expect(before.localStorage).toContain(name);
  expect(before.localStorage).toContain(`${CANARY}, half a thought`);
  for (const shown of [CANARY, traces[4]!]) expect(before.cookies).toContain(shown);
  expect(before.sessionStorage).toContain(temporary);
  expect(before.indexedDB).toContain(`${CANARY}, not sent, as a file`);

  await signOut(page);
  // The other tab redirects to the sign-in page without an error message.
  await other.waitForURL(/\/login/);
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(other.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect.poll(() => findInStores(page.context(), traces)).toEqual([]);
  const after = await readStores(page);
  expect(JSON.parse(after.localStorage)).toEqual([]);
  expect(JSON.parse(after.sessionStorage)).toEqual([]);
  expect(after.cookies.replace(/=[^;]*/g, "")).toBe(DEVICE_COOKIES.timeZone);

  const sent: string[] = [];
  page.context().on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/messages")) sent.push(request.url());
  });
  const grace = await person(product.url, "Grace Example");
  await signInByForm(page, grace);
  await expect(page.getByRole("heading", { name: "Hello, Grace" })).toBeVisible();
  await expect(message(page)).toHaveValue("");
  await expect.poll(async () => (await readStores(page)).caches).toContain("Hello, Grace");
  expect(await findInStores(page.context(), traces)).toEqual([]);
  expect(await readPage(page)).not.toContain(CANARY);
  await page.goto(`/chats/${traces[3]}`);
  await expect(page.getByRole("main")).toBeVisible();
  expect(await readPage(page)).not.toContain(CANARY);
  expect(sent).toEqual([]);
});

test("an expired session keeps drafts and unsent messages for its account only", async ({
  signedIn: page,
  someone: ada,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|status of 40[14]/);
  const traces = await leaveTraces(page, ada);
  const [, , , chat, folder, temporary] = traces;
  await ada.api.del("/users/me/sessions");
  await expect(ended(page)).toBeVisible();
  await message(page).fill(`${CANARY}, a whole thought`);
  await ended(page).getByRole("link", { name: "Sign in to continue" }).click();
  await expect(page.getByLabel("E-mail address")).toBeVisible();
  // Cached content is deleted immediately; only the person's own draft stays.
  await expect.poll(async () => (await readStores(page)).caches).toBe("");
  expect(await findInStores(page.context(), [folder!, temporary!])).toEqual([]);

  await signInByForm(page, ada);
  await expect(message(page)).toHaveValue(`${CANARY}, a whole thought`);
  await expect(unsent(page)).toContainText(`${CANARY}, not sent`);
  await expect(unsent(page)).toContainText(`${CANARY}.txt`);

  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByLabel("E-mail address")).toBeVisible();
  const grace = await person(product.url, "Grace Example");
  await signInByForm(page, grace);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect.poll(() => findInStores(page.context(), traces)).toEqual([]);
  await page.goto("/");
  await expect(message(page)).toHaveValue("");
  expect(await page.evaluate((uuid) => JSON.stringify(localStorage).includes(uuid), chat!)).toBe(false);
});

test("signing out after the session's expiry deletes what was kept for it", async ({
  signedIn: page,
  someone: ada,
  browserConsole,
}) => {
  browserConsole.expects(/status of 401/);
  await page.goto("/");
  await message(page).fill(`${CANARY}, a chat to begin`);
  await ada.api.del("/users/me/sessions");
  await expect(ended(page)).toBeVisible();
  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/login/);
  await expect.poll(() => findInStores(page.context(), [CANARY, ada.group.id])).toEqual([]);
});

test("a session that expires while no page is open keeps only drafts, for a day", async ({
  signedIn: page,
  someone: ada,
  browserConsole,
}) => {
  browserConsole.expects(/status of 401/);
  const folder = (await ada.api.post("/chat-workspaces", { name: `Folder ${CANARY}` })).body;
  const chat = (await ada.api.post("/chats", { name: CANARY, chat_workspace_id: folder.id })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await sidebar(page)
    .getByRole("button", { name: new RegExp(`^Folder ${CANARY} \\d`) })
    .click();
  await message(page).fill("half a thought");
  await expect.poll(async () => (await readStores(page)).localStorage).toContain("half a thought");
  await expect.poll(async () => (await readStores(page)).caches).toContain(CANARY);
  await page.goto("about:blank");
  await ada.api.del("/users/me/sessions");

  await page.goto("/login");
  await expect.poll(async () => (await readStores(page)).caches).toBe("");
  const { localStorage, sessionStorage, indexedDB } = await readStores(page);
  const names = (JSON.parse(localStorage) as [string, string][]).map(([name]) => name).sort();
  const draft = expect.stringMatching(new RegExp(`^account:.*:draft:${chat.uuid}$`));
  expect(names).toEqual([draft, "storage-ended-at", "storage-owner"]);
  expect([sessionStorage, indexedDB].join()).not.toContain(CANARY);

  await page.clock.setFixedTime(Date.now() + 23 * 3_600_000);
  await page.reload();
  expect((await readStores(page)).localStorage).toContain("half a thought");
  await page.clock.setFixedTime(Date.now() + 25 * 3_600_000);
  await page.reload();
  expect(JSON.parse((await readStores(page)).localStorage)).toEqual([]);
});

test("changing the group deletes data of the previous one after a confirmation", async ({
  page,
  product,
  someone: ada,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|status of 40[14]/);
  const mia = await joined(product.url, ada, "Mia Member");
  await signIn(page, product.url, mia.email);
  await page.request.post("/switch-group/submit", { form: { group_id: ada.group.id } });
  const traces = (await leaveTraces(page, mia)).filter((text) => text !== mia.email);
  const account = page.getByRole("button", { name: /^Account:/ });
  await account.click();
  await page.getByRole("menuitemradio", { name: "Mia Member's group" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("Drafts and unsent messages");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(message(page)).toHaveValue(`${CANARY}, half a thought`);
  await account.click();
  await page.getByRole("menuitemradio", { name: "Mia Member's group" }).click();
  await question.getByRole("button", { name: "Switch group" }).click();
  await expect(account).toContainText("Mia Member's group");
  await expect(message(page)).toHaveValue("");
  const found = traces.filter((text) => text !== ada.group.id);
  await expect.poll(() => findInStores(page.context(), found)).toEqual([]);
  // Ignores the caches, because the cached list of groups contains the other group's id.
  const { caches: _, ...stores } = await readStores(page);
  expect(Object.values(stores).join("\n")).not.toContain(ada.group.id);
  // Without unsent messages there is no confirmation. The page is hydrated once its field has the focus.
  await expect(message(page)).toBeFocused();
  await account.click();
  await page.getByRole("menuitemradio", { name: ada.group.name }).click();
  await expect(account).toContainText(ada.group.name);
});

test("a page of one account does nothing on behalf of another that signs in meanwhile", async ({
  signedIn: page,
  someone: ada,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|status of 401/);
  const grace = await person(product.url, "Grace Example");
  await page.goto("/");
  const CREATING = "**/api/v1/chats";
  await page
    .context()
    .route(CREATING, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await message(page).fill(`${CANARY}, not sent`);
  await message(page).press("Enter");
  await expect(page.getByRole("region", { name: "Not sent yet" })).toContainText(CANARY);
  // Signs in to another account, like a second tab whose page is not open yet.
  await signIn(page, product.url, grace.email);
  const refused = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" && new URL(response.url()).pathname === "/api/v1/chats",
  );
  await page.context().unroute(CREATING);
  expect((await refused).status()).toBe(401);
  await expect(ended(page)).toBeVisible();
  expect((await grace.api.get("/chats")).body).toEqual([]);
  // The first account's page reloads when one of the other account opens.
  const other = await page.context().newPage();
  await other.goto("/");
  await expect(other.getByRole("heading", { name: "Hello, Grace" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Hello, Grace" })).toBeVisible();
  await expect.poll(() => findInStores(page.context(), [CANARY, ada.group.id])).toEqual([]);
  expect((await grace.api.get("/chats")).body).toEqual([]);
});

test("data that earlier versions stored without an owner is deleted", async ({ signedIn: page }) => {
  await page.goto("/docs");
  await page.evaluate(async (text) => {
    for (const key of ["draft:new", "chats-view", "open-folders", "notices", "parley-reading-rate"])
      localStorage.setItem(key, text);
    sessionStorage.setItem("left-chats", text);
    localStorage.setItem("theme", "dark");
    localStorage.setItem("of-another-program", "stays");
    const opening = indexedDB.open("parley-outbox");
    opening.onupgradeneeded = () => opening.result.createObjectStore("messages");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const transaction = opening.result.transaction("messages", "readwrite");
    transaction.objectStore("messages").put({ whose: "1 2", text }, "a-key");
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    opening.result.close();
  }, CANARY);
  await page.goto("/");
  await expect(message(page)).toHaveValue("");
  await expect.poll(() => findInStores(page.context(), [CANARY])).toEqual([]);
  const stores = await readStores(page);
  expect(stores.localStorage).toContain('["theme","dark"]');
  expect(stores.localStorage).toContain('["of-another-program","stays"]');
});
