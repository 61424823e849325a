import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { otherSite, withoutThirdPartyCookies } from "@/test/other-site";
import { expect, test } from "@/test/page-checks";
import { holdSending } from "@/test/visitor";

type Someone = { api: import("@/test/client").Client };

async function publicChat({ api }: Someone) {
  const chat = (await api.post("/chats", { name: "Help desk" })).body;
  expect((await api.put(`/chats/${chat.id}/public?is_public=true`)).status).toBe(200);
  return chat as { id: number; uuid: string };
}

const launcher = (url: string, chat: { uuid: string }, more = "") =>
  `<script async src="${url}/embed.js" data-chat="${chat.uuid}" ${more}></script>`;
const shop = (script: string, more = "") =>
  `<!doctype html><html lang="en"><head><title>A shop</title>${more}</head><body><h1>A shop</h1><input aria-label="Search"><a id="help" href="#help">Help</a>${script}</body></html>`;

const opener = (page: Page) => page.getByRole("button", { name: /^Open chat/ });
const getFrame = (page: Page) => page.frameLocator("iframe");
/** Selects by the log, because messages are also announced to screen readers. */
const log = (page: Page) => getFrame(page).getByRole("log", { name: "Messages" });

/** Ids that the site could use as a session: in its storage and in URLs of its frames, apart from the chat's own id. */
const idsKnownToSite = (page: Page, chat: { uuid: string }) =>
  page.evaluate((known) => {
    const frames = Array.from(
      document.querySelectorAll("body > *"),
      ({ shadowRoot }) => shadowRoot?.innerHTML,
    );
    const texts = [{ ...localStorage }, { ...sessionStorage }, document.cookie, frames];
    const ids = JSON.stringify(texts).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
    return ids.filter((id) => id !== known);
  }, chat.uuid);

async function ask(page: Page, text: string) {
  const field = getFrame(page).getByRole("textbox");
  await expect(field).toBeFocused();
  await field.fill(text);
  await field.press("Enter");
  await expect(log(page).getByText(`You said: ${text}`, { exact: true })).toBeVisible();
}

type Parley = Record<"open" | "close" | "toggle", () => void> & {
  on: (name: string, listen: (detail: unknown) => void) => () => void;
};
type Site = Window & { Parley: Parley; heard: unknown[] };
const tell = (page: Page, what: "open" | "close" | "toggle") =>
  page.evaluate((name) => (window as unknown as Site).Parley[name](), what);

test("a conversation survives a reload with third-party cookies blocked, and is forgotten when it ends", async ({
  product,
  someone,
}, { project }) => {
  const chat = await publicChat(someone);
  using site = await otherSite((path) => ({
    html:
      path === "/cookies"
        ? shop(`<iframe src="${product.url}/public/chats/none"></iframe>`)
        : shop(launcher(product.url, chat, 'data-title="Ask us"')),
  }));
  await using browser = await withoutThirdPartyCookies(project.use.launchOptions ?? {});
  const page = await browser.context.newPage();

  await page.goto(`${site.url}/cookies`);
  const stranger = page.frames()[1]!;
  await stranger.waitForLoadState();
  const mayStore = await stranger.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: whether it is refused is the question
    document.cookie = "tried=1; SameSite=None; Secure";
    try {
      localStorage.setItem("tried", "1");
      return true;
    } catch {
      return document.cookie !== "";
    }
  });
  expect(mayStore).toBe(false);

  await page.goto(site.url);
  await opener(page).click();
  await expect(getFrame(page).getByRole("heading", { name: "Ask us" })).toBeVisible();
  await ask(page, "Hello");
  expect(await idsKnownToSite(page, chat)).toEqual([]);

  await page.reload();
  await opener(page).click();
  await expect(log(page).getByText("You said: Hello", { exact: true })).toBeVisible();
  await ask(page, "Again");
  await expect(getFrame(page).getByRole("alert")).toHaveCount(0);

  // The launcher keeps drafts and unsent messages.
  const field = getFrame(page).getByRole("textbox");
  await page.route(/\/messages$/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await field.fill("Not yet sent");
  await field.press("Enter");
  await expect(log(page).getByText("Not sent")).toBeVisible();
  await field.fill("Half a thought");
  await page.unrouteAll();
  await page.reload();
  await opener(page).click();
  await expect(log(page).getByText("You said: Not yet sent", { exact: true })).toBeVisible();
  await expect(log(page).getByText("Not yet sent", { exact: true })).toHaveCount(1);
  await expect(field).toHaveValue("Half a thought");

  await getFrame(page).getByRole("button", { name: "End the chat" }).click();
  await getFrame(page).getByRole("dialog").getByRole("button", { name: "Skip" }).click();
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await opener(page).click();
  await ask(page, "Anew");
  await expect(getFrame(page).getByText("You said: Hello")).toHaveCount(0);
});

