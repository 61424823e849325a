import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { client } from "@/test/test";

// The page is large, and a trace copies it at every step.
test.use({ trace: "off" });

/** Opens an operation's form and gives its parts. */
async function opened(page: Page, summary: string) {
  const part = operation(page, summary);
  await part.getByRole("button", { name: "Try it" }).click();
  return { part, send: part.getByRole("button", { name: /^Send (GET|POST|DELETE)/ }) };
}

const filter = (page: Page) => page.getByLabel("Filter operations");
const operations = (page: Page) => page.getByRole("main").getByRole("region");
const operation = (page: Page, summary: string) =>
  page.getByRole("main").getByRole("region", { name: summary, exact: true });

test("the reference shows every operation of the OpenAPI document to anybody", async ({ page, product }) => {
  const document = (await client(product.url).get("/openapi.json")).body;
  const summaries = Object.values<Record<string, { summary: string }>>(document.paths).flatMap((path) =>
    Object.values(path).map(({ summary }) => summary),
  );
  expect(summaries.length).toBeGreaterThan(50);
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  await expect(operations(page)).toHaveCount(summaries.length);
  // What is far away is made when one comes near.
  expect(await page.locator("*").count()).toBeLessThan(summaries.length * 30);
  const shown = await page.getByRole("main").getByRole("heading", { level: 3 }).allInnerTexts();
  expect(shown).toEqual(expect.arrayContaining(summaries));
  await expect(page.getByRole("navigation", { name: "Operations" }).getByRole("listitem")).toHaveCount(
    summaries.length,
  );
  await expectToFitPhone(page);

  await page
    .getByRole("navigation", { name: "Operations" })
    .getByRole("link", { name: "POST Send a message", exact: true })
    .click();
  await expect(page).toHaveURL("/docs#sendMessage");
  await expect(operation(page, "Send a message").getByRole("heading", { level: 3 })).toBeInViewport();
});

test("the filter leaves what has all its words, and says when nothing does", async ({ page }) => {
  await page.goto("/docs");
  const all = await operations(page).count();
  await filter(page).fill("api token");
  await expect(operation(page, "Create an API token")).toBeVisible();
  await expect(operation(page, "Revoke an API token")).toBeVisible();
  await expect(operation(page, "Create a chat")).toBeHidden();
  const navigation = page.getByRole("navigation", { name: "Operations" });
  await expect(navigation.getByRole("link", { name: "Create an API token" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Create a chat", exact: true })).toBeHidden();
  await filter(page).fill("POST API-TOKENS");
  await expect(operations(page)).toHaveCount(1);
  await expect(operation(page, "Create an API token")).toBeVisible();

  // What would end a style rule, or a selector, is only text.
  for (const text of ["xylophone", '"] { color: red } </style><b>', "\\", "*"]) {
    await filter(page).fill(text);
    await expect(page.getByText("No operation has these words.")).toBeVisible();
    await expect(operations(page)).toHaveCount(0);
  }
  await expectToFitPhone(page);
  await filter(page).fill("");
  await expect(operations(page)).toHaveCount(all);
  await expect(page.getByText("No operation has these words.")).toBeHidden();
});

test("operations can be tried with one's session, by keyboard too", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of (400|404|422)|ERR_FAILED/);
  await page.goto("/docs");
  const { keyboard } = page;
  const make = operation(page, "Create a chat");
  await make.getByRole("button", { name: "Try it" }).focus();
  await keyboard.press("Enter");
  await expect(make.getByText("The call is made for real")).toBeVisible();
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
  await expect(get.part).toContainText("The server cannot be reached.");
  await expect(get.part.getByRole("strong").filter({ hasText: /^200$/ })).toBeHidden();
});

test("without a session an operation is refused, with a pasted token it is not", async ({
  page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 401|ERR_FAILED/);
  const { token } = (await someone.api.post("/users/me/api-tokens", { name: "docs" })).body;
  await page.goto("/docs");
  // The form's description of the operations is read when it is first opened.
  await page.route("**/api/v1/openapi.json", (route) => route.abort());
  const { part, send } = await opened(page, "List your API tokens in this group");
  await expect(part).toContainText("The server cannot be reached. Close this and try again.");
  await page.unroute("**/api/v1/openapi.json");
  await part.getByRole("button", { name: "Close" }).click();
  await part.getByRole("button", { name: "Try it" }).click();
  await send.click();
  await expect(part.getByRole("strong").filter({ hasText: /^401$/ })).toBeVisible();
  const field = part.getByLabel("Token (empty: your session)");
  await expect(field).toHaveAttribute("type", "password");
  await field.fill(token);
  await send.click();
  await expect(part.getByRole("strong").filter({ hasText: /^200$/ })).toBeVisible();
  await expect(part).toContainText('"name": "docs"');
  expect(await part.textContent()).not.toContain(token);
});

test("the reference breaks no rule of axe, and can be read without JavaScript", async ({
  page,
  browser,
  product,
}) => {
  await page.goto("/docs");
  // A part of the page: all of it is the same, a hundred times.
  await filter(page).fill("messages");
  await opened(page, "Send a message");
  await expect(operation(page, "Send a message").getByText("The call is made for real")).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const plain = await context.newPage();
  await plain.goto("/docs");
  // By itself: of what holds it, Playwright leaves out what is for browsers without scripts.
  await expect(operation(plain, "Create a chat").locator("pre")).toContainText("curl -X POST");
  await expect(operation(plain, "Create a chat").locator("pre")).toBeVisible();
  // Nothing that would need a script is offered.
  await expect(plain.getByRole("button", { name: "Try it" })).toHaveCount(0);
  await expect(filter(plain)).toBeHidden();
  await context.close();
});

test("a form that cannot be fetched says so, and the page stays", async ({ page, browserConsole }) => {
  browserConsole.expects(/ERR_FAILED/);
  await page.goto("/docs", { waitUntil: "networkidle" });
  await page.route("**/_next/static/**", (route) => route.abort());
  const { part } = await opened(page, "Create a chat");
  await expect(part.getByRole("alert")).toHaveText("The server cannot be reached. Load this page again.");
  await expect(operation(page, "Get a chat")).toBeVisible();
});
