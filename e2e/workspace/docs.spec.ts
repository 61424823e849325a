import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { client } from "@/test/test";

type Document = { paths: Record<string, Record<string, { summary: string; tags: string[] }>> };

const operations = (page: Page) => page.getByRole("main").locator("[data-operation]");
const operation = (page: Page, summary: string) =>
  page.getByRole("main").getByRole("region", { name: summary, exact: true });
const navigation = (page: Page) => page.getByRole("navigation", { name: "Operations" });
const search = (page: Page) => page.getByRole("combobox", { name: "Search operations" });
const results = (page: Page) => page.getByRole("listbox", { name: "Operations found" }).getByRole("option");
const shownCode = (page: Page, summary: string) => operation(page, summary).locator("pre:visible");

/** Opens an operation's form and returns its parts. */
async function opened(page: Page, summary: string) {
  const part = operation(page, summary);
  await part.getByRole("button", { name: "Try it" }).click();
  return { part, send: part.getByRole("button", { name: /^Send (GET|POST|DELETE)/ }) };
}

test("the reference shows every operation of the OpenAPI document publicly, one group per page", async ({
  page,
  product,
}) => {
  const document: Document = (await client(product.url).get("/openapi.json")).body;
  const all = Object.values(document.paths).flatMap((path) => Object.values(path));
  const tags = [...new Set(all.map(({ tags: [tag] }) => tag!))];
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  for (const topic of ["Authentication", "Errors", "Idempotency", "Streaming", "Rate limits"])
    await expect(page.getByRole("heading", { level: 2, name: topic })).toBeVisible();
  await expect(navigation(page).getByRole("link")).toHaveText(["Overview", ...tags]);
  const addresses = await navigation(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const shown: string[] = [];
  for (const address of addresses.slice(1)) {
    const html = await (await page.request.get(address)).text();
    expect(html.length, address).toBeLessThan(300_000);
    shown.push(...[...html.matchAll(/<h2 id="\w+-title"><a [^>]*>([^<]+)</g)].map(([, summary]) => summary!));
  }
  const written = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;");
  expect(shown.sort()).toEqual(all.map(({ summary }) => written(summary)).sort());

  await navigation(page).getByRole("link", { name: "Messages", exact: true }).click();
  await expect(page).toHaveURL("/docs/messages");
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
  await expect(operations(page)).toHaveCount(all.filter(({ tags: [tag] }) => tag === "Messages").length);
  await expect(navigation(page).locator("[aria-current=page]")).toHaveText("Messages");
  await navigation(page).getByRole("link", { name: "DELETE Delete a message", exact: true }).click();
  await expect(page).toHaveURL("/docs/messages#deleteMessage");
  await expect(operation(page, "Delete a message").getByRole("heading", { level: 2 })).toBeInViewport();
  await expect(navigation(page).locator("[aria-current=location]")).toHaveText(/Delete a message$/);
  await expectToFitPhone(page);
  expect((await page.request.get("/docs/none")).status()).toBe(404);
});

test("anchors of the former single page redirect to the current sections", async ({ page }) => {
  for (const [anchor, place] of [
    ["sendMessage", "/docs/messages#sendMessage"],
    ["tag-public-chats:-team", "/docs/public-chats-team"],
    ["errors", "/docs#errors"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/docs#${anchor}`);
    await expect(page).toHaveURL(place);
  }
  await page.goto("/docs/messages#schema-HTTPValidationError");
  await expect(page).toHaveURL("/docs#schema-HTTPValidationError");
  await expect(page.getByRole("region", { name: "HTTPValidationError" })).toBeInViewport();
});

test("the search finds operations of every group by keyboard, and reports empty results", async ({
  page,
}) => {
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/docs/search.json")) asked++;
  });
  await page.goto("/docs");
  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  expect(asked).toBe(0);
  await page.keyboard.type("api token");
  await expect(results(page).filter({ hasText: "Create an API token" })).toBeVisible();
  await expect(results(page).filter({ hasText: "Revoke an API token" })).toBeVisible();
  await expect(results(page).filter({ hasText: "Create a chat" })).toHaveCount(0);
  await expect(results(page).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(results(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(results(page).last()).toHaveAttribute("aria-selected", "true");

  // Input must not break out of the generated style rule or selector.
  for (const text of ["xylophone", '"] { color: red } </style><b>', "\\", "*"]) {
    await search(page).fill(text);
    await expect(page.getByText(`No operations match “${text}”.`)).toBeVisible();
    await expect(results(page)).toHaveCount(0);
  }
  await expectToFitPhone(page);
  await search(page).fill("POST API-TOKENS");
  await expect(results(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs/accounts#createApiToken");
  await expect(operation(page, "Create an API token").getByRole("heading", { level: 2 })).toBeInViewport();
  expect(asked).toBe(1);

  await page.keyboard.press("/");
  await search(page).fill("webhook");
  await expect(results(page).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(results(page).first()).toBeHidden();
});

test("the search reports an index that fails to load", async ({ page, browserConsole }) => {
  browserConsole.expects(/ERR_FAILED/);
  await page.route("**/docs/search.json", (route) => route.abort());
  await page.goto("/docs");
  await search(page).fill("chat");
  await expect(
    page.getByText("The server can't be reached. Check the connection and type again."),
  ).toBeVisible();
  await page.unroute("**/docs/search.json");
  await search(page).fill("chats");
  await expect(results(page).first()).toBeVisible();
});

test("examples appear in the last chosen language, and can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/chats");
  await expect(shownCode(page, "Create a chat").first()).toContainText("curl -X POST");
  await expect(shownCode(page, "Create a chat").last()).toContainText('"name": "Autumn rentals"');
  await operation(page, "Create a chat").getByText("Python").click();
  await expect(shownCode(page, "Create a chat").first()).toContainText("requests.post(");
  await expect(shownCode(page, "List your chats").first()).toContainText("requests.get(");
  await operation(page, "List your chats").getByRole("button", { name: "Copy" }).first().click();
  await expect(operation(page, "List your chats").getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("response = requests.get(");

  await page.goto("/docs/messages");
  await expect(shownCode(page, "Send a message").first()).toContainText("requests.post(");
  await page.getByRole("radio", { name: "Python" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "JavaScript" })).toBeChecked();
  await expect(shownCode(page, "Send a message").first()).toContainText("await fetch(");
});

test("groups are in a drawer and examples are collapsible on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/docs/chats");
  await expect(navigation(page)).toBeHidden();
  await expect(shownCode(page, "Create a chat")).toHaveCount(0);
  await operation(page, "Create a chat").getByText("Example").click();
  await expect(shownCode(page, "Create a chat").first()).toContainText("curl -X POST");
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Operations" }).click();
  await expect(navigation(page)).toBeVisible();
  await expectAccessible(page);
  await navigation(page).getByRole("link", { name: "GET Get a chat", exact: true }).click();
  await expect(navigation(page)).toBeHidden();
  await expect(page).toHaveURL("/docs/chats#getChat");
});

test("operations can be tried with the reader's session, also by keyboard", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of (400|404|422)|ERR_FAILED/);
  await page.goto("/docs/chats");
  const { keyboard } = page;
  const make = operation(page, "Create a chat");
  await make.getByRole("button", { name: "Try it" }).focus();
  await keyboard.press("Enter");
  await expect(make.getByText("This makes a real call")).toBeVisible();
  await make.getByLabel(/^body/).fill('{"name": "From the reference"}');
  await make.getByRole("button", { name: "Send POST" }).focus();
  await keyboard.press("Enter");
  await expect(make.getByRole("strong").filter({ hasText: /^200$/ })).toBeVisible();
  await expect(make).toContainText('"name": "From the reference"');
  const [chat] = (await someone.api.get("/chats")).body;
  expect(chat.name).toBe("From the reference");
  await make.getByLabel(/^body/).fill("{");
  await make.getByRole("button", { name: "Send POST" }).click();
  await expect(make.getByRole("strong").filter({ hasText: /^(400|422)$/ })).toBeVisible();

  const get = await opened(page, "Get a chat");
  await get.send.click();
  await expect(get.part.getByLabel(/^chat_id/)).toBeFocused();
  await get.part.getByLabel(/^chat_id/).fill("../users/me/api-tokens");
  await get.send.click();
  await expect(get.part.getByRole("strong").filter({ hasText: /^4(04|22)$/ })).toBeVisible();
  await get.part.getByLabel(/^chat_id/).fill(String(chat.id));
  await get.send.click();
  await expect(get.part.getByRole("strong").filter({ hasText: /^200$/ })).toBeVisible();
  await expect(get.part).toContainText(chat.uuid);
  await expectToFitPhone(page);

  await page.route("**/api/v1/chats/**", (route) => route.abort());
  await get.send.click();
  await expect(get.part).toContainText("The server can't be reached.");
  await expect(get.part.getByRole("strong").filter({ hasText: /^200$/ })).toBeHidden();
});

test("operations without a session are refused, and accepted with a pasted token", async ({
  page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 401|ERR_FAILED/);
  const { token } = (await someone.api.post("/users/me/api-tokens", { name: "docs" })).body;
  await page.goto("/docs/accounts");
  // The OpenAPI document is loaded when the form is first opened.
  await page.route("**/api/v1/openapi.json", (route) => route.abort());
  const { part, send } = await opened(page, "List your API tokens in this group");
  await expect(part).toContainText("The server can't be reached. Close this and try again.");
  await page.unroute("**/api/v1/openapi.json");
  await part.getByRole("button", { name: "Close" }).click();
  await part.getByRole("button", { name: "Try it" }).click();
  await send.click();
  await expect(part.getByRole("strong").filter({ hasText: /^401$/ })).toBeVisible();
  const field = part.getByLabel("Token (leave blank to use your session)");
  await expect(field).toHaveAttribute("type", "password");
  await field.fill(token);
  await send.click();
  await expect(part.getByRole("strong").filter({ hasText: /^200$/ })).toBeVisible();
  await expect(part).toContainText('"name": "docs"');
  expect(await part.textContent()).not.toContain(token);
});

test("the reference passes axe, and can be read without JavaScript", async ({ page, browser, product }) => {
  await page.goto("/docs");
  await expectAccessible(page);
  await page.goto("/docs/messages");
  await opened(page, "Send a message");
  await expect(operation(page, "Send a message").getByText("This makes a real call")).toBeVisible();
  await search(page).fill("chat");
  await expect(results(page).first()).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const plain = await context.newPage();
  await plain.goto("/docs/chats");
  await expect(shownCode(plain, "Create a chat").first()).toContainText("curl -X POST");
  await operation(plain, "Create a chat").getByText("JavaScript").click();
  await expect(shownCode(plain, "Create a chat").first()).toContainText("await fetch(");
  // Without JavaScript, controls that need it are hidden.
  await expect(plain.getByRole("button", { name: /Try it|Copy/ })).toHaveCount(0);
  await expect(search(plain)).toBeHidden();
  await plain.setViewportSize({ width: 390, height: 800 });
  await plain.getByRole("button", { name: "Operations" }).click();
  await navigation(plain).getByRole("link", { name: "Webhooks", exact: true }).click();
  await expect(operation(plain, "Create a webhook")).toBeVisible();
  await context.close();
});

test("a form that fails to load reports it, and the page stays", async ({ page, browserConsole }) => {
  browserConsole.expects(/ERR_FAILED/);
  await page.goto("/docs/chats", { waitUntil: "networkidle" });
  await page.route("**/_next/static/**", (route) => route.abort());
  const { part } = await opened(page, "Create a chat");
  await expect(part.getByRole("alert")).toHaveText("The server can't be reached. Reload this page.");
  await expect(operation(page, "Get a chat")).toBeVisible();
});
