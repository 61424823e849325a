import { execFileSync, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { build } from "esbuild";
import { otherSite } from "@/test/other-site";
import { expect, test } from "@/test/page-checks";

// The launcher's API for sites: `window.Parley`, visitor identity, consent, several chats, React.

type Someone = { api: import("@/test/client").Client };
type Site = Window & { Parley: Record<string, (...values: unknown[]) => unknown>; heard: unknown[] };

async function publicChat({ api }: Someone, name = "Help desk") {
  const chat = (await api.post("/chats", { name })).body;
  expect((await api.put(`/chats/${chat.id}/public?is_public=true`)).status).toBe(200);
  return chat as { id: number; uuid: string };
}
const launcher = (url: string, chat: { uuid: string }, more = "") =>
  `<script async src="${url}/embed.js" data-chat="${chat.uuid}" ${more}></script>`;
const shop = (body: string) =>
  `<!doctype html><html lang="en"><head><title>A shop</title></head><body><h1>A shop</h1>${body}</body></html>`;
const tell = (page: Page, name: string, ...values: unknown[]) =>
  page.evaluate(([call, rest]) => void (window as unknown as Site).Parley[call]!(...rest), [
    name,
    values,
  ] as const);
const opener = (page: Page) => page.getByRole("button", { name: /^Open chat/ });
const getFrame = (page: Page) => page.frameLocator("iframe");
const log = (page: Page) => getFrame(page).getByRole("log", { name: "Messages" });
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage));

test("calls before the script loads are queued, and prefill, send, theme and page changes reach the widget", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const early = `<script>window.Parley=[];window.heard=[];Parley.push(["on","message",(detail)=>heard.push(detail.role)],["prefill","I would like "]);Parley.push((parley)=>parley.open())</script>`;
  using site = await otherSite(() => ({ html: shop(early + launcher(product.url, chat)) }));
  await page.goto(site.url);
  const field = getFrame(page).getByRole("textbox");
  await expect(field).toHaveValue("I would like ");
  await field.fill("I would like a boat");
  await tell(page, "prefill", "Something else");
  await tell(page, "setTheme", "dark");
  await expect(getFrame(page).locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(field).toHaveValue("I would like a boat");
  await tell(page, "send", "Is it in stock?");
  await expect(log(page).getByText("You said: Is it in stock?", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as Site).heard)).toEqual(["guest", "assistant"]);

  await page.evaluate(() => history.pushState(null, "", "/boats?customer=1"));
  await expect
    .poll(async () => (await someone.api.get(`/chats/${chat.id}/visitors`)).body[0].page)
    .toBe(`${site.url}/boats`);
});

test("the widget stores, requests and shows nothing before consent, and keeps nothing after its withdrawal", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  using site = await otherSite(() => ({
    html: shop(launcher(product.url, chat, 'data-consent="required" data-open')),
  }));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(site.url);
  await page.waitForFunction(() => "init" in (window as unknown as Site).Parley);
  await tell(page, "prefill", "Hello");
  await tell(page, "identify", { name: "Anna" });
  expect(await kept(page)).toEqual([]);
  await expect(opener(page)).toHaveCount(0);
  expect(asked.filter((path) => path.startsWith("/api") || path.startsWith("/public"))).toEqual([]);
  await tell(page, "consent");
  await expect(getFrame(page).getByRole("textbox")).toHaveValue("Hello");
  await tell(page, "consent", false);
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(await kept(page)).toEqual([]);
});

