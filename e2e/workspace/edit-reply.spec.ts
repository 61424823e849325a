import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, expectAccessible, test } from "@/test/page-checks";
import { signIn } from "@/test/test";

const reply = (page: Page) => page.getByRole("article", { name: /^Message from Parley/ });
const openMenu = async (page: Page) => {
  await reply(page).hover();
  await reply(page).getByRole("button", { name: "More" }).click();
};

// Tests of other files share the model.
test.afterEach(({ model }) => model.setMode("echo"));

test("an owner edits a reply in place, and members see it live with the editor's name", async ({
  signedIn: page,
  someone: ada,
  product,
  model,
  browser,
}) => {
  const max = await joined(product.url, ada, "Max Member");
  const about = { name: "Ferries", member_user_ids: [max.user.id], chat_type: "group" };
  const chat = (await ada.api.post("/chats", about)).body;
  model.setMode("say The ferry leaves at **six**.");
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "When does it leave?" });
  const context = await browser.newContext({ baseURL: product.url });
  const other = await context.newPage();
  await signIn(other, product.url, max.email);
  await other.request.post("/switch-group/submit", { form: { group_id: ada.group.id } });
  await other.goto(`/chats/${chat.uuid}`);
  await expect(reply(other)).toContainText("at six");
  await openMenu(other);
  await expect(other.getByRole("menuitem", { name: "Edit", exact: true })).toHaveCount(0);

  await page.goto(`/chats/${chat.uuid}`);
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  const field = reply(page).getByLabel("Edit message");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("The ferry leaves at **six**.");
  await expect(reply(page).getByRole("button", { name: "Save", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);

  await openMenu(page);
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  await field.fill("The ferry leaves at **seven**.");
  await reply(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(reply(page).locator("strong")).toHaveText("seven");
  await expect(reply(page)).toContainText("Edited by Ada Example");
  await expect(reply(other).locator("strong")).toHaveText("seven");
  await expect(reply(other)).toContainText("Edited by Ada Example");
  await expect(page.getByRole("article", { name: "Reply in progress" })).toHaveCount(0);

  await reply(page).getByRole("button", { name: "Earlier answer" }).click();
  await expect(reply(page).locator("strong")).toHaveText("six");
  await context.close();
});

test("a refused edit keeps the text and says why", async ({ signedIn: page, someone, browserConsole }) => {
  browserConsole.expects(/status of 409/);
  const chat = (await someone.api.post("/chats", { name: "Ferries" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Hello" });
  await page.goto(`/chats/${chat.uuid}`);
  await openMenu(page);
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  await page.route("**/update_message_text/*", (route) =>
    route.fulfill({ status: 409, json: { error: "conflict", message: "Wait.", status_code: 409 } }),
  );
  await reply(page).getByLabel("Edit message").fill("Changed");
  await reply(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(reply(page).getByRole("alert")).toHaveText("Wait.");
  await expect(reply(page).getByLabel("Edit message")).toHaveValue("Changed");
});
