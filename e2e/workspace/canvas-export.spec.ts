import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { joined, person } from "@/test/client";
import { expect, expectAccessible, expectAccessibleNow, expectToFitPhone, test } from "@/test/page-checks";
import { signIn } from "@/test/test";

const canvas = (page: Page) => page.getByRole("region", { name: "Canvas" });
const menu = (page: Page) => page.getByRole("button", { name: "Download or print" });
const choose = async (page: Page, name: string) => {
  await menu(page).click();
  await page.getByRole("menuitem", { name }).click();
};
const begin = async (
  page: Page,
  { api }: { api: Awaited<ReturnType<typeof person>>["api"] },
  text: string,
) => {
  const chat = (
    await api.post("/chats", { name: "Draft", canvas: text, page_type: "canvas", virtual_assistant_id: null })
  ).body as { id: number; uuid: string };
  await page.goto(`/chats/${chat.uuid}`);
  return chat;
};

test("a canvas is downloaded as Word with what was written last, by keyboard", async ({
  signedIn: page,
  someone: ada,
}) => {
  const chat = await begin(page, ada, "# Plan");
  await canvas(page).getByRole("tab", { name: "Markdown" }).click();
  await page.getByLabel("Canvas text").fill("# Plan\n\nWritten last");
  const download = page.waitForEvent("download");
  await menu(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText([
    "Download as Markdown",
    "Download as Word",
    "Print or save as PDF",
  ]);
  await expectAccessibleNow(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const file = await download;
  expect(file.suggestedFilename()).toBe("Draft.docx");
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
  expect((await ada.api.get(`/chats/${chat.id}`)).body.canvas).toBe("# Plan\n\nWritten last");
  await expect(menu(page)).toBeFocused();
});

test("a Word file that is being created can be canceled, and a failure says what to do", async ({
  signedIn: page,
  someone: ada,
  browserConsole,
}) => {
  browserConsole.expects(/status of 413|status of 503|Failed to load resource/);
  await begin(page, ada, "# Plan");
  let answer = () => {};
  await page.route("**/canvas/export*", (route) => {
    answer = () => void route.continue().catch(() => {});
  });
  await choose(page, "Download as Word");
  await expect(canvas(page)).toContainText("Creating the Word file…");
  await expectAccessibleNow(page);
  await canvas(page).getByRole("button", { name: "Cancel" }).click();
  await expect(canvas(page)).not.toContainText("Creating the Word file…");
  answer();

  await page.unroute("**/canvas/export*");
  await page.route("**/canvas/export*", (route) => route.abort());
  await choose(page, "Download as Word");
  const failure = page.locator("[data-toast]");
  await expect(failure).toContainText("The Word file couldn't be created. The server can't be reached.");
  await page.unroute("**/canvas/export*");
  const download = page.waitForEvent("download");
  await failure.getByRole("button", { name: "Try again" }).click();
  expect((await download).suggestedFilename()).toBe("Draft.docx");

  const refused = { status: 413, json: { status: 413, message: "Too large.", details: {} } };
  await page.route("**/canvas/export*", (route) => route.fulfill(refused));
  await choose(page, "Download as Word");
  await expect(failure.last()).toContainText("This text is too large for a Word file. Divide it");
});

test("a canvas prints as its text alone, in colors for paper", async ({
  signedIn: page,
  someone: ada,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/status of 404/);
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  const columns = Array.from({ length: 14 }, (_, n) => `Column${n}`);
  const text = [
    `# Goals\n\n| ${columns.join(" | ")} |\n${"|-".repeat(14)}|\n| ${columns.map(() => "value").join(" | ")} |`,
    `\`\`\`python\n${"print('a long line of code') ".repeat(20)}\n\`\`\``,
    "```mermaid\nflowchart LR\n  accTitle: Steps\n  a --> b\n```",
  ].join("\n\n");
  const chat = await begin(page, ada, text);
  const opening = page.context().waitForEvent("page");
  await choose(page, "Print or save as PDF");
  const paper = await opening;
  await expect(paper.getByRole("heading", { level: 1, name: "Draft" })).toBeVisible();
  await expect(paper.locator("html")).toHaveAttribute("data-printed");
  await expectAccessible(paper);
  await paper.emulateMedia({ media: "print", colorScheme: "dark" });
  // A4 without its margins, in CSS pixels.
  await paper.setViewportSize({ width: 658, height: 987 });
  await expect(paper.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  await expect(paper.getByRole("link", { name: "Back to the chat" })).toBeHidden();
  await expect(paper.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(paper.getByRole("heading", { name: "Goals" })).toBeVisible();
  await expect(paper.getByAltText("Steps")).toBeVisible();
  await expect(paper.getByRole("log")).toHaveCount(0);
  for (const part of [paper.getByRole("table"), paper.locator("pre", { hasText: "a long line" })]) {
    const isCut = await part.evaluate((element) => {
      const { parentElement: parent } = element;
      return element.scrollWidth > element.clientWidth + 1 || parent!.scrollWidth > parent!.clientWidth + 1;
    });
    expect(isCut).toBe(false);
  }

  const stranger = await person(product.url, "Eve");
  await signIn(page, product.url, stranger.email);
  await page.goto(`/print/chats/${chat.uuid}/canvas`);
  await expect(page.getByText("Column0")).toHaveCount(0);
});

test("pages with code, charts and plain text are printed and downloaded by members, on a phone, too", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  const max = await joined(product.url, ada, "Max Member");
  const chat = (
    await max.api.post("/chats", {
      ...{ name: "Shared", canvas: "Ours", page_type: "canvas", virtual_assistant_id: null },
      member_user_ids: [ada.user.id],
    })
  ).body;
  const add = async (title: string, kind: string, text: string, language?: string) =>
    (await max.api.post(`/chats/${chat.id}/canvas/pages`, { title, kind, text, language })).body.id as number;
  await add("main", "code", "print('```')", "python");
  await add("Scores", "csv", "Name,Score\nAda,1");
  await add("Notes", "text", "# as *written*");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/chats/${chat.uuid}`);
  const pane = page.getByRole("dialog", { name: "Canvas" });
  const printed = async (title: string) => {
    await pane.getByRole("combobox", { name: "Page" }).selectOption(title);
    const opening = page.context().waitForEvent("page");
    await choose(page, "Print or save as PDF");
    const paper = await opening;
    await expect(paper.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(paper.locator("html")).toHaveAttribute("data-printed");
    await paper.emulateMedia({ media: "print" });
    return paper;
  };
  await expect((await printed("main")).getByText("print('```')")).toBeVisible();
  await expect((await printed("Scores")).getByRole("cell", { name: "Ada" })).toBeVisible();
  await expect((await printed("Notes")).getByText("# as *written*")).toBeVisible();

  await pane.getByRole("combobox", { name: "Page" }).selectOption("main");
  await menu(page).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Download main.py", "Print or save as PDF"]);
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeFocused();
  await expectToFitPhone(page);
  await pane.getByRole("combobox", { name: "Page" }).selectOption("Notes");
  const download = page.waitForEvent("download");
  await choose(page, "Download as Word");
  expect((await download).suggestedFilename()).toBe("Notes.docx");
});

test("tabs of the canvas begin where its field does", async ({ signedIn: page, someone: ada }) => {
  await begin(page, ada, "# Plan");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const tabs = page.getByRole("tablist", { name: "Canvas" });
    const field = page.locator(".canvas-field").filter({ visible: true });
    await expect(field).toBeVisible();
    await expect.poll(async () => (await tabs.boundingBox())!.x - (await field.boundingBox())!.x).toBe(0);
  }
});