test("an identified visitor continues on another device, and the next person sees nothing of it", async ({
  page,
  product,
  someone,
  browser,
}) => {
  const chat = await publicChat(someone);
  const { secret } = (await someone.api.post(`/chats/${chat.id}/identity-secret`)).body;
  const signed = (id: string) => ({ id, hash: createHmac("sha256", secret).update(id).digest("hex") });
  using site = await otherSite(() => ({ html: shop(launcher(product.url, chat)) }));
  await page.goto(site.url);
  await tell(page, "open");
  await tell(page, "send", "Before I signed in");
  await expect(log(page).getByText("You said: Before I signed in", { exact: true })).toBeVisible();
  await tell(page, "identify", signed("anna"));
  await expect.poll(() => kept(page)).toContain(`parley:${chat.uuid}:person`);
  await expect(log(page).getByText("You said: Before I signed in", { exact: true })).toBeVisible();

  await using context = await browser.newContext();
  const phone = await context.newPage();
  await phone.goto(site.url);
  await tell(phone, "identify", signed("anna"));
  await tell(phone, "open");
  await expect(log(phone).getByText("You said: Before I signed in", { exact: true })).toBeVisible();
  await expect(getFrame(phone).getByRole("alert")).toHaveCount(0);

  await tell(page, "identify", signed("ben"));
  await tell(page, "send", "Ben here");
  await expect(log(page).getByText("You said: Ben here", { exact: true })).toBeVisible();
  await expect(getFrame(page).getByText("Before I signed in")).toHaveCount(0);
  await tell(page, "reset");
  await expect(getFrame(page).getByRole("textbox")).toBeEnabled();
  await expect(getFrame(page).getByText("Ben here")).toHaveCount(0);
  // A reset takes effect even while the chat's frame is not loaded.
  await tell(page, "send", "Who is next?");
  await expect(log(page).getByText("You said: Who is next?", { exact: true })).toBeVisible();
  await page.reload();
  await tell(page, "reset");
  await page.reload();
  await tell(page, "open");
  await expect(getFrame(page).getByRole("textbox")).toBeEnabled();
  await expect(getFrame(page).getByText("Ben here")).toHaveCount(0);
  await expect(getFrame(page).getByText("Who is next?")).toHaveCount(0);
});

test("several chats share a page, and are mounted and removed without a trace", async ({
  page,
  product,
  someone,
}) => {
  const [one, two] = [await publicChat(someone, "One"), await publicChat(someone, "Two")];
  const scripts = launcher(product.url, one) + launcher(product.url, two, 'data-button="none"');
  using site = await otherSite(() => ({ html: shop(scripts) }));
  await page.goto(site.url);
  await expect(opener(page)).toHaveCount(1);
  await page.evaluate(
    (chat) =>
      (window as unknown as { Parley: { widget(id: string): { open(): void } } }).Parley.widget(chat).open(),
    two.uuid,
  );
  await expect(getFrame(page).getByRole("heading", { name: "Two" })).toBeVisible();
  await page.evaluate((chat) => {
    const { Parley } = window as unknown as Site;
    const destroy = () => (Parley.widget!(chat) as { destroy(): void }).destroy();
    destroy();
    for (let times = 0; times < 20; times++) {
      Parley.init!({ chat });
      destroy();
    }
  }, one.uuid);
  // Only the other chat's launcher remains.
  await expect(page.locator("body > div")).toHaveCount(1);
});