test("the site receives messages in order and once, however late the page learns of them", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  using site = await otherSite(() => ({ html: shop(launcher(product.url, chat)) }));
  await page.goto(site.url);
  await page.evaluate(() => {
    const window_ = window as unknown as Site;
    window_.heard = [];
    window_.Parley.on("message", (detail) => window_.heard.push((detail as { role: string }).role));
  });
  const heard = () => page.evaluate(() => (window as unknown as Site).heard);
  // The event stream connects after the reply has arrived, and before the page knows that its message was sent.
  const { promise: connected, resolve: connect } = Promise.withResolvers<void>();
  const { promise: listed, resolve: list } = Promise.withResolvers<void>();
  const url = `${product.url}/api/v1/public/chats/${chat.uuid}/messages?size=100`;
  let isConnected = false;
  await page.route(/\/events$/, async (route) => {
    const { accept = "", "x-session-id": sid = "" } = route.request().headers();
    if (isConnected || !accept.includes("event-stream")) return route.fallback();
    const saved = async () =>
      (await (await fetch(url, { headers: { "x-session-id": sid } })).json()) as { role: string }[];
    await expect.poll(async () => (await saved()).map(({ role }) => role)).toEqual(["guest", "assistant"]);
    isConnected = true;
    const data = JSON.stringify({ message: (await saved())[1] });
    await route.fulfill({
      contentType: "text/event-stream",
      body: `event: ready\ndata: {}\n\nevent: message.created\ndata: ${data}\n\n`,
    });
    connect();
  });
  await page.route(/\/messages\?size=100$/, async (route) => {
    if (isConnected) await listed;
    await route.fallback();
  });
  const answered = await holdSending(page);
  await tell(page, "open");
  const field = getFrame(page).getByRole("textbox");
  await field.fill("Hello");
  await field.press("Enter");
  await connected;
  list();
  await expect(log(page).getByText("You said: Hello", { exact: true })).toBeVisible();
  answered();
  await expect.poll(heard).toEqual(["guest", "assistant"]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await ask(page, "And again");
  await expect.poll(heard).toEqual(["guest", "assistant", "guest", "assistant"]);
});

test("the site opens and closes the widget, receives its events, and shows unread answers", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  // Included twice, which must be harmless.
  const script = launcher(product.url, chat, 'data-color="rgb(250, 204, 21)"');
  using site = await otherSite(() => ({ html: shop(script + script) }));
  await page.goto(site.url);
  await expect(opener(page)).toHaveCount(1);
  expect(await opener(page).evaluate((button) => getComputedStyle(button).color)).toBe("rgb(0, 0, 0)");
  await page.evaluate(() => {
    const window_ = window as unknown as Site;
    window_.heard = [];
    for (const name of ["ready", "message", "unread", "open", "close"])
      window_.Parley.on(name, (detail) => window_.heard.push([name, detail]));
    const stop = window_.Parley.on("open", () => window_.heard.push("not any more"));
    stop();
  });
  const heard = () => page.evaluate(() => (window as unknown as Site).heard);

  await page.locator("#help").focus();
  await tell(page, "open");
  await ask(page, "Hello");
  await expect.poll(heard).toEqual([
    ["open", {}],
    ["ready", {}],
    ["message", { role: "guest" }],
    ["message", { role: "assistant" }],
  ]);
  // Messages appear once and in order, even when the response to sending arrives after the reply.
  const answered = await holdSending(page);
  await ask(page, "Once more");
  answered();
  await getFrame(page).getByRole("textbox").fill("And again");
  await expect(getFrame(page).getByRole("button", { name: "Send" })).toBeEnabled();
  await ask(page, "And again");
  await page.unroute(/\/messages$/);
  await expect
    .poll(async () => (await heard()).slice(4))
    .toEqual(["guest", "assistant", "guest", "assistant"].map((role) => ["message", { role }]));

  await page.keyboard.press("Escape");
  await expect(page.locator("iframe")).toBeHidden();
  await expect(page.locator("#help")).toBeFocused();
  const [conversation] = (await someone.api.get(`/chats?parent_chat_id=${chat.id}`)).body;
  const answer = (message_input: string) =>
    someone.api.multipart(`/chats/${conversation.id}/messages`, { message_input });
  await answer("A person here.");
  await expect(page.getByRole("button", { name: "Open chat, new messages: 1" })).toHaveText("1");
  expect((await heard()).slice(-3)).toEqual([
    ["close", {}],
    ["message", { role: "team" }],
    ["unread", { count: 1 }],
  ]);

  // The next page also counts unread messages before the chat is opened there.
  await page.reload();
  await expect(page.locator("iframe")).toBeAttached();
  await page.evaluate(
    () => new Promise<unknown>((ready) => (window as unknown as Site).Parley.on("ready", ready)),
  );
  await expect(page.locator("iframe")).toBeHidden();
  await answer("Are you there?");
  await expect(opener(page)).toHaveText("1");
  await opener(page).click();
  await expect(getFrame(page).getByRole("log").getByText("Are you there?")).toBeVisible();
  await expect(getFrame(page).getByRole("textbox")).toBeFocused();
  await expect(page.getByRole("button", { name: "Close chat", exact: true })).toBeVisible();

  await tell(page, "toggle");
  await expect(page.locator("iframe")).toBeHidden();
  await expect(page.getByRole("button", { name: "Open chat", exact: true })).toBeFocused();
  await tell(page, "toggle");
  await expect(getFrame(page).getByRole("textbox")).toBeFocused();
  await page.getByLabel("Search").focus();
  await tell(page, "close");
  await expect(page.getByLabel("Search")).toBeFocused();
});

