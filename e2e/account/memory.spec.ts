import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const choice = (page: Page) => page.getByRole("region", { name: "Memory is on" });
const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

async function turnMemoryOff(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Options", exact: true }).click();
  const item = page.getByRole("menuitemcheckbox", { name: /Memory/ });
  await expect(item).toBeChecked();
  await item.click();
  await expect(item).not.toBeChecked();
  await page.keyboard.press("Escape");
}

test("new private chats use memory unless one turns it off", async ({ signedIn: page, someone, model }) => {
  await someone.api.post("/users/me/memories", { text: "Lives in Bern" });
  const getPrompt = () => JSON.stringify(model.requests.at(-1)!.messages);
  const reply = page.getByRole("article", { name: /Parley/ });
  await page.goto("/");
  await expect(choice(page)).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await field(page).fill("Where do I live?");
  await page.keyboard.press("Enter");
  await expect(reply).toContainText("You said: Where do I live?");
  expect(getPrompt()).toContain("Lives in Bern");

  // Turned off in this chat.
  await turnMemoryOff(page);
  await field(page).fill("And now?");
  await page.keyboard.press("Enter");
  await expect(reply.last()).toContainText("You said: And now?");
  expect(getPrompt()).not.toContain("Lives in Bern");

  // Turned off for all new chats.
  await page.goto("/");
  await choice(page).getByRole("button", { name: "Turn off" }).click();
  await expect(choice(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(choice(page)).toHaveCount(0);
  await field(page).fill("Who am I?");
  await page.keyboard.press("Enter");
  await expect(reply).toContainText("You said: Who am I?");
  expect(getPrompt()).not.toContain("Lives in Bern");

  await page.goto("/settings/memory");
  await page.getByRole("switch", { name: "Use memory in new chats" }).click();
  await expect.poll(async () => (await someone.api.get("/users/me")).body.uses_memory).toBe(true);
  // Temporary chats have no such choice.
  await page.goto("/");
  await page.getByRole("button", { name: "Temporary chat" }).click();
  await page.getByRole("button", { name: "Options", exact: true }).click();
  await expect(page.getByRole("menuitemcheckbox", { name: /Calculation/ })).toBeVisible();
  await expect(page.getByRole("menuitemcheckbox", { name: /Memory/ })).toHaveCount(0);
});

test("memories are imported as text, and a deleted one comes back with Undo", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 422/);
  await page.goto("/settings/memory");
  await page.getByRole("button", { name: "Import memories" }).click();
  const dialog = page.getByRole("dialog", { name: "Import memories" });
  await expect(dialog).toContainText("List everything you remember about me");
  const facts = dialog.getByRole("textbox", { name: "Facts" });
  await expectAccessible(page);
  await expectToFitPhone(page);
  await facts.fill(`Lives in Bern\n${"x".repeat(501)}`);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(facts).toHaveAccessibleDescription(/Line 2 has more than 500 characters/);
  await facts.fill("- Lives in Bern\n- Likes tea\n- lives in bern");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("2 memories imported, 1 known already.")).toBeVisible();
  const list = page.getByRole("list", { name: "Memories" });
  await expect(list.getByRole("listitem")).toHaveCount(2);

  const stored = async () => (await someone.api.get("/users/me/memories")).body.length;
  await list.getByRole("button", { name: "Delete “Likes tea”" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  expect(await stored()).toBe(2);
  await list.getByRole("button", { name: "Delete “Likes tea”" }).click();
  // Leaving the page deletes it, too.
  await page.goto("/");
  await expect.poll(stored).toBe(1);
});

test("imported memories say so, and all that were deleted come back with Undo", async ({
  signedIn: page,
  someone: { api },
  browserConsole,
}) => {
  browserConsole.expects(/status of 503/);
  const project = (await api.post("/chat-workspaces", { name: "Garden" })).body;
  await api.post("/users/me/memories", { text: "Grows beans", chat_workspace_id: project.id });
  await api.post("/users/me/memories/import", { text: "Lives in Bern" });
  const before = (await api.get("/users/me/memories")).body;
  await page.goto("/settings/memory");
  const items = page.getByRole("list", { name: "Memories" }).getByRole("listitem");
  await expect(items.filter({ hasText: "Lives in Bern" })).toContainText("Imported · ");
  await expect(items.filter({ hasText: "Grows beans" })).toContainText("Written by you · ");

  // With the keyboard alone.
  const deleteAll = async () => {
    await page.getByRole("button", { name: "Delete all" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete all" }).press("Enter");
    await expect(page.getByText("Nothing remembered about you yet.")).toBeVisible();
  };
  const undo = page.getByRole("status").getByRole("button", { name: "Undo" });
  await deleteAll();
  await expect(page.getByRole("status").filter({ hasText: "All memories deleted." })).toBeVisible();
  // The notice stays as long as its button has the focus.
  await undo.focus();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await undo.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Memories restored." })).toBeVisible();
  await expect(items).toHaveCount(2);
  expect((await api.get("/users/me/memories")).body).toEqual(before);
  await page.goto(`/projects/${project.uuid}`);
  await expect(page.getByRole("list", { name: "Memories" })).toContainText("Grows beans");

  // An undo that fails says so and can be repeated, until it is too late.
  await page.goto("/settings/memory");
  await deleteAll();
  await page.route("**/memories/restore", (route) =>
    route.fulfill({ status: 503, json: { message: "The database is away." } }),
  );
  await undo.press("Enter");
  const failure = page.getByRole("alert").filter({ hasText: "The memories weren't restored." });
  await expect(failure).toBeVisible();
  await page.unroute("**/memories/restore");
  await failure.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(items).toHaveCount(2);
  await deleteAll();
  await api.post("/users/me/memories/restore");
  await undo.press("Enter");
  await expect(page.getByText("The memories can no longer be restored.")).toBeVisible();
  await expect(items).toHaveCount(2);
});