test("the documented React component mounts, identifies the visitor, and cleans up", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const [, component] = /```tsx\n([\s\S]*?)```/.exec(readFileSync("docs/public-chats.md", "utf8"))!;
  const app = `${component}
    import { StrictMode, useState } from "react";
    import { createRoot } from "react-dom/client";
    function App() {
      const [isOn, setOn] = useState(true);
      const [person, setPerson] = useState<Person | null>({ id: "4711", name: "Anna Berg" });
      return <>
        <button onClick={() => setOn(!isOn)}>Toggle</button>
        <button onClick={() => setPerson(null)}>Sign out</button>
        {isOn && <ParleyChat server="${product.url}" chat="${chat.uuid}" person={person} options={{ title: "Ask us" }} />}
      </>;
    }
    createRoot(document.getElementById("root")!).render(<StrictMode><App /></StrictMode>);`;
  const { outputFiles } = await build({
    stdin: { contents: app, loader: "tsx", resolveDir: process.cwd() },
    bundle: true,
    write: false,
    jsx: "automatic",
    minify: true,
    define: { "process.env.NODE_ENV": '"development"' },
  });
  const script = outputFiles[0]!.text.replaceAll("</script", "<\\/script");
  using site = await otherSite(() => ({ html: shop(`<div id="root"></div><script>${script}</script>`) }));
  await page.goto(site.url);
  await opener(page).click();
  await expect(getFrame(page).getByRole("heading", { name: "Ask us" })).toBeVisible();
  await tell(page, "send", "Hello");
  await expect
    .poll(async () => (await someone.api.get(`/chats/${chat.id}/visitors`)).body[0]?.identity)
    .toEqual({ id: null, name: "Anna Berg", email: null, verified: [] });
  await page.getByRole("button", { name: "Toggle" }).click();
  await expect(page.locator("iframe")).toHaveCount(0);
  await page.getByRole("button", { name: "Toggle" }).click();
  await expect(opener(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(() => kept(page)).not.toContain(`parley:${chat.uuid}:person`);
});

test("the documented WordPress snippet identifies any signed-in user, and forgets them on signing out", async ({
  page,
  product,
  someone,
}, info) => {
  test.skip(spawnSync("php", ["--version"]).status !== 0, "php is not installed");
  const chat = await publicChat(someone);
  const { secret } = (await someone.api.post(`/chats/${chat.id}/identity-secret`)).body;
  const [, snippet] = /```php\n([\s\S]*?)```/.exec(readFileSync("docs/public-chats.md", "utf8"))!;
  const functions = info.outputPath("functions.php");
  const ours = snippet!
    .replace("https://chat.example.com", product.url)
    .replace("11111111-2222-4333-8444-555555555555", chat.uuid);
  writeFileSync(functions, `<?php\n${ours}`);
  const scripts = (user?: object) =>
    execFileSync("php", ["test/fakes/wordpress.php", functions, ...(user ? [JSON.stringify(user)] : [])], {
      encoding: "utf8",
      env: { ...process.env, PARLEY_SECRET: secret },
    });
  const name = `</script>"An'na" src="https://chat.example.com`;
  let user: object | undefined = { ID: 4711, display_name: name, user_email: "anna@shop.example" };
  using site = await otherSite(() => ({ html: shop(scripts(user)) }));
  await page.goto(site.url);
  await opener(page).click();
  await tell(page, "send", "Where is my order?");
  await expect
    .poll(async () => (await someone.api.get(`/chats/${chat.id}/visitors`)).body[0]?.identity)
    .toEqual({ id: "4711", name, email: "anna@shop.example", verified: ["id"] });
  user = undefined;
  await page.reload();
  await expect.poll(() => kept(page)).toEqual([]);
  await opener(page).click();
  await expect(getFrame(page).getByRole("textbox")).toBeEnabled();
  await expect(getFrame(page).getByText("Where is my order?")).toHaveCount(0);
});

test("a visitor's message is sent after a proof of work if the chat requires it", async ({
  page,
  product,
  someone,
  browserConsole,
}) => {
  // The first response demands a proof of work.
  browserConsole.expects(/status of 428/);
  const chat = await publicChat(someone);
  expect((await someone.api.put(`/chats/${chat.id}/publication`, { challenge: "always" })).status).toBe(200);
  using site = await otherSite(() => ({ html: shop(launcher(product.url, chat, "data-open")) }));
  await page.goto(site.url);
  const proof = page.waitForResponse(/\/challenge$/);
  await tell(page, "send", "Hello");
  expect((await (await proof).json()).bits).toBeGreaterThanOrEqual(16);
  // JavaScript is not optimized in this browser, so the proof of work takes long on a busy machine.
  await expect(log(page).getByText("You said: Hello", { exact: true })).toBeVisible({ timeout: 75_000 });
});
