import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { box, log } from "@/test/visitor";

test("an owner selects a document for visitors, whose replies cite it and open its passage", async ({
  signedIn: page,
  someone: { api },
  browser,
  product,
}) => {
  const chat = (await api.post("/chats", { name: "Library desk", is_public: true })).body;
  const file = (name: string, text: string) => new File([text], name, { type: "text/plain" });
  const files = [
    file("hours.txt", "The reading room opens at seven in the morning."),
    file("salaries.txt", "The reading room is cleaned for 20 an hour."),
  ];
  const added = (await api.multipart("/documents", { files, chat_id: String(chat.id) })).body;
  for (const { id } of added)
    await expect(async () => expect((await api.get(`/documents/${id}`)).body.status).toBe("ready")).toPass();

  await page.goto(`/chats/${chat.uuid}/publish`);
  await expect(page.getByText("The text of what you choose becomes public.")).toBeVisible();
  await expect(page.getByText("Nothing chosen")).toBeVisible();
  await page.getByRole("checkbox", { name: "hours.txt" }).check();
  await expect(page.getByText("Nothing chosen")).toBeHidden();
  await page.getByRole("button", { name: "Save choice" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "hours.txt" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "salaries.txt" })).not.toBeChecked();

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto(`/public/chats/${chat.uuid}`);
  await box(visitor).fill("When does the reading room open? [1] [2]");
  await box(visitor).press("Enter");
  const number = log(visitor)
    .locator("article.assistant")
    .getByRole("button", { name: /^Source 1/ });
  await expect(number).toHaveAccessibleName("Source 1: hours.txt");
  await expect(
    log(visitor)
      .locator("article.guest")
      .getByRole("button", { name: /^Source/ }),
  ).toHaveCount(0);
  await expect(log(visitor).getByText("20 an hour")).toHaveCount(0);
  await number.focus();
  await visitor.keyboard.press("Enter");
  const panel = visitor.getByRole("dialog", { name: "Source 1: hours.txt" });
  await expect(panel.getByText("opens at seven")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Close" })).toBeFocused();
  await expect(panel.getByRole("button", { name: /^Download/ })).toHaveCount(0);
  await expectAccessible(visitor);
  await expectToFitPhone(visitor, 320);
  await visitor.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(number).toBeFocused();

  // The panel also opens after a reload, in the server-rendered page. It offers the file when files may be opened.
  const choice = { document_ids: [added[0].id], collection_ids: [], opens_files: true };
  await api.put(`/chats/${chat.id}/public-knowledge`, choice);
  await visitor.reload();
  await number.click();
  const download = visitor.waitForEvent("download");
  await panel.getByRole("button", { name: "Download hours.txt" }).click();
  expect((await download).suggestedFilename()).toBe("hours.txt");
  await panel.getByRole("button", { name: "Close" }).click();
  await api.put(`/chats/${chat.id}/public-knowledge`, { ...choice, document_ids: [] });
  await number.click();
  await expect(visitor.getByRole("alert")).toHaveText("This source is no longer available.");
});
