import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { signIn } from "@/test/test";

const panel = (page: Page) => page.getByRole("tabpanel");

test("members of a group and of a chat don't see what only owners and admins may use", async ({
  page,
  someone: ada,
  product,
}) => {
  const max = await joined(product.url, ada, "Max Member");
  const fields = { name: "Budget", member_user_ids: [max.user.id], is_public: true };
  const { body: chat } = await ada.api.post("/chats", fields);
  await ada.api.post(`/chats/${chat.id}/shares`, { requires_sign_in: true, is_live: true });
  await signIn(page, product.url, max.email);
  await page.request.post("/switch-group/submit", { form: { group_id: ada.group.id } });

  await page.goto("/settings/group");
  const navigation = page.getByRole("navigation", { name: "Settings" });
  await expect(navigation.getByRole("link", { name: "Usage" })).toBeVisible();
  for (const name of ["Tools", "Webhooks", "Audit log"])
    await expect(navigation.getByRole("link", { name })).toHaveCount(0);
  await navigation.getByRole("searchbox").fill("webhooks");
  await expect(navigation.getByRole("status")).toHaveText("No settings match “webhooks”.");
  for (const path of ["group", "members", "models", "usage"]) {
    await page.goto(`/settings/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("main :is(input, select, textarea, button):disabled")).toHaveCount(0);
  }

  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("button", { name: "Chat actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Archive" })).toBeVisible();
  for (const name of ["Rename", "Move to…", "Publish", "Delete chat"])
    await expect(page.getByRole("menuitem", { name })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Assistant:/ }).click();
  const chooser = page.getByRole("dialog", { name: "Assistant and model" });
  await expect(chooser).toHaveText("Owners and admins of this chat choose its assistant and model.");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: "Documents" }).click();
  await expect(panel(page).getByRole("heading", { name: "Documents in this chat" })).toBeVisible();
  await expect(panel(page).getByRole("switch")).toHaveCount(0);
  await expect(panel(page).getByRole("heading", { name: "Collections" })).toHaveCount(0);
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(
    panel(page).getByText("Only owners and admins of this chat can change its settings."),
  ).toBeVisible();
  await expect(panel(page).getByRole("switch")).toHaveCount(1);
  await expect(panel(page).getByRole("textbox")).toHaveCount(0);
  await page.getByRole("tab", { name: "Share" }).click();
  await expect(panel(page).getByRole("button", { name: "Create link" })).toBeVisible();
  await expect(panel(page).getByRole("textbox", { name: "Live" })).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Revoke" })).toHaveCount(0);
  await expect(panel(page).getByRole("switch", { name: "Public link" })).toHaveCount(0);
  await expect(panel(page).getByText("Only an owner or admin of the chat can change this.")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
});