test("the widget fills the screen of a phone, and can be closed even when it doesn't load", async ({
  page,
  product,
  someone,
  browserConsole,
}) => {
  const chat = await publicChat(someone);
  using site = await otherSite(() => ({ html: shop(launcher(product.url, chat)) }));
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(site.url);
  await opener(page).click();
  await expect(getFrame(page).getByRole("textbox")).toBeFocused();
  expect(await page.locator("iframe").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 });
  await expect(page.getByRole("button", { name: "Close chat" })).toBeHidden();
  await getFrame(page).getByRole("button", { name: "Minimize" }).click();
  await expect(opener(page)).toBeFocused();

  await getFrame(page).locator("body").waitFor({ state: "attached" });
  await page.route(`${product.url}/public/chats/**`, (route) => route.abort());
  browserConsole.expects(/ERR_FAILED/);
  await page.reload();
  await opener(page).click();
  await page.getByRole("button", { name: "Close chat" }).click();
  await expect(opener(page)).toBeFocused();
});

test("an invalid stored session is replaced, and another tab shows the same conversation", async ({
  page,
  product,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 404/);
  const chat = await publicChat(someone);
  using site = await otherSite(() => ({ html: shop(launcher(product.url, chat, "data-open")) }));
  await page.goto(site.url);
  await ask(page, "Hello");
  await someone.api.put(`/chats/${chat.id}/public?is_public=false`);
  await someone.api.put(`/chats/${chat.id}/public?is_public=true`);
  await page.reload();
  await ask(page, "Once more");
  await expect(getFrame(page).getByRole("heading", { name: "Help desk" })).toBeVisible();
  await expect(log(page).getByText("You said: Hello", { exact: true })).toHaveCount(0);
  const other = await page.context().newPage();
  await other.goto(site.url);
  await expect(log(other).getByText("You said: Once more")).toBeVisible();
  await other.close();

  const old = `${product.url}/public/chats/${chat.uuid}?sid=00000000-0000-4000-8000-000000000000`;
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [`parley:${chat.uuid}`, old]);
  await page.reload();
  await ask(page, "Anew");
  await expect(log(page).getByText("You said: Once more")).toHaveCount(0);
});

test("the widget works under a strict policy and hostile styles of the site", async ({
  page,
  product,
  someone,
}, info) => {
  const chat = await publicChat(someone);
  const policy = [
    "default-src 'none'",
    `script-src ${product.url}`,
    `connect-src ${product.url}`,
    `frame-src ${product.url}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const rude =
    "*{all:revert;color:red!important;font-size:60px!important} div{display:none!important;transform:scale(.2)!important;opacity:.1!important} button,iframe{position:static!important;width:9px!important} :root{--color:red!important}";
  using site = await otherSite((path) =>
    path === "/strict"
      ? { html: shop(launcher(product.url, chat)), headers: { "content-security-policy": policy } }
      : { html: shop(launcher(product.url, chat), `<style>${rude}</style>`) },
  );
  for (const path of ["/strict", "/rude"]) {
    await page.goto(site.url + path);
    const size = page.viewportSize()!;
    await expect(opener(page)).toBeVisible();
    expect(await opener(page).boundingBox()).toEqual({
      x: size.width - 76,
      y: size.height - 76,
      width: 56,
      height: 56,
    });
    expect(await opener(page).evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
      "rgb(20, 97, 79)",
    );
    await opener(page).click();
    await expect(getFrame(page).getByRole("textbox")).toBeFocused();
    expect((await page.locator("iframe").boundingBox())!.width).toBe(390);
    await page.screenshot({ path: info.outputPath(`${path.slice(1)}.png`) });
    await page.keyboard.press("Escape");
    await expect(page.locator("iframe")).toBeHidden();
  }
  expect(readFileSync("public/embed.js", "utf8")).not.toContain("innerHTML");
});
