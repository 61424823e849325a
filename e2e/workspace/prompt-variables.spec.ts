import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const form = (page: Page) => page.getByRole("dialog", { name: "Invite" });
const PROMPT =
  "Invite {{Guest}} to {{Place: Harbor | Museum}} on {{Day: date}}. {{Remarks: long text}} Map: {{Map: file}}";

test("a prompt with variables opens a form in the composer, and its message shows the values", async ({
  signedIn: page,
  someone,
  model,
}) => {
  await someone.api.post("/tasks/actions", { name: "Invite", action_name: "invite", prompt: PROMPT });
  const chat = (await someone.api.post("/chats", { name: "Here" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(field(page)).toBeFocused();
  await field(page).pressSequentially("/inv");
  await page.getByRole("option", { name: /Invite/ }).click();
  await expect(form(page).getByLabel("Guest")).toBeFocused();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await form(page).getByRole("button", { name: "Send" }).click();
  await expect(form(page).getByText("Enter a value.")).toBeVisible();
  await form(page).getByLabel("Guest").fill("Mia");
  await form(page).getByLabel("Place").selectOption("Museum");
  await form(page).getByLabel("Day").fill("2026-05-01");
  await form(page)
    .getByLabel("Map")
    .setInputFiles({ name: "map.txt", mimeType: "text/plain", buffer: Buffer.from("Turn left.") });
  await form(page).getByRole("button", { name: "Send" }).click();

  const own = page.getByRole("article", { name: "Your message" });
  await expect(own).toContainText("Guest: Mia");
  await expect(own).toContainText("Place: Museum");
  await expect(own).toContainText("map.txt");
  const getPrompt = () => JSON.stringify(model.requests.at(-1)?.messages ?? "");
  await expect.poll(getPrompt).toContain("Invite Mia to Museum on 2026-05-01.  Map: map.txt");
  expect(getPrompt()).toContain("Turn left.");

  // A typed command opens the form, too, and the text behind it is sent beside the values.
  await field(page).fill("/invite Be brief.");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("Be brief.");
  await page.keyboard.press("Escape");
  await expect(form(page)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
});

test("a prompt with variables is tried and run from its page", async ({ signedIn: page, model }) => {
  await page.goto("/task-actions/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Greet");
  await page.getByLabel("Prompt text").fill("Say hello to {{Who}}.");
  await page.getByLabel("Who").fill("the crew");
  await page.getByRole("button", { name: "Try", exact: true }).click();
  await expect(page.getByRole("log", { name: "Reply" })).toContainText("Say hello to the crew.");
  await page.getByRole("button", { name: "Create prompt" }).click();
  await expect(page.getByText("Saved")).toBeVisible();
  await page.goto("/task-actions");
  await page.getByRole("button", { name: /Run.*Greet|Greet.*Run/ }).click();
  await page.getByLabel("Who").fill("the guests");
  await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
  await expect(page.getByRole("article", { name: "Your message" })).toContainText("Who: the guests");
  await expect
    .poll(() => JSON.stringify(model.requests.at(-1)!.messages))
    .toContain("Say hello to the guests.");
});
