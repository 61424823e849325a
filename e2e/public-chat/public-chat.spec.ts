import { readdirSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { gzipSync } from "node:zlib";
import { LANGUAGES } from "@/lib/platform/words/languages";
import { otherSite } from "@/test/other-site";
import { expect, expectAccessibleNow, expectToFitPhone, test } from "@/test/page-checks";
import { box, createVisitor, log, publicChat } from "@/test/visitor";

/** Event of a Chromium trace; times in microseconds, `tdur` is thread time. */
type Traced = { name: string; pid: number; tid: number; ts: number; tdur?: number };

test("a visitor asks, reads the reply, and continues after a reload, invisible to other visitors", async ({
  page,
  browser,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const address = `${product.url}/public/chats/${chat.uuid}`;
  const answer = await page.goto(address);
  expect(answer!.headers()["content-security-policy"]).toContain("frame-ancestors *");
  expect(answer!.headers()["x-robots-tag"]).toBe("noindex");
  expect(answer!.headers()["x-dns-prefetch-control"]).toBe("off");
  await expect(page.getByText("Hello, how can I help?")).toBeVisible();
  await expect(box(page)).toBeFocused();
  expect(page.url()).toBe(address);
  await page.getByRole("button", { name: "Do you open at" }).click();
  await expect(log(page).locator("strong", { hasText: "nine" })).toBeVisible();
  await expect(log(page).locator("article")).toHaveCount(2);
  await expect(log(page).getByRole("button", { name: "Copy" })).toBeVisible();

  await page.reload();
  await expect(log(page).locator("strong", { hasText: "nine" })).toBeVisible();
  await expect(log(page).locator("article")).toHaveCount(2);

  const other = await (await browser.newContext()).newPage();
  await other.goto(address);
  await expect(box(other)).toBeEnabled();
  await expect(log(other).locator("article")).toHaveCount(0);
  await other.close();
});

test("a team member answers live, and takes over", async ({ page, product, someone }) => {
  const chat = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await box(page).fill("Is anybody there?");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said: Is anybody there?")).toBeVisible();
  const [conversation] = (await someone.api.get(`/chats?parent_chat_id=${chat.id}`)).body;
  await someone.api.multipart(`/chats/${conversation.id}/messages`, { message_input: "A *person* here." });
  await expect(log(page).locator("article.team em", { hasText: "person" })).toBeVisible();
  await expect(page.getByText("Ada Example")).toHaveCount(0);
});

test("a new conversation replaces the previous one", async ({ page, product, someone }) => {
  const chat = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await box(page).fill("First");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said:")).toBeVisible();
  await page.getByRole("button", { name: "New conversation" }).click();
  await page.getByRole("alert").getByRole("button", { name: "New conversation" }).click();
  await expect(log(page).locator("article")).toHaveCount(0);
  await box(page).fill("Second");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said:")).toBeVisible();
  await expect(log(page).getByText("First", { exact: true })).toHaveCount(0);
});

for (const [began, marker] of [
  ["another device began", "the marker of somebody else"],
  ["a program began without a marker", undefined],
] as const) {
  test(`a conversation that ${began} asks for confirmation before the visitor can write`, async ({
    page,
    product,
    someone,
  }) => {
    const chat = await publicChat(someone);
    const { sid, ask } = await createVisitor(product.url, chat, marker);
    await ask("Prepared:\n\n[[Yes]]");
    await page.goto(`${product.url}/public/chats/${chat.uuid}?sid=${sid}`);
    await expect(page.getByText("started on another device")).toBeVisible();
    await expect(box(page)).toBeDisabled();
    await expect(page.getByRole("button", { name: "Yes" })).toHaveCount(0);
    await page.getByRole("button", { name: "New conversation" }).last().click();
    await expect(box(page)).toBeEnabled();
    await expect(log(page).getByText("Prepared")).toHaveCount(0);
  });
}

test("a conversation from elsewhere is confirmed by its visitor only once", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const { sid, say } = await createVisitor(product.url, chat);
  await say("From my phone");
  await page.goto(`${product.url}/public/chats/${chat.uuid}?sid=${sid}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(box(page)).toBeEnabled();
  await page.reload();
  await expect(box(page)).toBeEnabled();
  await expect(log(page).getByText("From my phone", { exact: true })).toBeVisible();
  await expect(page.getByText("started on another device")).toHaveCount(0);
});

test("a link keeps its parameters byte for byte, and viewing it creates no session", async ({
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const query = "ui_bg_color=%23fff&a=+%20&&b&b=&ui_chat_title=%zz&sid=nope";
  const path = `/public/chats/${chat.uuid}`;
  const visit = (headers: Record<string, string>, method = "GET") =>
    fetch(`${product.url}${path}?${query}`, { method, headers, redirect: "manual" });
  const sent = await visit({});
  expect(sent.status).toBe(302);
  expect(sent.headers.get("cache-control")).toBe("no-store");
  expect(sent.headers.get("location")).toMatch(
    /^\/public\/chats\/[0-9a-f-]+\?ui_bg_color=%23fff&a=\+%20&&b&b=&ui_chat_title=%zz&sid=[0-9a-f-]{36}$/,
  );
  expect((await visit({ "sec-purpose": "prefetch;prerender" })).status).toBe(200);
  expect((await visit({ "user-agent": "Slackbot-LinkExpanding 1.0" })).status).toBe(200);
  expect((await visit({}, "HEAD")).status).toBe(200);
  for (const id of ["nope", "1", "00000000-0000-4000-8000-000000000000"]) {
    const none = await fetch(`${product.url}/public/chats/${id}`, { redirect: "manual" });
    expect(none.status).toBe(404);
    expect(await none.text()).toContain("no longer public");
  }
});

test("search engines are told not to index any address, and get a canonical one without the session", async ({
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const path = `/public/chats/${chat.uuid}`;
  const { sid, ask } = await createVisitor(product.url, chat);
  await ask("For my eyes only");
  const crawler = {
    "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  };
  for (const [address, status] of [
    [path, 200],
    [`${path}?sid=${sid}&ui_theme=dark`, 200],
    ["/public/chats/none", 404],
  ] as const) {
    const answer = await fetch(product.url + address, { headers: crawler, redirect: "manual" });
    expect([address, answer.status]).toEqual([address, status]);
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    const html = await answer.text();
    expect(html).not.toContain(sid);
    if (status !== 200) continue;
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain(`<link rel="canonical" href="${path}">`);
    expect(html.includes("For my eyes only")).toBe(address !== path);
  }
});

test("a link in a reply reveals nothing of the visitor or the page to its target", async ({
  page,
  context,
  product,
  someone,
}) => {
  const asked: IncomingHttpHeaders[] = [];
  using site = await otherSite((path, headers) => {
    if (path === "/away") asked.push(headers);
    return { html: `<a href="${product.url}/public/chats/${chat.uuid}?sid=${sid}">Chat</a>` };
  });
  const chat = await publicChat(someone);
  const { sid, ask } = await createVisitor(product.url, chat);
  await ask(`See ${site.url}/away`);
  await page.goto(site.url);
  await page.getByRole("link").click();
  await page.getByRole("button", { name: "Continue" }).click();
  const opened = context.waitForEvent("page");
  await log(page).locator(".assistant").getByRole("link").click();
  const away = await opened;
  await away.waitForLoadState();
  expect(await away.evaluate(() => [document.referrer, window.opener])).toEqual(["", null]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).not.toHaveProperty("referer");
  expect(JSON.stringify(asked[0])).not.toMatch(new RegExp(`${sid}|${chat.uuid}`));
});

test("the page is accessible in any colours, fits a phone, and supports right-to-left", async ({
  browser,
  browserConsole,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  for (const [locale, query] of [
    ["en", ""],
    ["ar", "?ui_theme=dark"],
    [
      "de",
      "?ui_bg_color=amber&ui_agent_msg_color=%23789&ui_guest_msg_color=8012abff&ui_chat_footer_msg=See+https://example.test/x",
    ],
  ] as const) {
    const page = await (await browser.newContext({ locale })).newPage();
    browserConsole.watch(page);
    await page.goto(`${product.url}/public/chats/${chat.uuid}${query}`);
    await expect(page.locator("#text")).toBeEnabled();
    await page.locator("#text").fill("Hi");
    await page.locator("#text").press("Enter");
    await expect(page.locator("article.assistant .tools")).toBeVisible();
    expect(await page.evaluate(() => document.dir)).toBe(locale === "ar" ? "rtl" : "ltr");
    await expectAccessibleNow(page);
    await expectToFitPhone(page, 320);
    await page.screenshot({ path: test.info().outputPath(`${locale}.png`) });
    await page.close();
  }
});

test("the page is accessible and fits a phone in every language", async ({ page, product, someone }) => {
  const chat = await publicChat(someone);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]) {
    await page.goto(`${product.url}/public/chats/${chat.uuid}?ui_language=${language}`);
    await expect(page.locator("#text")).toBeEnabled();
    await expect(page.locator("html")).toHaveAttribute("lang", LANGUAGES[language].tag);
    await page.locator("#more").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessibleNow(page);
    await expectToFitPhone(page, 320);
  }
});

test("the first paint takes less than 62.5 ms of processor time, a quarter of the budget of 250 ms", async ({
  browser,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const page = await (await browser.newContext()).newPage();
    await browser.startTracing(page, { categories: ["loading", "toplevel"] });
    await page.goto(`${product.url}/public/chats/${chat.uuid}`);
    await expect(page.locator("#text")).toBeEnabled();
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
    const paint = traceEvents.find(({ name }) => name === "firstContentfulPaint")!;
    const before = traceEvents.filter(
      ({ name, pid, tid, ts }) =>
        name === "ThreadControllerImpl::RunTask" && pid === paint.pid && tid === paint.tid && ts < paint.ts,
    );
    times.push(before.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0));
    await page.context().close();
  }
  expect(Math.min(...times)).toBeGreaterThan(0);
  expect(Math.min(...times)).toBeLessThan(250 / 4);
});

test("code is highlighted when it streams and after a reload", async ({ page, product, someone }) => {
  const chat = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${chat.uuid}?ui_agent_msg_color=%23008080`);
  await box(page).fill("Hours:\n\n```js\nconst hours = 9;\n```");
  await box(page).press("Enter");
  const keyword = log(page).locator(".assistant pre .hljs-keyword", { hasText: "const" });
  await expect(keyword).toBeVisible();
  await page.reload();
  await expect(keyword).toBeVisible();
  await expectAccessibleNow(page);
});

test("a reply keeps aligned tables and task lists, and its code can be copied", async ({
  page,
  context,
  product,
  someone,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const chat = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await box(page).fill(
    "this:\n\n| what | cost |\n|---|--:|\n| tea | 3 |\n\n- [x] done\n- [ ] open\n\n```js\nconst tea = 3;\n```",
  );
  await box(page).press("Enter");
  const reply = log(page).locator(".assistant");
  for (const isAgain of [false, true]) {
    await expect(reply.getByRole("cell", { name: "3" })).toHaveCSS("text-align", "right");
    await expect(reply.getByRole("checkbox")).toHaveCount(2);
    await expect(reply.getByRole("checkbox").first()).toBeChecked();
    await reply.getByRole("button", { name: "Copy code" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("const tea = 3;\n");
    await expectAccessibleNow(page);
    if (!isAgain) await page.reload();
  }
});

test("only the sites that the chat allows can frame it", async ({ product, someone }) => {
  const policy = async (origins: unknown) => {
    const chat = await publicChat(someone, { PUBLIC_CHAT_ALLOWED_ORIGINS: origins });
    const answer = await fetch(`${product.url}/public/chats/${chat.uuid}`);
    return /frame-ancestors ([^;]*)/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  };
  expect(await policy(["https://shop.example"])).toBe("'self' https://shop.example");
  expect(await policy(["https://shop.example; script-src *"])).toBe("'none'");
});

test("the launcher is smaller than 6 kB", () => {
  expect(gzipSync(readFileSync("public/embed.js")).length / 1024).toBeLessThan(6);
});

test("lazily loaded scripts are cached permanently", async ({ product }) => {
  for (const [name, policy] of [
    [readdirSync("public/public-chat").find((file) => /^markdown-/.test(file)), /immutable/],
    ["page.js", /max-age=0|no-cache/],
  ] as const) {
    const { headers, status } = await fetch(`${product.url}/public-chat/${name}`);
    expect([name, status]).toEqual([name, 200]);
    expect(headers.get("cache-control")).toMatch(policy);
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  }
});
