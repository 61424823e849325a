import type { Page } from "@playwright/test";
import type { client } from "@/test/client";
import { expectSource } from "@/test/editor";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const canvas = (page: Page) => page.getByRole("region", { name: "Canvas", exact: true });
const text = (page: Page) => page.getByLabel("Canvas text");
const bar = (page: Page) => page.getByRole("region", { name: "Change this" });
const review = (page: Page) => page.getByRole("region", { name: "Suggested changes" });
const isSaved = (page: Page) => expect(canvas(page).getByRole("status")).toHaveText("Saved");

async function open(page: Page, api: ReturnType<typeof client>, written: string) {
  const chat = (await api.post("/chats", { name: "Draft", canvas: written, page_type: "canvas" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(text(page)).toBeVisible();
  const stored = async () => (await api.get(`/chats/${chat.id}`)).body.canvas;
  return { chat, stored };
}

async function askFor(page: Page, instruction: string) {
  await bar(page).getByLabel("What to change").fill(instruction);
  await page.keyboard.press("Enter");
}

test("a selected passage is changed by suggestions, which are accepted and rejected by keyboard", async ({
  signedIn: page,
  someone,
}) => {
  const before = "# Plan\n\nThe red fox jumps over the old dog, and then it rests.\n";
  const { stored } = await open(page, someone.api, before);
  await expect(bar(page)).toBeHidden();
  await text(page).getByText("The red fox").click({ clickCount: 3 });
  await expect(bar(page).getByRole("button", { name: "Shorter" })).toBeVisible();
  await expectAccessible(page);
  await askFor(page, "[[fake say The swift fox jumps over the young dog, and then it rests.]]");
  const changes = review(page).getByRole("article", { name: "Text with suggested changes" });
  await expect(changes).toBeFocused();
  await expect(review(page).getByRole("status")).toHaveText("Change 1 of 2");
  await expect(changes.getByRole("heading", { name: "Plan" })).toBeVisible();
  await expect(changes.locator("del")).toHaveText(["red", "old"]);
  await expect(changes.locator("ins")).toHaveText(["Added: swift", "Added: young"]);
  expect(await stored()).toBe(before);
  await expectAccessible(page);
  await page.keyboard.press("ArrowDown");
  await expect(review(page).getByRole("status")).toHaveText("Change 2 of 2");
  await page.keyboard.press("Delete");
  await expect(review(page).getByRole("status")).toHaveText("Change 1 of 1");
  await page.keyboard.press("Enter");
  await expect(review(page)).toBeHidden();
  await isSaved(page);
  expect(await stored()).toBe(before.replace("red", "swift"));
});

test("a change by somebody else meanwhile is kept, and all suggestions are accepted at once", async ({
  signedIn: page,
  someone,
}) => {
  const { chat, stored } = await open(page, someone.api, "One two three four.\n\nAnother paragraph.");
  await text(page).getByText("One two").click({ clickCount: 3 });
  await askFor(page, "[[fake say 1 two 3 four.]]");
  await expect(review(page).getByRole("status")).toHaveText("Change 1 of 2");
  const theirs = "One two drei four.\n\nAnother paragraph, changed.";
  await someone.api.put(`/chats/${chat.id}/canvas`, { canvas: theirs });
  await expect(review(page)).toContainText("1 change no longer applies");
  await review(page).getByRole("button", { name: "Accept all" }).click();
  await expect.poll(stored).toBe("1 two drei four.\n\nAnother paragraph, changed.");
  await isSaved(page);
});

test("a running suggestion is cancelled, and a failed one is tried again", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/502|ERR_/);
  await open(page, someone.api, "One two three.");
  await text(page).getByText("One two").click({ clickCount: 3 });
  await askFor(page, "[[fake tokens=200 delay=200]]");
  await expect(bar(page)).toContainText("Writing a suggestion…");
  await expect(bar(page)).toContainText("w0");
  await bar(page).getByRole("button", { name: "Cancel" }).click();
  await expect(bar(page).getByLabel("What to change")).toBeVisible();
  await askFor(page, "[[fake badrequest]]");
  await expect(bar(page).getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(bar(page).getByLabel("What to change")).toBeVisible();
});

test("selected code is explained, and changed line by line", async ({ signedIn: page, someone: ada }) => {
  const chat = (await ada.api.post("/chats", { name: "Code", page_type: "canvas" })).body;
  const code = "let a = 1;\nlet b = 2;\nlet c = 3;\n";
  await ada.api.post(`/chats/${chat.id}/canvas/pages`, {
    ...{ title: "a.js", kind: "code", language: "js", text: code },
  });
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("combobox", { name: "Page" }).selectOption("a.js");
  const field = page.getByRole("textbox", { name: "a.js text" });
  await field.press("Control+a");
  await bar(page).getByRole("button", { name: "Explain" }).click();
  await expect(bar(page)).toContainText("You said:");
  await bar(page).getByRole("button", { name: "Dismiss" }).click();
  await field.press("Control+Home");
  for (const key of ["ArrowDown", "Home", "Shift+End"]) await page.keyboard.press(key);
  await askFor(page, "[[fake say let b = 22;]]");
  await expect(review(page).locator("del")).toHaveText("Removed: let b = 2;");
  await expect(review(page).locator("ins")).toHaveText("Added: let b = 22;");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Reject all" }).click();
  await expectSource(field, code);
});

// The assistant changes the text while a person writes " Mine." at the end of its last line and can't save it.
async function writeBeside(
  page: Page,
  api: ReturnType<typeof client>,
  chatId: number,
  call: { find: string; replace: string },
) {
  await page.route("**/canvas", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.fallback(),
  );
  await text(page).getByText("Last line.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Mine.");
  await expect(canvas(page).getByRole("alert")).toContainText("Not saved");
  await page.unroute("**/canvas");
  await api.multipart(`/chats/${chatId}/messages`, {
    message_input: `[[fake call update_canvas ${JSON.stringify(call)}]]`,
  });
}

test("suggestions in formatted text are shown as it looks, and in the source as it is written", async ({
  signedIn: page,
  someone: ada,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|409/);
  const find = "Read this and that.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
  const replace = [
    "Read **this and that**.\n\n- one\n- [ ] *new*\n- two\n\n",
    "| a | b |\n|---|---|\n| 1 | 3 |\n\n## End\n",
  ].join("");
  const { chat, stored } = await open(page, ada.api, `${find}\nLast line.`);
  await writeBeside(page, ada.api, chat.id, { find, replace });
  await canvas(page).getByRole("button", { name: "Review changes" }).click();
  const changes = review(page).getByRole("article", { name: "Text with suggested changes" });
  const status = review(page).getByRole("status");
  // Both signs of the bold text are one change.
  await expect(status).toHaveText("Change 1 of 4");
  await expect(changes.locator("ins").first().locator("strong")).toHaveText("this and that");
  await expect(changes.getByRole("listitem").nth(1).locator("ins")).toHaveText("Added: new");
  await expect(changes.getByRole("cell").last()).toHaveText("Removed: 2Added: 3");
  await expect(changes.getByRole("heading", { name: "End" })).toBeVisible();
  await expectAccessible(page);
  await changes.locator("ins").getByText("new").click();
  await expect(status).toHaveText("Change 2 of 4");
  await review(page).getByRole("button", { name: "Reject", exact: true }).click();
  await changes.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const bold = "Read **this and that**.";
  await expect.poll(stored).toBe(`${find.replace("Read this and that.", bold)}\nLast line. Mine.`);
  await expect(status).toHaveText("Change 1 of 2");

  await page.getByRole("tab", { name: "Markdown" }).click();
  await expect(changes).toContainText("## End");
  // The canvas becomes a dialog.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(review(page).getByRole("status")).toHaveText("Change 1 of 2");
  await expectToFitPhone(page);
  await expectAccessible(page);
  await review(page).getByRole("button", { name: "Accept all" }).click();
  await expect.poll(stored).toBe(`${replace.replace("- [ ] *new*\n", "")}\nLast line. Mine.`);
});

test("an assistant's change while a person writes becomes suggestions, and the person's text is kept", async ({
  signedIn: page,
  someone: ada,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|409/);
  const { chat, stored } = await open(page, ada.api, "First line.\n\nLast line.");
  await writeBeside(page, ada.api, chat.id, { find: "First line.", replace: "The very first line." });
  await expect(canvas(page)).toContainText("Parley changed this text while you were writing.");
  await expect(text(page)).toBeFocused();
  await canvas(page).getByRole("button", { name: "Review changes" }).click();
  await expect(review(page).getByRole("article")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(review(page)).toBeVisible();
  await expect.poll(stored).toBe("First line.\n\nLast line. Mine.");
  await expectAccessible(page);
  await review(page).getByRole("button", { name: "Accept all" }).click();
  await expect.poll(stored).toBe("The very first line.\n\nLast line. Mine.");
});

test("versions are compared, previewed and restored", async ({ signedIn: page, someone: ada }) => {
  const { chat, stored } = await open(page, ada.api, "# Plan\n\nMonday: meet.");
  await ada.api.multipart(`/chats/${chat.id}/messages`, {
    message_input: '[[fake call update_canvas {"find":"Monday","replace":"Tuesday"}]]',
  });
  await ada.api.put(`/chats/${chat.id}/canvas`, { canvas: "# Plan\n\nTuesday: meet and eat." });
  await expect(text(page)).toContainText("and eat");
  await canvas(page).getByRole("button", { name: "Versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Versions" });
  const list = dialog.getByRole("list", { name: "Versions" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").first()).toContainText("Parley");
  const changes = dialog.getByRole("region", { name: "Changes since then" });
  await expect(changes.locator("ins")).toHaveText(/and eat/);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Older version" }).click();
  await expect(changes.locator("del")).toHaveText(/Monday/);
  await dialog.getByRole("tab", { name: "Preview" }).click();
  await expect(dialog.getByRole("heading", { name: "Plan", level: 1 })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Restore this version" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(stored).toBe("# Plan\n\nMonday: meet.");
  await expect(text(page)).toContainText("Monday: meet.");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Versions" }).click();
  await expect(changes).toBeVisible();
  await expectToFitPhone(page);
  await expectAccessible(page);
});
