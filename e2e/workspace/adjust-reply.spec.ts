import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test.use({ environment: { OPENAI_MODEL: "stand-in-large" } });
// Tests of other files share the model.
test.afterEach(({ model }) => model.setMode("echo"));

const reply = (page: Page) => page.getByRole("article", { name: /^Message from/ }).last();
const adjust = async (page: Page, item: string) => {
  await reply(page).hover();
  await reply(page).getByRole("button", { name: "Adjust reply" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};
const openMenuItem = async (page: Page, article: Locator, item: string) => {
  await article.hover();
  await article.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

test("a reply is regenerated shorter, with an own instruction and with another model", async ({
  signedIn: page,
  someone,
  model,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Harbours" })).body;
  model.setMode("say Harbours shelter ships from wind and waves.");
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "What are harbours?" });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(reply(page)).toContainText("from wind and waves");

  model.setMode("say Harbours shelter ships.");
  await adjust(page, "Shorter");
  await expect(reply(page)).toContainText("Harbours shelter ships.");
  await expect(reply(page).getByRole("group", { name: "Answers" })).toContainText("2 / 2");
  await openMenuItem(page, reply(page), "How this was made");
  await expect(page.getByRole("dialog")).toContainText("Make the reply much shorter.");
  await page.keyboard.press("Escape");

  await adjust(page, "Other instruction…");
  const dialog = page.getByRole("dialog", { name: "Regenerate with an instruction" });
  const field = dialog.getByLabel("Instruction");
  await expect(field).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Regenerate" })).toBeDisabled();
  await expectAccessible(page);
  model.setMode("say - Ships find shelter.");
  await field.fill("As a list");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog).toBeHidden();
  await expect(reply(page).getByRole("listitem")).toHaveText("Ships find shelter.");
  expect(String(model.requests.at(-1)!.messages[0]!.content)).toMatch(
    /Harbours shelter ships\.[\s\S]*As a list$/,
  );

  model.setMode("say Another opinion.");
  await adjust(page, "With another model…");
  const models = page.getByRole("dialog", { name: "Regenerate with another model" });
  await expect(models.getByRole("button", { name: /^stand-in-small/ })).toBeVisible();
  await expect(models.getByRole("button", { name: /^Default/ })).toHaveCount(0);
  await expectAccessible(page);
  await models.getByRole("button", { name: /^stand-in-small/ }).click();
  await expect(reply(page)).toContainText("Another opinion.");
  expect(model.requests.at(-1)!.model).toBe("stand-in-small");
  expect((await someone.api.get(`/chats/${chat.id}`)).body.model).toBeNull();
});

test("assistants with a fixed model offer no other model", async ({ signedIn: page, someone }) => {
  const fields = { name: "Pilot", model: "openai-compatible:stand-in-large", model_is_fixed: true };
  const pilot = (await someone.api.post("/virtual-assistants", fields)).body;
  const chat = (await someone.api.post("/chats", { virtual_assistant_id: pilot.id })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Hello" });
  await page.goto(`/chats/${chat.uuid}`);
  await reply(page).hover();
  await reply(page).getByRole("button", { name: "Adjust reply" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Shorter",
    "Longer",
    "With sources",
    "Other instruction…",
  ]);
});

test("a refused instruction stays in its dialog with the reason", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 503/);
  const chat = (await someone.api.post("/chats", { name: "Gone" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Hello" });
  await page.goto(`/chats/${chat.uuid}`);
  await adjust(page, "Other instruction…");
  const dialog = page.getByRole("dialog", { name: "Regenerate with an instruction" });
  await dialog.getByLabel("Instruction").fill("In French");
  await page.route("**/regenerate*", (route) =>
    route.fulfill({
      status: 503,
      json: { error: "unavailable", message: "Try again soon.", status_code: 503 },
    }),
  );
  await dialog.getByRole("button", { name: "Regenerate" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Try again soon.");
  await expect(dialog.getByLabel("Instruction")).toHaveValue("In French");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the menu and its dialogs fit", async ({ signedIn: page, someone }) => {
    const chat = (await someone.api.post("/chats", { name: "Phone" })).body;
    await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Hello" });
    await page.goto(`/chats/${chat.uuid}`);
    await reply(page).getByRole("button", { name: "Adjust reply" }).tap();
    await expectToFitPhone(page);
    await page.getByRole("menuitem", { name: "With another model…" }).tap();
    await expect(page.getByRole("dialog").getByRole("button", { name: /^stand-in-small/ })).toBeVisible();
    await expectToFitPhone(page);
  });
});
