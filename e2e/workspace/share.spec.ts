import { expect, expectAccessible, test } from "@/test/page-checks";

test("an owner publishes a chat, limits it and unpublishes it", async ({
  signedIn: page,
  someone,
  browser,
  product,
  browserConsole,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Shop help" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: "Share" }).click();
  const on = page.getByRole("switch", { name: "Public link" });
  await expect(on).toHaveAttribute("aria-checked", "false");
  await on.click();
  await expect(on).toHaveAttribute("aria-checked", "true");
  const link = page.getByLabel("Link", { exact: true });
  await expect(link).toHaveValue(`${product.url}/public/chats/${chat.uuid}`);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Show a QR code" }).click();
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await page.getByRole("link", { name: "Publish page" }).click();
  await expect(page.getByRole("heading", { name: "Publish", exact: true })).toBeVisible();
  await page.getByLabel("Tokens per day").fill("5000");
  const uploads = page.getByRole("switch", { name: "Add files" });
  await uploads.click();
  await expect(uploads).toBeChecked();
  await expect(uploads).toBeEnabled();
  await page.getByLabel("Sites that can embed this chat").fill("https://shop.example.com");
  await page
    .getByRole("region", { name: "What visitors can do" })
    .getByRole("button", { name: "Save", exact: true })
    .click();
  await expect
    .poll(async () => (await someone.api.get(`/chats/${chat.id}`)).body.extra)
    .toEqual({
      PUBLIC_CHAT_UPLOAD_FILES: true,
      PUBLIC_CHAT_DAILY_TOKENS: 5000,
      PUBLIC_CHAT_ALLOWED_ORIGINS: ["https://shop.example.com"],
    });

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto(`/public/chats/${chat.uuid}`);
  await expect(visitor).toHaveTitle("Shop help");
  browserConsole.expects(/status of 404|frame/i);
  await on.click();
  await expect(page.getByRole("textbox", { name: "Embed: the chat itself" })).toHaveCount(0);
  expect((await visitor.goto(`/public/chats/${chat.uuid}`))!.status()).toBe(404);
});
