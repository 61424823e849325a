import type { Page } from "@playwright/test";
import type { client } from "@/test/client";
import { expectSource } from "@/test/editor";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const canvas = (page: Page) => page.getByRole("region", { name: "Canvas", exact: true });
const text = (page: Page) => page.getByLabel("Canvas text");
const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true });
const isSaved = (page: Page) => expect(canvas(page).getByRole("status")).toHaveText("Saved");

async function open(page: Page, api: ReturnType<typeof client>, written: string) {
  const chat = (await api.post("/chats", { name: "Draft", canvas: written, page_type: "canvas" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(text(page)).toBeVisible();
  return async () => (await api.get(`/chats/${chat.id}`)).body.canvas;
}

test("text is formatted as it is typed, and stored as Markdown", async ({ signedIn: page, someone }) => {
  const stored = await open(page, someone.api, "");
  await expect(text(page)).toHaveAttribute("data-hint", /Write here/);
  await text(page).click();
  await page.keyboard.type("# Plan\n- [ ] Buy **tea**\nCall ~~Bo~~ Ada\n\n> Said `x = 1`\n\n\n");
  await page.keyboard.type("It costs $5, see [1].");
  await expect(text(page).getByRole("heading", { name: "Plan", level: 1 })).toBeVisible();
  await expect(text(page).getByRole("checkbox")).toHaveCount(2);
  await isSaved(page);
  expect(await stored()).toBe(
    "# Plan\n\n- [ ] Buy **tea**\n- [ ] Call ~~Bo~~ Ada\n\n> Said `x = 1`\n\nIt costs $5, see [1].",
  );
  await text(page).getByRole("checkbox").first().check();
  await isSaved(page);
  await expect.poll(stored).toContain("- [x] Buy **tea**");
  await expectAccessible(page);
});

test("a change in the rich text editor leaves everything else as it was written", async ({
  signedIn: page,
  someone,
}) => {
  const rest = "Setext\n======\n\n* star\n* list\n\n<details>\nraw\n</details>\n\nA note[^1]\n\n[^1]: Here\n";
  const stored = await open(page, someone.api, `First\n\n${rest}`);
  await expect(text(page).getByText("Markdown, kept as written").first()).toBeVisible();
  await text(page).getByText("First", { exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" line");
  await isSaved(page);
  expect(await stored()).toBe(`First line\n\n${rest}`);
  await page.keyboard.press("Control+z");
  await expect.poll(stored).toBe(`First\n\n${rest}`);
});

test("tools format, link and build tables by keyboard, and Esc then Tab leaves the editor", async ({
  signedIn: page,
  someone,
}) => {
  const stored = await open(page, someone.api, "One two");
  await text(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Shift+Tab");
  const style = page.getByLabel("Paragraph style");
  await expect(style).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tool(page, "Bold")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(text(page)).toBeFocused();
  await expect(tool(page, "Bold")).toHaveAttribute("aria-pressed", "true");
  await tool(page, "Link").click();
  const dialog = page.getByRole("dialog", { name: "Link" });
  await expect(dialog.getByLabel("Address")).toBeFocused();
  await page.keyboard.type("https://example.com");
  await page.keyboard.press("Enter");
  await expect(text(page)).toBeFocused();
  await isSaved(page);
  expect(await stored()).toBe("[**One two**](https://example.com)");

  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await tool(page, "Table").click();
  await page.keyboard.type("Name");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Score");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ada");
  await page.getByRole("button", { name: "Table actions" }).click();
  await page.getByRole("menuitem", { name: "Add row" }).click();
  await isSaved(page);
  await expect
    .poll(stored)
    .toBe("[**One two**](https://example.com)\n\n| Name | Score |\n| --- | --- |\n| Ada |  |\n|  |  |");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(canvas(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(text(page)).not.toBeFocused();
});

test("the choice of the Markdown editor is remembered, and both editors show the same text", async ({
  signedIn: page,
  someone,
}) => {
  const stored = await open(page, someone.api, "# Plan\n\nFirst *step*");
  await canvas(page).getByRole("tab", { name: "Markdown" }).click();
  await expectSource(text(page), "# Plan\n\nFirst *step*");
  await text(page).press("Control+End");
  await page.keyboard.type("\n\n* one");
  await isSaved(page);
  await page.reload();
  await expectSource(text(page), "# Plan\n\nFirst *step*\n\n* one");
  await expectAccessible(page);
  await canvas(page).getByRole("tab", { name: "Write" }).click();
  await expect(text(page).getByRole("listitem")).toHaveText("one");
  expect(await stored()).toBe("# Plan\n\nFirst *step*\n\n* one");
});

test("code has line numbers, colours, folding and a search, and Tab indents until Esc", async ({
  signedIn: page,
  someone: ada,
}) => {
  const chat = (await ada.api.post("/chats", { name: "Code", page_type: "canvas" })).body;
  const code = "def add(a, b):\n    return a + b\n";
  const made = await ada.api.post(`/chats/${chat.id}/canvas/pages`, {
    ...{ title: "add.py", kind: "code", language: "python", text: code },
  });
  const stored = async () => (await ada.api.get(`/chats/${chat.id}/canvas/pages/${made.body.id}`)).body.text;
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("combobox", { name: "Page" }).selectOption("add.py");
  const field = page.getByRole("textbox", { name: "add.py text" });
  await expect(field).toHaveAccessibleDescription("Press Esc, then Tab to leave the editor.");
  const keyword = field.getByText("def", { exact: true });
  await expect.poll(() => keyword.evaluate((word) => getComputedStyle(word).color)).toBe("rgb(138, 34, 87)");
  await expect(page.locator(".cm-lineNumbers")).toContainText("3");
  await expectAccessible(page);
  await page.locator('[title="Fold line"]:visible').first().click();
  await expect(page.getByLabel("folded code")).toBeVisible();
  await page.locator('[title="Unfold line"]:visible').first().click();

  await field.press("Control+End");
  await page.keyboard.press("Tab");
  await page.keyboard.type("x");
  await isSaved(page);
  await expect.poll(stored).toMatch(/\n\s+x$/);
  await page.keyboard.press("Control+f");
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(field).not.toBeFocused();
  await expect(canvas(page)).toBeVisible();
});

test("both editors fit a phone", async ({ signedIn: page, someone }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(
    page,
    someone.api,
    `# Plan\n\n${"word ".repeat(60)}\n\n| a | b | c |\n|---|---|---|\n| long cell | long cell | x |`,
  );
  await expectToFitPhone(page);
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Markdown" }).click();
  await expect(text(page)).toContainText("# Plan");
  await expectToFitPhone(page);
  await expectAccessible(page);
});
