import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const main = (page: Page) => page.getByRole("main");
const notice = (page: Page, text: string) => page.getByText(text, { exact: true });

async function openDialog(page: Page, chat: { uuid: string }) {
  await page.goto(`/chats/${chat.uuid}`);
  await main(page).getByRole("button", { name: "Chat actions" }).press("Enter");
  await page.getByRole("menuitem", { name: "Save as template" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Save “Plan” as a template" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  return dialog;
}

test("a template includes the members of its chat on request, and its chats start with them", async ({
  signedIn: page,
  someone,
  product,
}) => {
  const { api } = someone;
  const max = await joined(product.url, someone, "Max Member");
  const mia = await joined(product.url, someone, "Mia Member");
  const { body: own } = await api.post("/chats", { name: "Plan" });
  const alone = await openDialog(page, own);
  await expect(alone.getByText("Messages never are.")).toBeVisible();
  await expect(alone.getByRole("group", { name: "Members" })).toHaveCount(0);

  const { body: chat } = await api.post("/chats", {
    ...{ name: "Plan", goal: "Sail", member_user_ids: [max.user.id, mia.user.id] },
  });
  const dialog = await openDialog(page, chat);
  const box = dialog.getByRole("checkbox", { name: "All 3 members" });
  await expect(box).not.toBeChecked();
  await expect(box).toHaveAccessibleDescription("Ada Example, Max Member and Mia Member");
  await expect(dialog.getByRole("group", { name: "Members" })).toHaveAccessibleDescription(
    /Every chat started from this template adds them/,
  );
  await expectAccessible(page);
  await expectToFitPhone(page);
  await box.check();
  await dialog.getByRole("button", { name: "Save template" }).click();
  await notice(page, "Saved as the template “Plan”, version 1.").waitFor();

  // Who starts a chat reads on the template's page whom it adds, and afterwards whom it has added.
  await page.goto("/tasks");
  const card = main(page).getByRole("listitem").filter({ hasText: "Plan" });
  await expect(card).toContainText("Includes members");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await card.getByRole("link").click();
  const members = main(page)
    .getByRole("definition")
    .filter({ hasText: "Added to every chat that you start." });
  await expect(members.getByRole("listitem")).toContainText(["Max Member", "Mia Member"]);
  await expectAccessible(page);
  await expectToFitPhone(page);
  expect((await mia.api.del(`/groups/${someone.group.id}/members/${mia.user.id}`)).status).toBe(200);
  await main(page).getByRole("button", { name: "Start a chat" }).click();
  await expect(page).toHaveURL(/\/chats\//);
  await notice(
    page,
    "Max Member can see this chat now. Mia Member is no longer in the group and wasn't added.",
  ).waitFor();
  await expectAccessible(page);
  const started = { uuid: page.url().split("/").at(-1)! };
  expect((await max.api.get(`/chats/${started.uuid}`)).body).toMatchObject({ members_count: 2 });

  // A new version has the choice of the version before.
  const next = await openDialog(page, started);
  await expect(next.getByRole("checkbox", { name: "All 2 members" })).toBeChecked();
  await next.getByRole("radio", { name: "New template" }).check();
  await expect(next.getByRole("checkbox", { name: "All 2 members" })).not.toBeChecked();
  await next.getByRole("radio", { name: /^New version of/ }).check();
  await next.getByRole("checkbox", { name: "All 2 members" }).uncheck();
  await next.getByRole("button", { name: "Save version 2" }).click();
  await notice(page, "Saved as the template “Plan”, version 2.").waitFor();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(main(page).getByRole("figure").filter({ hasText: "Members" })).toContainText("Removed: On");
  await expect(main(page).getByText("Added to every chat that you start.")).toHaveCount(0);
});

test("the command palette says whom the template of a new chat has added", async ({
  signedIn: page,
  someone,
  product,
}) => {
  const max = await joined(product.url, someone, "Max Member");
  const { body: chat } = await someone.api.post("/chats", {
    ...{ name: "Plan", member_user_ids: [max.user.id] },
  });
  await someone.api.post(`/chats/${chat.id}/tasks`, { name: "Weekly plan", include_members: true });
  await page.goto("/");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Weekly plan");
  await page.getByRole("option", { name: "Weekly plan", exact: true }).click();
  await expect(page).toHaveURL(/\/chats\//);
  await notice(page, "Max Member can see this chat now.").waitFor();
});
