import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const thumb = (page: Page, name: "Good reply" | "Bad reply") => page.getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog", { name: "What is wrong with this reply?" });

test("a reply is rated with a reason, which those who may edit the assistant read", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Rated" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  const getRatings = async () => (await someone.api.get(`/chats/${chat.id}/ratings`)).body;
  await page.goto(`/chats/${chat.uuid}`);
  await thumb(page, "Good reply").click();
  await expect(thumb(page, "Good reply")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(getRatings).toMatchObject([{ is_good: true }]);
  await thumb(page, "Bad reply").click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await dialog(page).getByRole("button", { name: "Too long" }).click();
  await dialog(page).getByLabel("Comment").fill("Two lines would do");
  await dialog(page).getByRole("button", { name: "Send" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const rating = { is_good: false, reason: "too_long", comment: "Two lines would do" };
  await expect.poll(getRatings).toMatchObject([rating]);
  await page.reload();
  await expect(thumb(page, "Bad reply")).toHaveAttribute("aria-pressed", "true");

  const [assistant] = (await someone.api.get("/virtual-assistants")).body;
  await page.goto(`/assistants/${assistant.id}`);
  await page.getByRole("tab", { name: "Ratings" }).click();
  const report = page.getByRole("tabpanel");
  await expect(report.getByRole("region", { name: "Comments" })).toContainText("Two lines would do");
  await expect(report.getByRole("region", { name: "Why replies were bad" })).toContainText("Too long");
  await expectAccessible(page);
  await expectToFitPhone(page);

  // A second press takes the rating back.
  await page.goto(`/chats/${chat.uuid}`);
  await thumb(page, "Bad reply").click();
  await expect(thumb(page, "Bad reply")).toHaveAttribute("aria-pressed", "false");
  await expect.poll(getRatings).toEqual([]);
});
