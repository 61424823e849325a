import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectAccessibleSidebar,
  expectToFitPhone,
  test,
} from "@/test/page-checks";
import { createVisitor } from "@/test/visitor";

const conversations = (page: Page) =>
  page.getByRole("list", { name: "Conversations with visitors" }).getByRole("listitem");
const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });
const bar = (page: Page) => page.getByRole("region", { name: "Visitor" });

test("the team sees new conversations, finds one, answers it, and hands it back", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  const chat = (await ada.api.post("/chats", { name: "Help desk", is_public: true })).body;
  await page.goto("/inbox");
  await expect(page.getByText("No unassigned conversations")).toBeVisible();
  const [one, two] = [await createVisitor(product.url, chat), await createVisitor(product.url, chat)];
  await one.ask("Where is my parcel?");
  await expect(conversations(page)).toHaveCount(1);
  await two.ask("What does delivery cost?");
  await expect(conversations(page).first()).toContainText("What does delivery cost?");
  await expect(conversations(page).first()).toContainText("2 unread");
  await expect(page.getByRole("link", { name: "2 unread conversations" })).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleSidebar(page);
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("nothing like it");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("parcel");
  await expect(conversations(page)).toHaveCount(1);
  await conversations(page).getByRole("link").click();

  const question = page.getByRole("article", { name: "Message from Visitor" });
  await expect(question).toContainText("Where is my parcel?");
  await bar(page).getByRole("button", { name: "Take over" }).click();
  await expect(bar(page)).toContainText("Ada Example is answering");
  expect((await one.say("Hello?")).body.streaming_task_id).toBeNull();
  await expect(question.last()).toContainText("Hello?");
  await one.api.send("POST", `${one.base}/typing`, one);
  await expect(page.getByText("The visitor is typing…")).toBeVisible();
  await page.getByPlaceholder("Answer the visitor").fill("It is at our gate.");
  await page.getByPlaceholder("Answer the visitor").press("Enter");
  await expect
    .poll(async () => (await one.read()).at(-1))
    .toMatchObject({ role: "team", message: "It is at our gate." });
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "Hand back" }).click();
  await expect(bar(page).getByRole("button", { name: "Take over" })).toBeVisible();
  await expectToFitPhone(page);
});

test("conversations can be assigned, closed and snoozed by keyboard", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  const chat = (await ada.api.post("/chats", { name: "Help desk", is_public: true })).body;
  const older = await createVisitor(product.url, chat);
  await older.ask("The older one");
  await (await createVisitor(product.url, chat)).ask("The newer one");
  await page.goto("/inbox");
  await expect(conversations(page)).toHaveCount(2);
  const press = (key: string) => page.keyboard.press(key);
  // Retries, because keys pressed before hydration are lost.
  await expect(async () => {
    await press("j");
    await expect(page.getByRole("link", { name: "The newer one" })).toBeFocused({ timeout: 1000 });
  }).toPass();
  await press("j");
  await expect(page.getByRole("link", { name: "The older one" })).toBeFocused();
  await press("a");
  await expect(conversations(page)).toHaveCount(1);
  await tab(page, /^Mine/).click();
  await expect(conversations(page)).toContainText("Assigned to Ada Example");
  await press("j");
  await press("Enter");
  const box = page.getByPlaceholder("Answer the visitor");
  await expect(box).toBeFocused();
  await press("Escape");
  await expect(page.getByRole("link", { name: "The older one" })).toBeFocused();
  await press("s");
  await page.getByRole("dialog").getByRole("button", { name: "Tomorrow" }).click();
  await expect(bar(page)).toContainText("Snoozed until");
  await older.ask("Still there?");
  await expect(bar(page)).not.toContainText("Snoozed until");
  await bar(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(bar(page)).toContainText("Closed");
  await tab(page, /^Closed/).click();
  await expect(conversations(page)).toHaveCount(1);
});

test("notes are visible to the team only, and saved replies can be inserted", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  const chat = (await ada.api.post("/chats", { name: "Help desk", is_public: true })).body;
  const visitor = await createVisitor(product.url, chat);
  await visitor.ask("When do you open?");
  const [{ chat_uuid }] = (await ada.api.get(`/chats/${chat.id}/visitors`)).body;
  await page.goto(`/inbox/${chat_uuid}`);
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("textbox", { name: "Write a note" }).fill("A regular");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("region", { name: "Internal notes" })).toContainText("A regular");
  await expectAccessible(page);
  expect(JSON.stringify(await visitor.read())).not.toContain("A regular");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Saved replies" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "New saved reply" }).click();
  await dialog.getByLabel("Name").fill("Opening hours");
  await dialog.getByLabel("Text").fill("We open at nine.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: /^Opening hours/ }).click();
  const box = page.getByPlaceholder("Answer the visitor");
  await expect(box).toHaveValue("We open at nine.");
  await box.fill("/open");
  await page.getByRole("option", { name: /Opening hours/ }).click();
  await expect(box).toHaveValue("We open at nine.");
});
