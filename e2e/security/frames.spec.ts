import { createHmac } from "node:crypto";
import type { Frame, Page } from "@playwright/test";
import { otherSite } from "@/test/other-site";
import { expect, test } from "@/test/test";
import { publicChat } from "@/test/visitor";

// Pages of other sites that frame public chats: what they can display, send and receive.

type Site = Window & {
  received: string[];
  calls: string[];
  Parley: { on: (name: string, listen: () => void) => void; open: () => void };
};

/** Every message between launcher and frame, with a unique word in each. */
const FORGED = [
  ...[
    { type: "ready" },
    { type: "message", role: "forged" },
    { type: "unread", count: 99 },
    { type: "identified", verified: ["forged"] },
    { type: "close", ended: true },
  ].map((said) => ({ source: "parley", ...said })),
  ...[
    { type: "send", text: "forged" },
    { type: "prefill", text: "forged" },
    { type: "identify", person: { id: "forged", name: "forged" } },
    { type: "page", page: "https://forged.test/" },
    { type: "theme", theme: "dark" },
    { type: "forget" },
  ].map((said) => ({ source: "parley-launcher", ...said })),
];

/** Posts the forged messages to a page and to each of its frames. */
const forge = (to: string) =>
  `for (const said of ${JSON.stringify(FORGED)}) { ${to}.postMessage(said, "*"); for (let n = 0; n < ${to}.length; n++) ${to}[n].postMessage(said, "*"); }`;

const NOTE = `<script>received = []; calls = []; addEventListener("message", ({ data, origin }) => received.push(origin + " " + JSON.stringify(data)))</script>`;
const idsIn = (text: string): string[] => text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
const receivedBy = (page: Page) => page.evaluate(() => (window as unknown as Site).received);

test("forged messages from other pages have no effect, and the embedding page learns nothing of a conversation", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const address = `${product.url}/public/chats/${chat.uuid}`;
  using stranger = await otherSite((path) => ({
    html:
      path === "/sibling"
        ? `<script>onmessage = ({ data }) => { if (data === "now") { ${forge("parent")} } }</script>`
        : "<h1>Opener</h1>",
  }));
  using site = await otherSite((path) => ({
    html: `<!doctype html><h1>A shop</h1>${NOTE}${
      path === "/plain"
        ? `<iframe id="chat" src="${address}"></iframe>`
        : `<script src="${product.url}/embed.js" data-chat="${chat.uuid}"></script>`
    }<iframe id="sibling" src="${stranger.url}/sibling"></iframe>`,
  }));
  await page.goto(stranger.url);

  for (const path of ["/launcher", "/plain"]) {
    const popup = page.waitForEvent("popup");
    await page.evaluate((url) => {
      (window as unknown as { opened: Window }).opened = open(url)!;
    }, site.url + path);
    const shop = await popup;
    await shop.waitForLoadState();
    if (path === "/launcher")
      await shop.evaluate(() => {
        const { Parley, calls } = window as unknown as Site;
        for (const name of ["message", "unread", "close", "identified"])
          Parley.on(name, () => calls.push(name));
        Parley.open();
      });
    const inner = shop.frameLocator(path === "/plain" ? "#chat" : "div iframe");
    const field = inner.getByRole("textbox", { name: "Write a message" });
    const messages = inner.getByRole("log", { name: "Messages" });
    await field.fill(`Secret of ${path}`);
    await field.press("Enter");
    await expect(messages.getByText(`You said: Secret of ${path}`, { exact: true })).toBeVisible();
    const frame = shop.frames().find((one) => one.url().startsWith(address))!;
    await frame.evaluate(() => {
      Object.assign(window, { received: [] });
      addEventListener("message", ({ data }) =>
        (window as unknown as Site).received.push(JSON.stringify(data)),
      );
    });
    const calls = () => shop.evaluate(() => (window as unknown as Site).calls);
    const before = await calls();
    const look = () => frame.evaluate(() => document.documentElement.dataset.theme);
    const theme = await look();

    await page.evaluate(forge("opened"));
    await shop.evaluate(() => {
      (document.querySelector("#sibling") as HTMLIFrameElement).contentWindow!.postMessage("now", "*");
    });
    await shop.evaluate(`for (const said of ${JSON.stringify(FORGED)}) postMessage(said, "*")`);
    // Sent by the opener, a sibling frame and the page itself; frames in shadow trees are unreachable for others.
    const forgeries = async () => (await receivedBy(shop)).filter((one) => one.includes("forged")).length;
    const each = FORGED.filter((said) => JSON.stringify(said).includes("forged")).length;
    await expect.poll(forgeries).toBe(3 * each);
    if (path === "/plain")
      await expect
        .poll(() => frame.evaluate(() => (window as unknown as Site).received.length))
        .toBe(2 * FORGED.length);

    await expect(field).toHaveValue("");
    await expect(messages.locator("article")).toHaveCount(2);
    expect([await calls(), await look()]).toEqual([before, theme]);
    await field.fill("Still here");
    await field.press("Enter");
    await expect(messages.getByText("You said: Still here", { exact: true })).toBeVisible();
    const said = (await receivedBy(shop)).filter((one) => one.startsWith(product.url)).join("\n");
    expect(said).toContain('"role":"assistant"');
    expect(said).not.toMatch(/Secret|Still here|You said/);
    expect(idsIn(said)).toEqual([]);
    await shop.close();
  }
  const { body: conversations } = await someone.api.get(`/chats?parent_chat_id=${chat.id}`);
  for (const { id } of conversations)
    expect(JSON.stringify((await someone.api.get(`/chats/${id}/messages`)).body)).not.toContain("forged");
});

