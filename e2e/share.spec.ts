import { expect, expectAccessible, test } from "@/test/page-checks";

test("an owner puts a chat on the web, dresses it, limits it and takes it back", async ({
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

  await page.getByLabel("Title").fill("Ask the shop");
  const background = page.getByRole("combobox", { name: "Background" });
  await background.fill("tealish");
  await expect(page.getByText("Not a color")).toBeVisible();
  await background.fill("teal");
  await expect(page.getByLabel("Background: pick a color")).toHaveValue("#009688");
  await expect(link).toHaveValue(/\?ui_chat_title=Ask\+the\+shop&ui_bg_color=teal$/);
  await expect(page.getByRole("textbox", { name: "Embed: a button that opens the chat" })).toHaveValue(
    `<script async src="${product.url}/embed.js" data-chat="${chat.uuid}" data-title="Ask the shop" data-bg-color="teal"></script>`,
  );
  await expect(page.getByRole("textbox", { name: "Embed: the chat itself" })).toHaveValue(
    /^<iframe src="http:\/\/[^"]*\?ui_chat_title=Ask\+the\+shop&amp;ui_bg_color=teal" title="Ask the shop" width="400" height="640" style="border:0"><\/iframe>$/,
  );
  await page.getByRole("button", { name: "Show a QR code" }).click();
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await page.getByRole("button", { name: "Show a preview" }).click();
  await expect(
    page.frameLocator("iframe[title='Preview of the public chat']").getByText("Ask the shop").first(),
  ).toBeVisible();

  await page.getByLabel("Tokens per day").fill("5000");
  const uploads = page.getByRole("switch", { name: "Add files" });
  await uploads.click();
  await expect(uploads).toBeChecked();
  await expect(uploads).toBeEnabled();
  await page.getByLabel("Sites that can embed it").fill("https://shop.example.com");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await someone.api.get(`/chats/${chat.id}`)).body.extra)
    .toEqual({
      PUBLIC_CHAT_UPLOAD_FILES: true,
      PUBLIC_CHAT_DAILY_TOKENS: 5000,
      PUBLIC_CHAT_ALLOWED_ORIGINS: ["https://shop.example.com"],
    });

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto(await link.inputValue());
  await expect(visitor).toHaveTitle("Ask the shop");
  browserConsole.expects(/status of 404|frame/i);
  await on.click();
  await expect(link).toHaveCount(0);
  expect((await visitor.goto(`/public/chats/${chat.uuid}`))!.status()).toBe(404);
});
