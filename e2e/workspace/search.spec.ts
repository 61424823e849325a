import type { Page } from "@playwright/test";
import { type Client, joined } from "@/test/client";
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
  await matches.getByRole("link", { name: "Search messages for “printer”" }).press("Enter");
  await expect(field(page)).toHaveValue("printer");
  await expect(page.getByRole("button", { name: "Messages", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await matches.getByRole("link", { name: "Search everything for “printer”" }).press("Enter");
  await expect(page.getByRole("button", { name: "All", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
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

test("filters are typed or chosen, shown as chips, and part of the address", async ({
  signedIn: page,
  someone,
  product,
}) => {
  const { api } = someone;
  const mia = await joined(product.url, someone, "Mia Member");
  const project = (await api.post("/chat-workspaces", { name: "House" })).body;
  const newChat = async (name: string, body: object = {}) =>
    (await api.post("/chats", { name, virtual_assistant_id: null, member_user_ids: [mia.user.id], ...body }))
      .body;
  const budget = await newChat("Budget 2027", { chat_workspace_id: project.id });
  const other = await newChat("Other");
  const files = [new File(["Roof: 900\n"], "roof.txt", { type: "text/plain" })];
  await mia.api.multipart(`/chats/${budget.id}/messages`, { message_input: "The giraffe budget.", files });
  await mia.api.multipart(`/chats/${budget.id}/messages`, { message_input: "A giraffe without papers." });
  await api.multipart(`/chats/${budget.id}/messages`, { message_input: "My own giraffe." });
  await mia.api.multipart(`/chats/${other.id}/messages`, { message_input: "Another giraffe." });
  await Promise.all([indexed(api, budget.id), indexed(api, other.id)]);
  const messages = section(page, "Messages").getByRole("link");
  const chip = (name: string) => page.getByRole("button", { name: `Remove filter: ${name}` });

  await page.goto("/search");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('from:mia in:"Budget 2027" has:file giraffe');
  await expect(field(page)).toHaveValue("giraffe");
  await expect(chip("From Mia Member")).toBeVisible();
  await expect(chip("In “Budget 2027”")).toBeVisible();
  const hasFiles = page.getByRole("button", { name: "Has files" });
  await expect(hasFiles).toHaveAttribute("aria-pressed", "true");
  await expect(messages).toHaveCount(1);
  await expect(messages).toContainText("giraffe budget");
  await expectAccessible(page);
  await expectToFitPhone(page);
  const address = { q: "giraffe", from: `user-${mia.user.id}`, chat: budget.uuid, has: "file" };
  await expect(page).toHaveURL((url) =>
    Object.entries(address).every(([name, value]) => url.searchParams.get(name) === value),
  );
  await page.reload();
  await expect(chip("In “Budget 2027”")).toBeVisible();
  await expect(messages).toHaveCount(1);

  await hasFiles.click();
  await expect(messages).toHaveCount(2);
  await chip("From Mia Member").click();
  await expect(field(page)).toBeFocused();
  await expect(messages).toHaveCount(3);
  await chip("In “Budget 2027”").click();
  await expect(messages).toHaveCount(4);

  await page.getByRole("button", { name: "From", exact: true }).click();
  await page.getByRole("searchbox", { name: "Find members and assistants" }).fill("ada");
  await expect(page.getByRole("dialog", { name: "From" }).getByRole("button")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(chip("From Ada Example")).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(messages).toHaveText([/My own giraffe/]);
  await messages.click();
  await expect(page.locator("[data-marked]", { hasText: "My own giraffe." })).toBeInViewport();
  await page.goBack();
  await expect(messages).toHaveText([/My own giraffe/]);
  await chip("From Ada Example").click();
  await page.getByRole("button", { name: "In", exact: true }).click();
  await page.getByRole("button", { name: "House Project" }).click();
  await expect(messages).toHaveCount(3);

  await page.getByLabel("Since", { exact: true }).fill("2099-01-01");
  await expect(page.getByText("No matches for “giraffe”.")).toBeVisible();
  await chip("Since 2099-01-01").click();
  await expect(messages).toHaveCount(3);
  await field(page).fill("before:2099-01-01 from:nobody ");
  await expect(page.getByLabel("Before", { exact: true })).toHaveValue("2099-01-01");
  await expect(page.getByRole("status").filter({ hasText: "from:nobody" })).toBeVisible();

  // Without words, the newest messages that match.
  await field(page).fill("");
  await expect(messages).toHaveText([/My own giraffe/, /without papers/, /giraffe budget/]);
});

test("results are grouped with counts, and the arrow keys move between them", async ({
  signedIn: page,
  someone: { api },
}) => {
  const chat = (await api.post("/chats", { name: "The giraffe", virtual_assistant_id: null })).body;
  for (let n = 1; n <= 9; n++)
    await api.multipart(`/chats/${chat.id}/messages`, { message_input: `Note ${n} on the giraffe.` });
  await indexed(api, chat.id);
  await page.goto("/search?q=giraffe");
  const messages = section(page, "Messages");
  await expect(section(page, "Chats").getByRole("heading")).toHaveText("Chats 1");
  await expect(messages.getByRole("heading")).toHaveText("Messages 6+");
  await expect(messages.getByRole("link")).toHaveCount(6);
  await messages.getByRole("button", { name: "Show more: Messages" }).press("Enter");
  await expect(messages.getByRole("link")).toHaveCount(9);
  await expect(messages.getByRole("heading")).toHaveText("Messages 9");
  await expect(messages.getByRole("link").nth(6)).toBeFocused();
  await expectAccessible(page);
  await expectToFitPhone(page);

  await field(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect(section(page, "Chats").getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(messages.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(field(page)).toBeFocused();
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
