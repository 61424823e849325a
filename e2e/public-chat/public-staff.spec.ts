import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "@/test/page-checks";
import { createVisitor } from "@/test/visitor";

const openVisitors = async (page: Page) => {
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: "Visitors" }).click();
};
test("a visitor is blocked, unblocked, and deleted", async ({
  signedIn: page,
  someone: ada,
  product,
  browserConsole,
}) => {
  // The open page may still request deleted data.
  browserConsole.expects(/status of 404/);
  const chat = (await ada.api.post("/chats", { name: "Help desk", is_public: true })).body;
  const visitor = await createVisitor(product.url, chat);
  await visitor.ask("Rude words");
  const [{ chat_uuid }] = (await ada.api.get(`/chats/${chat.id}/visitors`)).body;
  await page.goto(`/chats/${chat_uuid}`);
  const bar = page.getByRole("region", { name: "Visitor" });
  await bar.getByRole("button", { name: "Block" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
  await expect(bar).toContainText("Blocked");
  expect((await visitor.say("More")).status).toBe(403);
  await bar.getByRole("button", { name: "Unblock" }).click();
  await expect(bar.getByRole("button", { name: "Block", exact: true })).toBeVisible();
  expect((await visitor.say("Sorry")).status).toBe(200);
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(`${product.url}/chats/${chat.uuid}`);
  expect((await visitor.say("Anybody?")).status).toBe(404);
});

test("the usage of a public chat is shown, also as a table, and its visitors remain after it is unpublished", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  const chat = (await ada.api.post("/chats", { name: "Help desk", is_public: true })).body;
  const visitor = await createVisitor(product.url, chat);
  await visitor.ask("One");
  await visitor.ask("Two");
  await page.goto(`/chats/${chat.uuid}`);
  await openVisitors(page);
  const use = page.getByRole("region", { name: "Usage in the last 30 days" });
  await expect(use.getByRole("definition").nth(1)).toHaveText("2");
  const today = use.getByRole("table").getByRole("row").last();
  await expect(today).toContainText(
    new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(new Date()),
  );
  await ada.api.put(`/chats/${chat.id}/public?is_public=false`);
  await page.reload();
  await openVisitors(page);
  await page.getByRole("link", { name: "Open the inbox" }).click();
  await expect(page.getByRole("listitem").getByRole("link", { name: "One" })).toBeVisible();
});

test("an assistant has a greeting and suggested questions for visitors", async ({
  signedIn: page,
  someone: ada,
}) => {
  const made = (await ada.api.post("/virtual-assistants", { name: "Desk" })).body;
  await page.goto(`/assistants/${made.id}`);
  await page.getByLabel("Greeting").fill("Hello! How can we help?");
  await page.getByLabel("Suggested questions").fill("Where is my parcel?\n\n What does it cost? ");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const chat = (await ada.api.post("/chats", { is_public: true, virtual_assistant_id: made.id })).body;
  const { body } = await ada.api.as(undefined).get(`/public/chats/${chat.uuid}/settings`);
  expect(body).toMatchObject({
    greeting: "Hello! How can we help?",
    suggested_questions: ["Where is my parcel?", "What does it cost?"],
  });
});
