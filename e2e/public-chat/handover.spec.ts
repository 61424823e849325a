import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { box, publicChat } from "@/test/visitor";

/** A visitor asks for a human, sees that the team was notified, and leaves an address for the answer. */
test("a visitor requests a person and a mailed answer by keyboard", async ({ page, product, someone }) => {
  const chat = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await box(page).fill("Can I talk to a human?");
  await box(page).press("Enter");
  const line = page.locator("#team");
  await expect(line.getByRole("status")).toHaveText("We've notified the team. Someone will reply here.");
  const offer = line.getByRole("button", { name: "Get the answer by e-mail" });
  await offer.focus();
  // The team's status is fetched after each reconnect, which must not move the focus.
  const isReadAgain = page.waitForResponse(
    (response) => response.url().endsWith("/events") && /json/.test(response.headers()["content-type"] ?? ""),
  );
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await isReadAgain;
  await expect(offer).toBeFocused();
  await page.keyboard.press("Enter");
  const field = line.getByRole("textbox", { name: "Your e-mail address" });
  await expect(field).toBeFocused();
  await field.fill("no address");
  await field.press("Enter");
  await expect(line.getByRole("alert")).toHaveText("Please enter a valid e-mail address.");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await field.fill("вера@example.test");
  await field.press("Enter");
  await expect(line.getByRole("status")).toContainText("are sent to вера@example.test.");
  await expect(line.getByRole("button", { name: "Change" })).toBeFocused();
  await page.reload();
  await expect(line.getByRole("status")).toContainText("are sent to в•••@example.test.");
  const [conversation] = (await someone.api.get(`/chats/${chat.id}/visitors`)).body;
  await someone.api.multipart(`/chats/${conversation.chat_id}/messages`, { message_input: "Here I am." });
  await expect(line).toBeHidden();
});
