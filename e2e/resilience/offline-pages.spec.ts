import type { Page, Route } from "@playwright/test";
import { expect, expectAccessibleNow, test } from "@/test/page-checks";
import { PASSWORD, person, signIn } from "@/test/test";
import { said } from "@/test/words";

// Offline copies of workspace pages, per account and group.

test.use({ serviceWorkers: "allow" });

const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const notice = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: new RegExp(`when you reconnect|${said("de", "live")("waiting")}`) });
const instead = (page: Page) => heading(page, "Parley can't be reached");

/** Names of the caches. Opening them would recreate one that is being deleted. */
const kept = (page: Page) => page.evaluate(() => caches.keys());
const isKept = (page: Page, path: string) =>
  page.evaluate(async (kept) => (await caches.match(kept)) !== undefined, path);
const expectKept = (page: Page, path: string) => expect.poll(() => isKept(page, path)).toBe(true);

/** Expects an offline copy. Retries, because the service worker notices lost connections later than the page. */
const expectSaved = (page: Page, path: string) =>
  expect(async () => {
    await page.goto(path);
    await expect(notice(page)).toContainText("Saved on", { timeout: 5000 });
  }).toPass();

test("a chat opens offline, and messages written there are sent after a reconnect", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/);
  const chat = (await someone.api.post("/chats", { name: "Packing list" })).body;
  const other = (await someone.api.post("/chats", { name: "Routes" })).body;
  const write = (text: string, to = chat) =>
    someone.api.multipart(`/chats/${to.id}/messages`, { message_input: text });
  await write("Tent and stove");
  await page.goto(`/chats/${chat.uuid}`);
  await expectKept(page, `/chats/${chat.uuid}`);
  // Offline copies include chats opened by client-side navigation, and messages that arrive later.
  await page.getByRole("link", { name: "Routes" }).click();
  await expect(heading(page, "Routes")).toBeVisible();
  await expectKept(page, `/chats/${other.uuid}`);

  await page.context().setOffline(true);
  await expectSaved(page, `/chats/${chat.uuid}`);
  await expect(heading(page, "Packing list")).toBeVisible();
  await expect(log(page).getByText("Tent and stove", { exact: true })).toBeVisible();
  await message(page).fill("and a map");
  await message(page).press("Enter");
  await page.getByRole("link", { name: "Routes" }).click();
  await expect(heading(page, "Routes")).toBeVisible();
  await page.goto("/settings/profile");
  await expect(instead(page)).toBeVisible();
  await expectAccessibleNow(page);
  await page.getByRole("link", { name: "Packing list" }).click();
  await expect(page.getByRole("article", { name: "Your message" }).last()).toContainText("and a map");

  await write("Said meanwhile");
  await page.context().setOffline(false);
  await expect(notice(page)).toBeHidden();
  await expect(log(page).getByText("Said meanwhile", { exact: true })).toBeVisible();
  await expect
    .poll(async () =>
      (await someone.api.get(`/chats/${chat.id}/messages`)).body.map(
        (one: { message: string }) => one.message,
      ),
    )
    .toContain("and a map");
});

test("a page opened offline a day later keeps its language and its open folders, and shows the offline notice", async ({
  signedIn: page,
  someone: { api },
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/);
  const folder = (await api.post("/chat-workspaces", { name: "Trips" })).body;
  await api.post("/chats", { name: "Lisbon", chat_workspace_id: folder.id });
  const chat = (await api.post("/chats", { name: "Packing list", virtual_assistant_id: null })).body;
  const path = `/chats/${chat.uuid}`;
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: "Tent and stove" });
  await page.goto(path);
  const trips = page.getByRole("button", { name: /^Trips/ });
  await trips.click();
  await expect(page.getByRole("link", { name: "Lisbon" })).toBeVisible();
  await expectKept(page, path);
  await page.goto("/");
  await expectKept(page, "/");
  // The language is changed on another device, so all copies here are in the old one.
  await api.patch("/users/me", { language: "de" });
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", /^de/);
  const keptLanguages = () =>
    page.evaluate(
      (paths) =>
        Promise.all(
          paths.map(async (each) =>
            /<html [^>]*?lang="(\w+)/.exec((await (await caches.match(each))?.text()) ?? "")?.slice(1),
          ),
        ),
      ["/", path],
    );
  await expect.poll(keptLanguages).toEqual([["de"], ["de"]]);

  await page.context().setOffline(true);
  await page.clock.setFixedTime(Date.now() + 24 * 60 * 60 * 1000);
  await expect(async () => {
    await page.goto(path);
    await expect(notice(page)).toContainText(said("de", "live")("offline"), { timeout: 5000 });
  }).toPass();
  await expect(page.locator("html")).toHaveAttribute("lang", /^de/);
  await expect(trips).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("link", { name: "Lisbon" })).toBeVisible();
  await expect(page.getByRole("region", { name: said("de", "moments")("yesterday") })).toBeVisible();
  await expect(page.getByRole("log").getByText("Tent and stove", { exact: true })).toBeVisible();
  await page.reload();
  await expect(notice(page)).toContainText(said("de", "live")("offline"));
  await expect(trips).toBeVisible();
});

