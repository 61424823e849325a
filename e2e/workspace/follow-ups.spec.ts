import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("questions below the last reply are turned on in the profile, and one is sent by keyboard", async ({
  signedIn: page,
  someone: { api },
}) => {
  await page.goto("/settings/profile");
  const choice = page.getByRole("switch", { name: "Suggest follow-up questions" });
  await expect(choice).not.toBeChecked();
  await choice.click();
  await expect.poll(async () => (await api.get("/users/me")).body.suggests_follow_ups).toBe(true);
  const chat = (await api.post("/chats", { name: "Launch" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("When is the launch?");
  await page.keyboard.press("Enter");
  const questions = page.getByRole("list", { name: "Suggested questions" });
  await expect(questions.getByRole("button")).not.toHaveCount(0);
  await expectAccessible(page);
  await expectToFitPhone(page);
  const asked = (await questions.getByRole("button").first().textContent())!;
  await questions.getByRole("button").first().press("Enter");
  const getTexts = async () =>
    (await api.get(`/chats/${chat.id}/messages`)).body.map(({ message }: { message: string }) => message);
  await expect.poll(getTexts).toContain(asked);
});