test("only listed sites frame a limited chat, no site frames the workspace, and no other identifies a visitor", async ({
  signedIn: page,
  product,
  someone,
}) => {
  using listed = await otherSite((path) => ({ html: pageAt(path) }));
  using unlisted = await otherSite((path) => ({ html: pageAt(path) }));
  const chat = await publicChat(someone, { PUBLIC_CHAT_ALLOWED_ORIGINS: [listed.url] });
  const address = `${product.url}/public/chats/${chat.uuid}`;
  const { secret } = (await someone.api.post(`/chats/${chat.id}/identity-secret`)).body;
  const person = { id: "eve", hash: createHmac("sha256", secret).update("eve").digest("hex") };
  const framed = (src: string) => `<iframe src="${src}"></iframe>`;
  const pages: Record<string, string> = {
    "/chat": framed(address),
    // The frame has an opaque origin.
    "/sandboxed": `<iframe sandbox="allow-scripts" srcdoc='${framed(address)}'></iframe>`,
    "/data": `<iframe src='data:text/html,${framed(address)}'></iframe>`,
    "/workspace": [
      "/",
      "/login",
      "/settings/profile",
      `/chats/${chat.uuid}`,
      "/inbox",
      "/docs",
      "/oauth/authorize",
    ]
      .map((path) => framed(product.url + path))
      .join(""),
    "/launcher": `<script>calls = []; Parley = [["on", "identified", ({ verified }) => calls.push(String(verified))], ["identify", ${JSON.stringify(person)}], ["open"]]</script><script async src="${product.url}/embed.js" data-chat="${chat.uuid}"></script>`,
  };
  function pageAt(path: string): string {
    return `<!doctype html><h1>A site</h1>${pages[path] ?? ""}`;
  }
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/public/chats/")) requests.push(new URL(request.url()).pathname);
  });
  /** Returns the innermost frames of a page, and whether each displays the product. */
  const listFrames = async (url: string) => {
    await page.goto(url);
    const inner = () =>
      page.frames().filter((frame) => frame !== page.mainFrame() && frame.childFrames().length === 0);
    const isSettled = (frames: Frame[]) =>
      frames.length > 0 && frames.every((frame) => /^(http|chrome-error:)/.test(frame.url()));
    await expect.poll(() => isSettled(inner()), url).toBe(true);
    return inner().map((frame) => frame.url());
  };
  const refused = expect.stringMatching(/^chrome-error:/);

  expect(await listFrames(`${listed.url}/chat`)).toEqual([expect.stringContaining(address)]);
  await expect(page.frameLocator("iframe").getByRole("textbox")).toBeEnabled();
  expect(await listFrames(`${unlisted.url}/chat`)).toEqual([refused]);
  for (const site of [listed, unlisted]) {
    for (const path of ["/sandboxed", "/data"]) expect(await listFrames(site.url + path)).toEqual([refused]);
    expect(await listFrames(`${site.url}/workspace`)).toEqual(Array(7).fill(refused));
  }

  const calls = () => page.evaluate(() => (window as unknown as Site).calls);
  await page.goto(`${listed.url}/launcher`);
  await expect.poll(calls).toEqual(["id"]);
  // The chat of this page may still be loading.
  await page.goto("about:blank");
  requests.length = 0;
  expect(await listFrames(`${unlisted.url}/launcher`)).toEqual([refused]);
  expect(await calls()).toEqual([]);
  expect(requests.filter((path) => !path.endsWith("/launcher"))).toEqual([]);
  const stores = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(idsIn(stores).filter((id) => id !== chat.uuid)).toEqual([]);
});
