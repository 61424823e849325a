import { expect, expectAccessible, test } from "@/test/page-checks";
import { box, log, publicChat } from "@/test/visitor";

test("a visitor rates a reply and the conversation by keyboard, and the team reads it in the report", async ({
  signedIn: page,
  product,
  someone: { api },
}) => {
  const chat = await publicChat({ api });
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await box(page).fill("When do you open?");
  await box(page).press("Enter");
  const good = log(page).getByRole("button", { name: "Helpful", exact: true });
  const bad = log(page).getByRole("button", { name: "Not helpful" });
  await good.press("Enter");
  await expect(good).toHaveAttribute("aria-pressed", "true");
  const stored = page.waitForResponse(
    (response) => response.request().postData()?.includes("false") ?? false,
  );
  await bad.press("Enter");
  await stored;
  await expect(good).toHaveAttribute("aria-pressed", "false");
  await expect(bad).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(bad).toHaveAttribute("aria-pressed", "true");

  const more = page.getByRole("button", { name: "More", exact: true });
  await expect(more).toBeEnabled();
  await more.press("Enter");
  await page.getByRole("button", { name: "Rate this chat" }).press("Enter");
  const form = page.getByRole("dialog", { name: "How was this chat?" });
  await expectAccessible(page);
  await form.getByRole("button", { name: "Send rating" }).press("Enter");
  await expect(form).toBeVisible();
  await form.getByRole("radio", { name: "Good", exact: true }).press("Space");
  await form.getByRole("textbox").fill("Quick");
  await form.getByRole("button", { name: "Send rating" }).press("Enter");
  await expect(form).toHaveCount(0);

  await page.goto(`${product.url}/chats/${chat.uuid}/report`);
  await expect(page.getByText("Quick")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Unanswered questions" })).toBeVisible();
  await expect(page.getByText("When do you open?").first()).toBeVisible();
  await expectAccessible(page);
});
