import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("what a person says about themselves is saved, and replies use it", async ({
  signedIn: page,
  someone,
  model,
}) => {
  await page.goto("/settings/memory");
  const save = page.getByRole("button", { name: "Save" });
  await expect(save).toHaveCount(0);
  await page.getByLabel("About you", { exact: true }).fill("Skipper of a ferry.");
  await page.getByLabel("How to answer", { exact: true }).fill("At most two sentences.");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await save.click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("About you", { exact: true })).toHaveValue("Skipper of a ferry.");

  const chat = (await someone.api.post("/chats", { name: "Harbour" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Who is it?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: /Parley/ })).toContainText("You said: Who is it?");
  expect(JSON.stringify(model.requests.at(-1)!.messages[0])).toContain("Skipper of a ferry.");

  await page.goto("/settings/memory");
  await page.getByRole("switch", { name: "Use my instructions" }).click();
  await save.click();
  await expect(save).toHaveCount(0);
  expect((await someone.api.get("/users/me/instructions")).body.enabled).toBe(false);
});