test("a page without an offline copy says so in the reader's language, also right-to-left", async ({
  signedIn: page,
  someone: { api },
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/);
  await api.patch("/users/me", { language: "ar" });
  const chat = (await api.post("/chats", { name: "Tent & stove" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expectKept(page, `/chats/${chat.uuid}`);
  await page.context().setOffline(true);
  await page.goto("/settings/profile");
  await expect(heading(page, said("ar", "live")("offlineTitle"))).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("link", { name: "Tent & stove" })).toBeVisible();
  await expectAccessibleNow(page);
});

test("a first message survives an offline reload, and several tabs send it once", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/);
  await page.goto("/");
  await expectKept(page, "/");
  await page.getByLabel("Files to attach").setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("A note."),
  });
  await expect(page.getByText("notes.txt")).toBeVisible();
  await page.context().setOffline(true);
  await message(page).fill("from the train");
  await message(page).press("Enter");
  const unsent = (tab: Page) => tab.getByRole("region", { name: "Not sent yet" });
  await expect(unsent(page)).toContainText("from the train");
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto("/");
    await expect(unsent(tab)).toContainText("from the train");
    await expect(unsent(tab)).toContainText("notes.txt");
  }
  await unsent(other).getByRole("button", { name: "Edit" }).click();
  await other.getByRole("textbox", { name: "Edit message" }).fill("from the night train");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other.getByRole("textbox", { name: "Edit message" })).toBeHidden();
  await expect(unsent(other)).toContainText("from the night train");

  await page.context().setOffline(false);
  for (const tab of [page, other]) await expect(unsent(tab)).toBeHidden();
  await expect.poll(async () => (await someone.api.get("/chats")).body.length).toBe(1);
  const [chat] = (await someone.api.get("/chats")).body;
  const messages = async () =>
    (await someone.api.get(`/chats/${chat.id}/messages`)).body.map(
      (one: { message: string; message_attachments: unknown[] | null }) => [
        one.message,
        one.message_attachments?.length ?? 0,
      ],
    );
  await expect.poll(messages).toEqual([
    ["from the night train", 1],
    [expect.stringContaining("from the night train"), 0],
  ]);
});

test("requests for offline copies wait until a starting server is ready", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_NETWORK|Failed to fetch/);
  await page.goto("/");
  await someone.api.post("/chats", { name: "Elsewhere" });
  await expect(page.getByRole("link", { name: "Elsewhere" })).toBeVisible();
  await product.kill();
  await expect(notice(page)).toBeVisible();
  await product.start();
  await expect(notice(page)).toBeHidden();
  await expectKept(page, "/");
});

