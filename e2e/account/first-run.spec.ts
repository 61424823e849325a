import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("a new group opens on a chat with examples, and first steps are ticked as they are done", async ({
  signedIn: page,
  someone,
}) => {
  await page.goto("/");
  const message = page.getByLabel("Message", { exact: true });
  await expect(message).toBeFocused();
  const examples = page.getByRole("region", { name: "Examples to start with" }).getByRole("button");
  await expect(examples).toHaveCount(3);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("status")).toHaveText("1 of 5 done");
  await expectAccessible(page);
  await expectToFitPhone(page);

  await examples.nth(1).click();
  await expect(message).toHaveValue(/^Make a plan/);
  await expect(message).toBeFocused();
  await examples.nth(2).click();
  await expect(message).toHaveValue(/^Explain what/);
  await message.fill("For Cora:");
  await examples.nth(0).click();
  await expect(message).toHaveValue(/^For Cora:\n\nWrite a short message/);
  await steps.getByRole("button", { name: /Send a first message/ }).click();
  await expect(message).toBeFocused();
  await message.press("Enter");
  await expect(page).toHaveURL(/\/chats\//);
  await expect(page.getByRole("article", { name: /Parley/ })).toContainText("You said");

  await page.getByRole("link", { name: "New chat" }).first().click();
  await expect(steps.getByRole("status")).toHaveText("2 of 5 done");
  await expect(steps.getByText("Send a first message")).toBeVisible();
  await expect(steps.getByRole("button", { name: /Send a first message/ })).toBeHidden();
  for (const [name, address] of [
    [/Run a prompt/, /\/task-actions$/],
    [/Create or edit an assistant/, /\/assistants$/],
    [/Invite a colleague/, /\/settings\/members$/],
  ] as const) {
    await steps.getByRole("link", { name }).click();
    await expect(page).toHaveURL(address);
    await page.goBack();
  }

  const [assistant] = (await someone.api.get("/virtual-assistants")).body;
  await someone.api.patch(`/virtual-assistants/${assistant.id}`, { description: "Knows the house." });
  await page.reload();
  await expect(steps.getByRole("status")).toHaveText("3 of 5 done");
  await steps.getByRole("button", { name: "Hide first steps" }).click();
  await expect(steps).toBeHidden();
  await expect(message).toBeFocused();
  await page.reload();
  await expect(message).toBeFocused();
  await expect(steps).toBeHidden();
});
