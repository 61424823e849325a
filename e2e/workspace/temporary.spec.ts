import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("a temporary chat is marked and unlisted, can be kept, and is deleted when it is left", async ({
  signedIn: page,
  someone: { api },
  browserConsole,
}) => {
  // The read receipt may be sent just as the chat is deleted.
  browserConsole.expects(/status of 404.*\/read\)/);
  await page.goto("/");
  const switched = page.getByRole("button", { name: "Temporary chat" });
  await switched.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Temporary chat");
  await expectAccessible(page);
  await expectToFitPhone(page);
  const field = page.getByLabel("Message", { exact: true });
  await expect(field).toBeFocused();
  const begin = async (text: string) => {
    await field.fill(text);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/chats\//);
    await expect(page.getByRole("log")).toContainText(`You said: ${text}`);
    return page.url().split("/").at(-1)!;
  };
  const left = await begin("A secret");
  const notice = page.getByRole("region", { name: "Temporary chat" });
  await expect(notice).toContainText("Deleted when you leave or reload it");
  await expect(page).toHaveTitle(/^Temporary chat/);
  const list = page.getByRole("navigation", { name: "Chats" });
  await expect(list.getByRole("link")).toHaveCount(0);
  expect((await api.get(`/chats/${left}`)).status).toBe(200);
  await expectAccessible(page);
  await page.getByRole("link", { name: "New chat" }).click();
  await expect.poll(async () => (await api.get(`/chats/${left}`)).status).toBe(404);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);

  await switched.click();
  const reloaded = await begin("Another one");
  await page.reload();
  await expect.poll(async () => (await api.get(`/chats/${reloaded}`)).status).toBe(404);

  await page.goto("/");
  await switched.click();
  const kept = await begin("Worth keeping");
  await notice.getByRole("button", { name: "Keep chat" }).click();
  await expect(notice).toBeHidden();
  await expect(list.getByRole("link", { name: "Worth keeping" })).toBeVisible();
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect((await api.get(`/chats/${kept}`)).status).toBe(200);
});
