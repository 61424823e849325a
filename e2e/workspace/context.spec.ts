import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const gauge = (page: Page) => page.getByRole("button", { name: /^Context: \d+% used$/ });
const details = (page: Page) => page.getByRole("dialog", { name: "Context" });
const line = (page: Page) => page.getByText("Replies see a summary of the messages above.");

test("a chat says what its next message uses, and is compacted, read and restored", async ({
  signedIn: page,
  someone: { api },
}) => {
  const chat = (await api.post("/chats", { name: "Long talk", search_in_chat: false })).body;
  for (const message_input of ["The launch is in June.", "The budget is 12 gold.", "Nobody objects."])
    await api.multipart(`/chats/${chat.id}/messages`, { message_input });
  await page.goto(`/chats/${chat.uuid}`);
  await gauge(page).click();
  await expect(details(page)).toContainText("Reserved for the answer");
  await expect(details(page).getByRole("region", { name: "This chat so far" })).toContainText("Input tokens");
  await expectAccessible(page);
  await expectToFitPhone(page);

  await details(page).getByRole("button", { name: "Compact now" }).click();
  await expect(details(page)).toContainText("Summary");
  await page.keyboard.press("Escape");
  await expect(gauge(page)).toBeFocused();
  await expect(line(page)).toBeVisible();
  await expect(page.getByText("The launch is in June.").first()).toBeVisible();

  await page.getByRole("button", { name: "Show summary" }).click();
  const summary = page.getByRole("dialog", { name: "Summary of earlier messages" });
  await expect(summary).toContainText("12 gold");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await summary.getByRole("button", { name: "Use all messages again" }).click();
  await expect(line(page)).toHaveCount(0);

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("compact");
  const command = palette.getByRole("option", { name: "Compact now" });
  await expect(command).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(line(page)).toBeVisible();
});

test("a summary that fails says so, one that runs can be cancelled, and a full context warns", async ({
  signedIn: page,
  someone: { api },
  model,
}) => {
  const chat = (await api.post("/chats", { name: "Full", search_in_chat: false })).body;
  const say = (message_input: string) => api.multipart(`/chats/${chat.id}/messages`, { message_input });
  for (const text of ["The launch is in June.", "The budget is 12 gold."]) await say(text);
  await page.goto(`/chats/${chat.uuid}`);
  await gauge(page).click();
  model.setMode("401");
  await details(page).getByRole("button", { name: "Compact now" }).click();
  await expect(details(page)).toContainText("The model couldn't write the summary.");
  model.setMode("first=60000");
  await details(page).getByRole("button", { name: "Try again" }).click();
  await expect(details(page).getByRole("progressbar")).toBeVisible();
  await details(page).getByRole("button", { name: "Cancel" }).click();
  await expect(details(page).getByRole("button", { name: "Compact now" })).toBeVisible();
  await page.keyboard.press("Escape");
  model.setMode("echo");
  for (const part of ["one", "two"]) await say(`${part} ${"x".repeat(60_000)}`);
  await page.getByRole("button", { name: /^Context almost full/ }).click();
  await expect(details(page)).toContainText("The oldest messages no longer fit.");
});
