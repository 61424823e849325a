import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, test } from "@/test/test";

// Versions of a question, branches of a chat, and queued messages.

const articles = (page: Page) => page.getByRole("log", { name: "Messages" }).getByRole("article");
const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const queue = (page: Page) => page.getByRole("region", { name: /^Queued/ });

async function choose(page: Page, at: number, item: string): Promise<void> {
  const article = articles(page).nth(at);
  await article.hover();
  await article.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a question can be edited, its versions can be browsed, and a branch continues from one of them", async ({
  signedIn: page,
  someone: { api },
}) => {
  const chat = (await api.post("/chats", { name: "Trip" })).body;
  for (const message_input of ["one", "two"])
    await api.multipart(`/chats/${chat.id}/messages`, { message_input });
  await page.goto(`/chats/${chat.uuid}`);
  await choose(page, 0, "Edit");
  await page.getByRole("textbox", { name: "Edit message" }).fill("uno");
  await page.getByRole("button", { name: "Save and regenerate" }).click();
  await expect(articles(page)).toContainText(["uno", "You said: uno"]);
  await expect(articles(page)).toHaveCount(2);
  const versions = page.getByRole("group", { name: "Versions" });
  await expect(versions).toContainText("2 / 2");
  await versions.getByRole("button", { name: "Earlier version" }).click();
  await expect(articles(page)).toContainText(["one", "You said: one", "two", "You said: two"]);
  await expect(versions).toContainText("1 / 2");
  await page.reload();
  await expect(articles(page)).toHaveCount(4);

  await choose(page, 1, "Branch from here");
  await expect(page.getByRole("heading", { level: 1, name: "Trip (branch)" })).toBeVisible();
  await expect(articles(page)).toContainText(["one", "You said: one"]);
  await expect(articles(page)).toHaveCount(2);
  await composer(page).fill("three");
  await page.keyboard.press("Enter");
  await expect(articles(page)).toContainText(["one", "You said: one", "three", "You said: three"]);
  await page.getByRole("log").getByRole("link", { name: "Trip" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Trip", exact: true })).toBeVisible();
  await page.getByRole("list", { name: "Branches" }).getByRole("link", { name: "Trip (branch)" }).click();
  await expect(articles(page)).toHaveCount(4);
});

test("an edit of a message with later messages of others creates a branch", async ({
  signedIn: page,
  someone,
  product,
}) => {
  const colleague = await joined(product.url, someone, "Max Member");
  const { api } = someone;
  const chat = (await api.post("/chats", { name: "Ours", member_user_ids: [colleague.user.id] })).body;
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: "one" });
  await colleague.api.multipart(`/chats/${chat.id}/messages`, { message_input: "mine" });
  await page.goto(`/chats/${chat.uuid}`);
  await choose(page, 0, "Edit");
  await page.getByRole("textbox", { name: "Edit message" }).fill("uno");
  await page.getByRole("button", { name: "Save in a branch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ours (branch)" })).toBeVisible();
  await expect(articles(page)).toContainText(["uno", "You said: uno"]);
  await page.goBack();
  await expect(articles(page)).toContainText(["one", "Ada Example: one", "mine", "Max Member: mine"]);
});

test("messages queued during a reply can be changed and removed, and survive a reload", async ({
  signedIn: page,
  someone: { api },
}) => {
  const chat = (await api.post("/chats", { name: "Queue" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  const write = async (text: string) => {
    await composer(page).fill(text);
    await page.keyboard.press("Enter");
  };
  await write("[[fake tokens=2000 delay=50]] slow");
  await expect(page.getByRole("button", { name: "Stop the reply" })).toBeVisible();
  for (const text of ["first", "second", "third"]) await write(text);
  await expect(queue(page).getByRole("listitem")).toHaveText(["first", "second", "third"]);
  await page.reload();
  await expect(queue(page).getByRole("listitem")).toHaveText(["first", "second", "third"]);
  await queue(page).getByRole("button", { name: "Remove queued message" }).nth(1).click();
  // Arrow up edits the last queued message.
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("textbox", { name: "Edit message" }).fill("3rd");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(queue(page).getByRole("listitem")).toHaveText(["first", "3rd"]);
  await expect(articles(page)).toHaveCount(2);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(queue(page)).toHaveCount(0);
  await expect(articles(page)).toContainText([
    "slow",
    "w0",
    "first",
    "You said: first",
    "3rd",
    "You said: 3rd",
  ]);

  // Queuing can be turned off.
  await page.goto("/settings/profile");
  await page.getByRole("switch", { name: "Queue messages while a reply is being written" }).click();
  await expect(
    page.getByRole("switch", { name: "Queue messages while a reply is being written" }),
  ).not.toBeChecked();
  await page.goto(`/chats/${chat.uuid}`);
  await write("[[fake tokens=2000 delay=50]] slow");
  await expect(page.getByRole("button", { name: "Stop the reply" })).toBeVisible();
  await write("at once");
  await expect(articles(page).last()).toContainText("You said: at once");
  await composer(page).focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Stop the reply" })).toHaveCount(0);
});
