import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expectSource } from "@/test/editor";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const composer = (page: Page) => page.getByLabel("Message", { exact: true });
const canvas = (page: Page) => page.getByRole("region", { name: "Canvas" });
const text = (page: Page) => page.getByLabel("Canvas text");
// Chosen once, it stays the way in which the text is shown.
const showSource = (page: Page) => canvas(page).getByRole("tab", { name: "Markdown" }).click();
const say = async (page: Page, words: string) => {
  await composer(page).fill(words);
  await page.getByRole("button", { name: "Send", exact: true }).click();
};

test("a canvas is written, read, changed by the assistant and restored", async ({
  signedIn: page,
  someone: ada,
}) => {
  const chat = (await ada.api.post("/chats", { name: "Draft" })).body;
  const stored = async () => (await ada.api.get(`/chats/${chat.id}`)).body.canvas;
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("button", { name: "Canvas" }).click();
  await showSource(page);
  await text(page).fill("# Plan\n\nFirst **step**");
  await expect(canvas(page).getByRole("status")).toHaveText("Saved");
  expect(await stored()).toBe("# Plan\n\nFirst **step**");
  await expectAccessible(page);
  await canvas(page).getByRole("tab", { name: "Preview" }).click();
  await expect(canvas(page).getByRole("heading", { name: "Plan" })).toBeVisible();
  await expectAccessible(page);
  await canvas(page).getByRole("tab", { name: "Markdown" }).click();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await canvas(page).getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await stored());
  const download = page.waitForEvent("download");
  await canvas(page).getByRole("button", { name: "Download or print" }).click();
  await page.getByRole("menuitem", { name: "Download as Markdown" }).click();
  expect((await download).suggestedFilename()).toBe("Draft.md");

  await say(page, '[[fake call update_canvas {"find":"First","replace":"Second"}]]');
  await expectSource(text(page), "# Plan\n\nSecond **step**");
  await expect(canvas(page)).toContainText("Last changed by Parley");
  await canvas(page).getByRole("button", { name: "Undo last change" }).click();
  await expectSource(text(page), "# Plan\n\nFirst **step**");
  expect(await stored()).toBe("# Plan\n\nFirst **step**");

  // Text typed right before closing is saved.
  await text(page).fill("Last words");
  await canvas(page).getByRole("button", { name: "Close the canvas" }).click();
  await expect.poll(stored).toBe("Last words");
});

