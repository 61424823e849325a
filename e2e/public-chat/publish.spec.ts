import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("an owner edits the greeting, previews it in the widget, and visitors get the saved version", async ({
  signedIn: page,
  someone,
  browser,
  product,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Shop help", is_public: true })).body;
  await page.goto(`/chats/${chat.uuid}/publish`);
  const widget = page.frameLocator("iframe[title='Preview of the public chat']");
  await expect(widget.getByRole("heading", { name: "Shop help" })).toBeVisible();
  await expect(widget.getByText("How long does delivery take?")).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Title").fill("Ask the shop");
  await page.getByLabel("Greeting").fill("Hello, **how** can we help?");
  for (const question of ["What does it cost?", "Where is my parcel?"]) {
    await page.getByRole("button", { name: "Add a question" }).click();
    await page
      .getByRole("textbox", { name: /^Question \d$/ })
      .last()
      .fill(question);
  }
  await page.getByRole("button", { name: /^Move question 2/ }).press("ArrowUp");
  await expect(page.getByRole("textbox", { name: "Question 1" })).toHaveValue("Where is my parcel?");
  await expect(page.getByRole("button", { name: /^Move question 1/ })).toBeFocused();
  const background = page.getByRole("combobox", { name: "Background" });
  await background.fill("tealish");
  await expect(page.getByText("Not a color")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true }).first()).toBeDisabled();
  await background.fill("teal");
  await expect(page.getByLabel("Background: pick a color")).toHaveValue("#009688");
  await page.getByLabel("Position").selectOption("Left");

  await expect(widget.getByRole("heading", { name: "Ask the shop" })).toBeVisible();
  await expect(widget.locator("strong", { hasText: "how" })).toBeVisible();
  await expect(widget.locator(".chip")).toHaveText(["Where is my parcel?", "What does it cost?"]);
  await expect(widget.locator("body")).toHaveCSS("background-color", "rgb(0, 150, 136)");
  await page.getByRole("button", { name: "Phone" }).click();
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(widget.locator("html")).toHaveAttribute("data-theme", "dark");

  const button = page.getByRole("textbox", { name: "Embed: a button that opens the chat" });
  const bare = `<script async src="${product.url}/embed.js" data-chat="${chat.uuid}"`;
  await expect(button).toHaveValue(`${bare}></script>`);
  await expect(page.getByRole("textbox", { name: "Embed: the chat itself" })).toHaveValue(
    /title="Ask the shop"/,
  );
  await page.getByRole("switch", { name: "Include the appearance in the code" }).click();
  await expect(button).toHaveValue(
    `${bare} data-title="Ask the shop" data-bg-color="teal" data-position="left"></script>`,
  );

  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Ask the shop");
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await expect(page.getByText("Saved.").first()).toBeVisible();
  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto(`/public/chats/${chat.uuid}`);
  await expect(visitor).toHaveTitle("Ask the shop");
  await expect(visitor.getByRole("button", { name: "Where is my parcel?" })).toBeVisible();
  // Unsaved settings are not public.
  expect((await visitor.request.get(`/public/chats/${chat.uuid}/preview`)).status()).toBe(404);
  expect((await someone.api.get(`/chats/${chat.id}/visitors`)).body).toEqual([]);

  await page.getByLabel("Title").fill("Something else");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Ask the shop");
});

test("the form and the preview are tabs on a phone", async ({ signedIn: page, someone }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const chat = (await someone.api.post("/chats", { name: "Shop help" })).body;
  await page.goto(`/chats/${chat.uuid}/publish`);
  const frame = page.locator("iframe[title='Preview of the public chat']");
  await expect(page.getByLabel("Greeting")).toBeVisible();
  await expect(frame).toBeHidden();
  await expectToFitPhone(page);
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(frame).toBeVisible();
  await expect(page.getByLabel("Greeting")).toBeHidden();
  await expectToFitPhone(page);
  await expectAccessible(page);
});