test("the workspace opens while the server is down, and continues when it is back", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  browserConsole.expects(
    /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_NETWORK|ERR_FAILED|Failed to fetch|503/,
  );
  const chat = (await someone.api.post("/chats", { name: "Night shift" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expectKept(page, `/chats/${chat.uuid}`);
  await product.kill();
  await expect(notice(page)).toBeVisible();
  await page.reload();
  await expect(heading(page, "Night shift")).toBeVisible();
  await expect(notice(page)).toContainText("Parley can't be reached.");
  await page.goto("/documents");
  await expect(instead(page)).toBeVisible();
  await product.start();
  await expect(heading(page, "Documents")).toBeVisible();
});

test("offline copies belong to one account, and are deleted with its session", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401|status of 503/);
  const chat = (await someone.api.post("/chats", { name: "Salaries" })).body;
  const path = `/chats/${chat.uuid}`;
  await page.goto(path);
  await expectKept(page, path);
  await page.goto("/logout");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/login");
  expect(await kept(page)).toEqual([]);
  await page.context().setOffline(true);
  await page.goto(path);
  await expect(instead(page)).toBeVisible();
  await expect(page.getByText("Salaries")).toBeHidden();
  await page.context().setOffline(false);
  // The page redirects to the sign-in on its own.
  await page.waitForURL(/\/login\?next=/);

  const second = await person(product.url, "Grace Example");
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(second.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(heading(page, "Hello, Grace")).toBeVisible();
  await expectKept(page, "/");
  await page.context().setOffline(true);
  await page.goto(path);
  await expect(instead(page)).toBeVisible();
  await expectSaved(page, "/");
  await expect(heading(page, "Hello, Grace")).toBeVisible();
  await expect(page.getByText("Salaries")).toBeHidden();
  await page.context().setOffline(false);
  // The page reconnects on its own; navigating earlier would interrupt that.
  await expect(notice(page)).toBeHidden();

  // Signing in to another account in the same browser replaces all copies.
  await page.goto("/");
  const before = await kept(page);
  await signIn(page, product.url, someone.email);
  await page.goto(path);
  await expectKept(page, path);
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  expect(await kept(page)).not.toEqual(before);
  expect(await isKept(page, "/")).toBe(false);

  // The session was ended on another device.
  await someone.api.del("/users/me/sessions");
  await expect(page.getByText("Your session has ended")).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
});

test("a new build replaces all offline copies of the previous one", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/);
  const chat = (await someone.api.post("/chats", { name: "Of now" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expectKept(page, `/chats/${chat.uuid}`);
  const [name] = await kept(page);
  // Simulates a copy of an earlier build.
  await page.evaluate(
    async (before) => {
      for (const each of await caches.keys()) await caches.delete(each);
      const cache = await caches.open(before);
      const html = "<!doctype html><html lang=en><title>Before</title><h1>Of the build before</h1></html>";
      const headers = { "content-type": "text/html", "x-kept-at": new Date().toISOString() };
      for (const path of ["/", location.pathname]) await cache.put(path, new Response(html, { headers }));
      await cache.put("/_next/static/before.js", new Response("throw 1"));
    },
    name!.replace(/^kept \S+/, "kept before"),
  );
  await page.goto(`/chats/${chat.uuid}`);
  await expect(heading(page, "Of now")).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([name]);
  await page.context().setOffline(true);
  await page.goto(`/chats/${chat.uuid}`);
  await expect(heading(page, "Of now")).toBeVisible();
  await expect(message(page)).toBeEnabled();
  await page.goto("/");
  await expect(instead(page)).toBeVisible();
});

test("offline copies of a session that ended elsewhere are kept for seven days or until a reconnect", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401|status of 503/);
  const chat = (await someone.api.post("/chats", { name: "Salaries" })).body;
  const path = `/chats/${chat.uuid}`;
  /** Ages all copies by this many days. */
  const age = (days: number) =>
    page.evaluate(async (at) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const found = (await cache.match(request))!;
          const headers = new Headers(found.headers);
          if (headers.has("x-kept-at")) headers.set("x-kept-at", at);
          await cache.put(request, new Response(await found.blob(), { headers }));
        }
      }
    }, new Date(Date.now() - days * 86_400_000).toISOString());
  await page.goto(path);
  await expectKept(page, path);
  await page.context().setOffline(true);
  await someone.api.del("/users/me/sessions");
  await age(6.9);
  await expectSaved(page, path);
  await expect(heading(page, "Salaries")).toBeVisible();
  await age(7.1);
  await page.goto(path);
  await expect(instead(page)).toBeVisible();
  await expect(page.getByText("Salaries")).toHaveCount(0);
  expect(await kept(page)).toEqual([]);

  // Once online again, the device learns that its session ended and deletes its copies.
  await page.context().setOffline(false);
  await page.waitForURL(/\/login\?next=/);
  await signIn(page, product.url, someone.email);
  await page.goto(path);
  await expectKept(page, path);
  await page.context().setOffline(true);
  await someone.api.del("/users/me/sessions");
  await expectSaved(page, path);
  await page.context().setOffline(false);
  await expect.poll(() => kept(page)).toEqual([]);
});

/** Fetches the responses to the next requests for a path immediately, and holds them until they are released. */
async function holdAnswers(page: Page, path: RegExp, times?: number) {
  const held: (() => Promise<void>)[] = [];
  const hold = async (route: Route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    held.push(() => route.fulfill({ response }).catch(() => {}));
  };
  await page.context().route(path, hold, { times });
  return {
    count: () => held.length,
    release: () => Promise.all(held.map((answer) => answer())),
  };
}

test("links of the sign-in page that load late don't delete copies of the next session", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401|status of 503/);
  const chat = (await someone.api.post("/chats", { name: "Salaries" })).body;
  const path = `/chats/${chat.uuid}`;
  await page.goto(path);
  await expectKept(page, path);
  const links = await holdAnswers(page, /\/(register|forgot-password)/);
  await someone.api.del("/users/me/sessions");
  await page.goto(path);
  await page.waitForURL(/\/login\?next=/);
  await expect.poll(links.count).toBeGreaterThan(1);
  await signIn(page, product.url, someone.email);
  await page.goto(path);
  await expectKept(page, path);
  await links.release();
  await page.context().setOffline(true);
  await expectSaved(page, path);
});

test("a late answer to the ended session doesn't delete copies of the next one", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401|status of 503/);
  const chat = (await someone.api.post("/chats", { name: "Salaries" })).body;
  const path = `/chats/${chat.uuid}`;
  await page.goto(path);
  await expectKept(page, path);
  const redirects = await holdAnswers(page, new RegExp(`${path}$`), 1);
  await someone.api.del("/users/me/sessions");
  // The open page asks for a new copy as its session ends.
  await page.evaluate(
    (path) => navigator.serviceWorker.controller!.postMessage({ type: "keep", path }),
    path,
  );
  await expect.poll(redirects.count).toBe(1);
  await signIn(page, product.url, someone.email);
  await page.goto(path);
  await expectKept(page, path);
  // Waits only for the response: the worker doesn't read its body, so the request may never finish.
  const signInPage = page.context().waitForEvent("response", (answer) => /\/login/.test(answer.url()));
  await redirects.release();
  await signInPage;
  // Each request passes through the service worker, after the worker has handled the released response.
  for (let request = 0; request < 30; request++) {
    await page.evaluate(() => fetch("/icon.svg", { cache: "no-store" }).then((icon) => icon.text()));
    expect(await isKept(page, path)).toBe(true);
  }
});