test("a canvas conflict shows both versions to copy and choose from, and undo restores the other one", async ({
  signedIn: page,
  someone: ada,
  browserConsole,
}) => {
  // Browsers log the 409 of the rejected change.
  browserConsole.expects(/409/);
  const chat = (await ada.api.post("/chats", { name: "Draft", canvas: "start", page_type: "canvas" })).body;
  const stored = async () => (await ada.api.get(`/chats/${chat.id}`)).body.canvas;
  const meanwhile = (theirs: string) => ada.api.put(`/chats/${chat.id}/canvas`, { canvas: theirs });
  await page.goto(`/chats/${chat.uuid}`);
  await showSource(page);
  await expectSource(text(page), "start");
  await meanwhile("untouched follows");
  await expectSource(text(page), "untouched follows");

  const conflict = page.getByRole("region", { name: "Someone changed the canvas while you were writing." });
  const version = (name: string) => conflict.getByRole("region", { name });
  const undo = canvas(page).getByRole("button", { name: "Undo last change" });
  const clash = async (mine: string, theirs: string) => {
    await page.route("**/canvas", (route) => route.abort(), { times: 1 });
    await text(page).fill(mine);
    await expect(page.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
    await meanwhile(theirs);
    await expect(conflict).toBeVisible();
  };
  browserConsole.expects(/ERR_FAILED/);
  await clash("mine", "theirs");
  await expect(conflict.getByRole("alert")).toContainText("Which version do you want to keep?");
  await expectAccessible(page);
  await expect(version("Your version")).toContainText("mine");
  await expect(version("Their version")).toContainText("theirs");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const [button, copied] of [
    ["Copy my version", "mine"],
    ["Copy their version", "theirs"],
  ] as const) {
    await conflict.getByRole("button", { name: button }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await expectToFitPhone(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  // Unsaved text survives closing the canvas and a reload.
  await page.reload();
  await expectSource(text(page), "mine");
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(stored).toBe("mine");
  await expectSource(text(page), "mine");
  await undo.click();
  await expectSource(text(page), "theirs");

  await clash("my last words", "new text");
  await conflict.getByRole("button", { name: "Keep theirs" }).click();
  await expectSource(text(page), "new text");
  await expect(canvas(page).getByRole("status")).toHaveText("Saved");
  expect(await stored()).toBe("new text");
  await undo.click();
  await expectSource(text(page), "my last words");
});

test("a member without rights reads the canvas only, and it fills the screen of a phone", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  const max = await joined(product.url, ada, "Max Member");
  const chat = (await max.api.post("/chats", { canvas: "# Agenda", member_user_ids: [ada.user.id] })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("button", { name: "Canvas" }).click();
  await expect(canvas(page).getByRole("heading", { name: "Agenda" })).toBeVisible();
  await expect(text(page)).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 800 });
  const dialog = page.getByRole("dialog", { name: "Canvas" });
  await expect(dialog).toBeVisible();
  expect((await dialog.boundingBox())?.width).toBe(390);
  await expectToFitPhone(page);
  await expectAccessible(page);
});

test("code of a message is opened on a canvas page, changed there, renamed and deleted", async ({
  signedIn: page,
  someone: ada,
}) => {
  const chat = (await ada.api.post("/chats", { name: "Pages", canvas: "Plan", virtual_assistant_id: null }))
    .body;
  const message_input = "```csv\nName,Score\nAda,1\n```\n\n```python\nprint(1)\n```";
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  await page.goto(`/chats/${chat.uuid}`);
  const messages = page.getByRole("log", { name: "Messages" });
  const open = messages.getByRole("button", { name: "Open in canvas" });
  // The table is rendered after hydration.
  await expect(messages.getByRole("cell", { name: "Ada" })).toBeVisible();
  await open.first().click();
  await expect(canvas(page).getByRole("cell", { name: "Ada" })).toBeVisible();
  await expectAccessible(page);
  await canvas(page).getByRole("tab", { name: "Code" }).click();
  await page.getByLabel("table.csv text").fill("Name,Score\nBo,2");
  await expect(canvas(page).getByRole("status")).toHaveText("Saved");
  await canvas(page).getByRole("tab", { name: "Preview" }).click();
  await expect(canvas(page).getByRole("cell", { name: "Bo" })).toBeVisible();
  await canvas(page).getByRole("button", { name: "Undo last change" }).click();
  await expect(canvas(page).getByRole("cell", { name: "Ada" })).toBeVisible();

  const choice = canvas(page).getByRole("combobox", { name: "Page" });
  await open.nth(1).click();
  await expectSource(page.getByLabel("code.py text"), "print(1)");
  // An artifact that is already a page is opened rather than added again.
  await open.first().click();
  await expect(choice.getByRole("option")).toHaveText(["Canvas", "table.csv", "code.py"]);
  await canvas(page).getByRole("button", { name: "Actions for table.csv" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Scores");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(choice.getByRole("option")).toHaveText(["Canvas", "Scores", "code.py"]);
  const download = page.waitForEvent("download");
  await canvas(page).getByRole("button", { name: "Download or print" }).click();
  await page.getByRole("menuitem", { name: "Download Scores.csv" }).click();
  expect((await download).suggestedFilename()).toBe("Scores.csv");
  await canvas(page).getByRole("button", { name: "Actions for Scores" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(text(page)).toHaveText("Plan");
  await expect(choice.getByRole("option")).toHaveText(["Canvas", "code.py"]);
});

test("memories are listed, added, changed and deleted in the settings", async ({
  signedIn: page,
  someone: ada,
}) => {
  await page.goto("/settings/memory");
  await expect(page.getByText("Nothing remembered about you yet.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("A fact about you").fill("Lives in Bern");
  await page.getByRole("button", { name: "Remember" }).click();
  const list = page.getByRole("list", { name: "Memories" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("button", { name: "Edit “Lives in Bern”" }).click();
  await page.getByLabel("Memory", { exact: true }).fill("Lives in Basel");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(list).toContainText("Lives in Basel");

  const chat = (await ada.api.post("/chats", { name: "Chat", global_memory: true })).body;
  await ada.api.multipart(`/chats/${chat.id}/messages`, {
    message_input: '[[fake call remember {"text":"Likes tea"}]]',
  });
  // A proposed memory takes effect after the person accepts it.
  await page.reload();
  const proposed = page.getByRole("list", { name: "Proposed by assistants" });
  await expect(proposed).toContainText("Likes tea");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await proposed.getByRole("link", { name: "Chat" }).click();
  const card = page.getByRole("region", { name: "Remember this?" });
  await expect(card).toContainText("Likes tea");
  await card.getByLabel("Where to use it").selectOption({ label: "Only with Parley" });
  await expectAccessible(page);
  await expectToFitPhone(page);
  await card.getByRole("button", { name: "Remember" }).click();
  await expect(card).toBeHidden();
  await page.goto("/settings/memory");
  await expect(list.getByRole("listitem").first()).toContainText("Learned in a chat");
  await expect(list.getByRole("listitem").first()).toContainText("only with Parley");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await list.getByRole("button", { name: "Delete “Likes tea”" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Delete all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete all" }).click();
  await expect(page.getByText("Nothing remembered about you yet.")).toBeVisible();
});

test("a reply shows what its context consisted of", async ({ signedIn: page, someone: ada }) => {
  await ada.api.post("/users/me/memories", { text: "Lives in Bern" });
  const chat = (await ada.api.post("/chats", { name: "Chat", canvas: "Plan", global_memory: true })).body;
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Where do I live?" });
  await page.goto(`/chats/${chat.uuid}`);
  const reply = page.getByRole("article", { name: "Message from Parley" });
  await reply.hover();
  await reply.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "How this was made" }).click();
  const facts = page.getByRole("dialog", { name: "How this was made" });
  await expect(facts).toContainText("the message, 1 memory, the canvas");
  await expect(facts).toContainText("stand-in-large");
  await expectAccessible(page);
});
