import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const REASON = `${"The chat can't be muted now, because its settings are being moved to another server. ".repeat(4)}Try again in an hour.`;

const choose = async (page: Page, item: string) => {
  await page.getByRole("button", { name: "Chat actions" }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

test("a failure is announced at once with its whole reason, and stays until it is dismissed", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  const { body: chat } = await someone.api.post("/chats", { name: "Trip" });
  await page.clock.install();
  await page.goto(`/chats/${chat.uuid}`);
  browserConsole.expects(/409/);
  await page.route(`**/api/v1/chats/${chat.uuid}/me`, (route) =>
    route.fulfill({ status: 409, json: { error: "Conflict", message: REASON } }),
  );
  const failure = page.getByRole("alert").filter({ hasText: "Try again in an hour." });
  await choose(page, "Mute");
  await expect(failure).toContainText(REASON);
  // The same failure is shown once.
  await choose(page, "Mute");
  await expect(failure).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  const { y, height } = (await failure.boundingBox())!;
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThan(800);
  await expectToFitPhone(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.unrouteAll();
  for (const item of ["Mute", "Unmute", "Mute"]) {
    await choose(page, item);
    await expect(page.getByText(`${item}d “Trip”.`).last()).toBeVisible();
  }
  await page.clock.fastForward("01:00");
  await expect(page.getByText("Muted “Trip”.")).toHaveCount(0);
  await expect(failure).toBeVisible();
  await failure.getByRole("button", { name: "Dismiss" }).click();
  await expect(failure).toHaveCount(0);
});
