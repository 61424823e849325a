import type { Page } from "@playwright/test";
import { expect, test } from "@/test/page-checks";

const TEXT = [
  "# Tides",
  "The **tide** rises in `Bern` at <b>six</b>, see [the harbour](https://example.test/harbour).",
  "- high",
  "- low",
  "",
  "| Time | Height |\n|---|---|\n| 6 | 3 m |",
].join("\n");

const reply = (page: Page) => page.getByRole("article", { name: /^Message from/ });
const readClipboard = (page: Page, type: string) =>
  page.evaluate(async (type) => {
    const [item] = await navigator.clipboard.read();
    return item?.types.includes(type) ? await (await item.getType(type)).text() : undefined;
  }, type);

// Tests of other files share the model.
test.afterEach(({ model }) => model.setMode("echo"));

test.beforeEach(async ({ signedIn: page, someone, model }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  model.setMode(`say ${TEXT}`);
  const chat = (await someone.api.post("/chats", { name: "Tides" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "When does it rise?" });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(reply(page)).toContainText("The tide rises");
  await reply(page).hover();
});

test("a copied reply is formatted text for documents and Markdown for editors", async ({
  signedIn: page,
}) => {
  await reply(page).getByRole("button", { name: "Copy" }).click();
  await expect(reply(page).getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(TEXT);
  const html = (await readClipboard(page, "text/html"))!;
  expect(html).toMatch(/<h1[^>]*>Tides<\/h1>/);
  expect(html).toMatch(/<strong>tide<\/strong>.*<code[^>]*>Bern<\/code>/);
  expect(html).toMatch(/<a href="https:\/\/example\.test\/harbour"[^>]*>the harbour<\/a>/);
  expect(html).toMatch(/<li>high<\/li>/);
  expect(html).toMatch(/<th[^>]*>Time<\/th>/);
  // Markup in the reply is text, and the copy is independent of the app's styles.
  expect(html).toContain("&lt;b&gt;six&lt;/b&gt;");
  expect(html).not.toContain("class=");
});

test("a reply copied as plain text has no Markdown", async ({ signedIn: page }) => {
  await reply(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy as plain text" }).click();
  await expect(reply(page).getByRole("button", { name: "Copied" })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(
    "The tide rises in Bern at <b>six</b>, see the harbour (https://example.test/harbour).",
  );
  expect(text).not.toMatch(/[*`#]|---/);
  expect(await readClipboard(page, "text/html")).toBeUndefined();
});

test("browsers without formatted copies copy the Markdown", async ({ signedIn: page }) => {
  await page.evaluate(() => Reflect.deleteProperty(window, "ClipboardItem"));
  await reply(page).getByRole("button", { name: "Copy" }).click();
  await expect(reply(page).getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(TEXT);
});
