import type { Page } from "@playwright/test";
import type { Client } from "@/test/client";
import {
  expect,
  expectAccessible,
  expectAccessibleSidebar,
  expectToFitPhone,
  test,
} from "@/test/page-checks";

// Enables semantic indexing of messages, which other files delay because it takes processor time.
test.use({ environment: { INDEX_AFTER_MS: "300" } });

const field = (page: Page) => page.getByRole("searchbox", { name: "Search messages, documents and chats" });
const section = (page: Page, name: string) => page.getByRole("region", { name });

/** Waits until messages are indexed for semantic search. */
const indexed = (api: Client, chat: number) =>
  expect(async () => {
    const messages = (await api.get(`/chats/${chat}/messages?size=100`)).body;
    expect(messages.every((message: { indexed: boolean }) => message.indexed)).toBe(true);
  }).toPass();

test("messages and documents are found by meaning, and opened in place", async ({
  signedIn: page,
  someone: { api },
  browserConsole,
}) => {
  browserConsole.expects(/status of 500/);
  const chat = (await api.post("/chats", { name: "Office life", virtual_assistant_id: null })).body;
  await api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "Employees get thirty days of vacation each year.",
  });
  for (let n = 0; n < 30; n++)
    await api.multipart(`/chats/${chat.id}/messages`, { message_input: `The printer jam number ${n}.` });
  const handbook = new File(["The office opens at seven in the morning on working days.\n"], "handbook.txt", {
    type: "text/plain",
  });
  const [document] = (await api.multipart("/documents", { files: [handbook] })).body;
  await expect(async () =>
    expect((await api.get(`/documents/${document.id}`)).body.status).toBe("ready"),
  ).toPass();
  await indexed(api, chat.id);

  await page.goto("/search");
  await expect(field(page)).toBeFocused();
  await field(page).fill("how many holidays do workers have");
  await section(page, "Messages")
    .getByRole("link", { name: /thirty days of vacation/ })
    .click();
  const message = page.locator("[data-marked]", { hasText: "thirty days of vacation" });
  await expect(message).toBeInViewport();

  await page.goBack();
  await expect(field(page)).toHaveValue("how many holidays do workers have");
  await field(page).fill("office opens morning");
  const found = section(page, "Documents").getByRole("link", { name: /handbook.txt/ });
  await expect(found.locator("mark").first()).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await found.click();
  await expect(page.locator("mark", { hasText: "The office opens at seven" })).toBeVisible();

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("vacation each year");
  const option = palette.getByRole("group", { name: "Messages" }).getByRole("option").first();
  await expect(option).toContainText("thirty days of vacation");
  await option.click();
  await expect(message).toBeInViewport();

  // The sidebar's search also offers messages.
  const sidebar = page.getByRole("complementary", { name: "Chats" });
  await page.keyboard.press("Control+Shift+f");
  await page.keyboard.type("vacation each year");
  await expect(sidebar).toContainText("No chats match “vacation each year”");
  const matches = sidebar.getByRole("region", { name: "Messages" });
  await expect(matches.getByRole("link").first()).toContainText("thirty days of vacation");
  await expect(matches.getByRole("link").first()).toContainText("Office life");
  await expectAccessibleSidebar(page);
  await page.goto("/");
  await sidebar.getByRole("searchbox").fill("vacation each year");
  await matches.getByRole("link", { name: /thirty days/ }).press("Enter");
  await expect(message).toBeInViewport();
  await sidebar.getByRole("searchbox").press("Enter");
  await expect(field(page)).toHaveValue("vacation each year");
  await sidebar.getByRole("searchbox").fill("printer");
  await matches.getByRole("link", { name: "Search everything for “printer”" }).press("Enter");
  await expect(field(page)).toHaveValue("printer");
  await page.route("**/api/v1/search?*", (route) => route.fulfill({ status: 500, json: {} }));
  await sidebar.getByRole("searchbox").fill("printer jam");
  await expect(matches.getByRole("alert")).toContainText("Try again");
});

test("a search in one chat excludes others, reports empty results, and can be widened", async ({
  signedIn: page,
  someone: { api },
}) => {
  const chats = [];
  for (const name of ["First", "Second"]) {
    const chat = (await api.post("/chats", { name, virtual_assistant_id: null })).body;
    await api.multipart(`/chats/${chat.id}/messages`, { message_input: `A giraffe lives in ${name}.` });
    await indexed(api, chat.id);
    chats.push(chat);
  }
  await page.goto(`/search?chat=${chats[0].uuid}&q=giraffe`);
  await expect(section(page, "Messages").getByRole("link")).toHaveCount(1);
  await page.getByRole("button", { name: "Documents", exact: true }).click();
  await expect(page.getByText("No matches for “giraffe”.")).toBeVisible();
  await page.getByRole("button", { name: "Search everything" }).click();
  await expect(section(page, "Messages").getByRole("link")).toHaveCount(2);
  expect(new URL(page.url()).search).toBe("?q=giraffe");

  // The palette opens above the chat and jumps within it.
  await page.goto(`/chats/${chats[0].uuid}`);
  await page.getByRole("button", { name: "Chat actions" }).click();
  await page.getByRole("menuitem", { name: "Search in this chat" }).click();
  const palette = page.getByRole("dialog", { name: "Search “First”" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("giraffe");
  await expect(palette.getByRole("group", { name: "Messages" }).getByRole("option")).toHaveCount(1);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-marked]", { hasText: "A giraffe lives in First." })).toBeInViewport();
  expect(asked.filter((url) => url.includes("_rsc"))).toEqual([]);

  await page.getByRole("button", { name: "Members and settings" }).click();
  const panel = page.getByRole("region", { name: "Members and settings" });
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(`/chats/${chats[0].uuid}`);
});

test("search without a multilingual model says that other languages are found by their words", async ({
  signedIn: page,
}) => {
  const state = { behind_since: null, english_only: true };
  await page.route("**/api/v1/search/state", (route) => route.fulfill({ json: state }));
  await page.goto("/search?q=holiday");
  const note = page.getByRole("status").filter({ hasText: "in English only" });
  await expect(page.getByText("“holiday”")).toBeVisible();
  await expect(note).toHaveCount(0);
  await field(page).fill("Wofür gibt es Frühstück?");
  await expect(note.getByRole("link", { name: "Search models" })).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
});

test("search says when newer messages are not indexed yet", async ({ signedIn: page }) => {
  const state = { behind_since: "2026-01-02T03:04:05.678Z" };
  await page.route("**/api/v1/search/state", (route) => route.fulfill({ json: state }));
  await page.goto("/search");
  const note = page.getByRole("status").filter({ hasText: "Search is catching up" });
  await expect(note).toContainText("2 January 2026");
  await expectAccessible(page);
  await expectToFitPhone(page);
});
