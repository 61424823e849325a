import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const chip = (page: Page, name: string) => log(page).getByRole("link", { name: `@${name}`, exact: true });
const card = (page: Page, name: string) => page.getByRole("dialog", { name: `About ${name}` });

// Tests of other files share the model.
test.afterEach(({ model }) => model.setMode("echo"));

test("mentions are chips that open a card of the person or assistant", async ({
  signedIn: page,
  someone: ada,
  product,
  model,
}) => {
  const max = await joined(product.url, ada, "Max Member");
  const ann = await joined(product.url, ada, "Ann");
  await joined(product.url, ada, "Ann Lee");
  const { body: kim } = await ada.api.post("/virtual-assistants", {
    name: "Kim Counsel",
    mention_name: "kim",
    avatar: "🦉",
    description: "Knows the contracts.",
  });
  const fields = { name: "Team", virtual_assistant_id: null, member_user_ids: [max.user.id] };
  const { body: chat } = await ada.api.post("/chats", fields);
  const say = (api: typeof ada.api, message_input: string) =>
    api.multipart(`/chats/${chat.id}/messages`, { message_input });
  await say(max.api, "**@ada-example**, ask @Ann-Lee. Not `@ann`, me@kim.example, @nobody or [see @ann](/x)");
  await say(ada.api, "@max-member and @ann, read this:\n\n```\n@ann\n```");

  await page.goto(`/chats/${chat.uuid}`);
  await expect(chip(page, "ada-example")).toHaveClass(/own-mention/);
  await expect(chip(page, "Ann-Lee")).toHaveCount(1);
  await expect(chip(page, "ann")).toHaveCount(1);
  await expect(log(page).locator(".mention")).toHaveCount(4);
  await expectAccessible(page);
  await expectToFitPhone(page);

  await chip(page, "max-member").focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "Max Member")).toContainText(max.email);
  await expect(card(page, "Max Member")).toContainText("Member");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(chip(page, "max-member")).toBeFocused();
  await chip(page, "Ann-Lee").click();
  await expect(card(page, "Ann Lee")).toContainText("Not in this chat");
  await page.keyboard.press("Escape");
  await chip(page, "ada-example").click();
  await expect(card(page, "Ada Example")).toContainText("You");
  await expect(card(page, "Ada Example").getByRole("button", { name: "Write a message" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  // Texts that the browser renders.
  model.setMode("say Ask @ann or @kim.");
  await say(max.api, "@kim, whom do I ask?");
  await expect(chip(page, "kim")).toHaveCount(2);
  await chip(page, "kim").last().click();
  await expect(card(page, "Kim Counsel")).toContainText("Knows the contracts.");
  await expect(
    card(page, "Kim Counsel").getByRole("link", { name: "Chat with Kim Counsel" }),
  ).toHaveAttribute("href", `/?assistant=${kim.id}`);
  await expectToFitPhone(page);
  await page.keyboard.press("Escape");
  await expect(chip(page, "kim").last()).toBeFocused();

  await ada.api.del(`/groups/${ada.group.id}/members/${ann.user.id}`);
  await ada.api.del(`/virtual-assistants/${kim.id}`);
  await page.reload();
  await expect(chip(page, "max-member")).toBeVisible();
  await expect(log(page)).toContainText("@kim, whom do I ask?");
  await expect(chip(page, "kim")).toHaveCount(0);
  await expect(chip(page, "ann")).toHaveCount(0);

  await chip(page, "max-member").click();
  await card(page, "Max Member").getByRole("button", { name: "Write a message" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Max Member" })).toBeVisible();
  expect(new URL(page.url()).pathname).not.toBe(`/chats/${chat.uuid}`);
});
