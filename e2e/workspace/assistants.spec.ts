import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });
/** The form's own status comes last, after those of uploads. */
const state = (page: Page) => page.getByRole("form", { name: "Assistant" }).getByRole("status").last();
const cards = (page: Page) => page.getByRole("main").getByRole("listitem");
const trial = (page: Page) => page.getByRole("region", { name: "Try it" });

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

async function openAssistant(page: Page, name = "Parley"): Promise<void> {
  await page.goto("/assistants");
  await cards(page)
    .getByRole("link", { name: `Edit “${name}”` })
    .click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function ask(page: Page, question: string): Promise<void> {
  await trial(page).getByLabel("Test message").fill(question);
  await page.keyboard.press("Enter");
}

test("an assistant is created, edited, made the default, used in a chat and deleted", async ({
  signedIn: page,
  model,
  browserConsole,
}) => {
  browserConsole.expects(/status of 422/);
  await page.goto("/assistants");
  await expect(cards(page)).toHaveCount(1);
  await expectAccessible(page);
  await expectToFitPhone(page);

  await page.getByRole("link", { name: "New assistant" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New assistant" })).toBeVisible();
  await field(page, "Mention name").fill("Not Small");
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(field(page, "Name")).toHaveAccessibleDescription("Must not be empty.");
  await expect(field(page, "Name")).toBeFocused();
  await expect(field(page, "Mention name")).toHaveAccessibleDescription(/2 to 64 of a-z/);
  await expectAccessible(page);
  await expectToFitPhone(page);

  await field(page, "Name").fill("Harbour Master");
  await field(page, "Mention name").fill("@harbour");
  await field(page, "Description").fill("Knows the tides.");
  await field(page, "Instructions").fill("Speak like a sailor.");
  await page.getByRole("button", { name: "Use 🧭" }).click();
  await ask(page, "Who goes there?");
  await expect(trial(page).getByRole("log")).toContainText("You said: Who goes there?");
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("Speak like a sailor.");
  await tab(page, "Model").click();
  const small = page
    .getByRole("combobox", { name: "Model", exact: true })
    .getByRole("option", { name: /stand-in-small/ });
  await page
    .getByRole("combobox", { name: "Model", exact: true })
    .selectOption(await small.getAttribute("value"));
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(page.getByText("Harbour Master was created.")).toBeVisible();
  await expect(page).toHaveURL(/\/assistants\/\d+$/);
  await expect(page.getByRole("heading", { level: 1, name: "Harbour Master" })).toBeVisible();

  await tab(page, "Access").click();
  await page.getByRole("switch", { name: "Default assistant" }).click();
  await tab(page, "About").click();
  await field(page, "Description").fill("Knows every tide.");
  await expect(state(page)).toHaveText("Unsaved changes");
  await save(page).click();
  await expect(state(page)).toHaveText("Saved");
  await page.getByRole("main").getByRole("link", { name: "Assistants" }).click();
  await expect(cards(page)).toHaveCount(2);
  const made = cards(page).filter({ hasText: "Harbour Master" });
  await expect(made).toContainText("Default");
  await expect(made).toContainText("Knows every tide.");
  await expect(cards(page).filter({ hasText: "@parley" })).not.toContainText("Default");

  await page.goBack();
  await expect(field(page, "Description")).toHaveValue("Knows every tide.");

  await page.getByRole("main").getByRole("link", { name: "Assistants" }).click();
  await cards(page).filter({ hasText: "@parley" }).click();
  await expect(page.getByRole("button", { name: "Assistant: Parley" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeFocused();
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(page.getByRole("button", { name: "Assistant: Harbour Master" })).toBeVisible();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("When is high water?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: /Harbour Master/ })).toContainText("high water?");
  const sent = model.requests.find(({ messages }) => JSON.stringify(messages).includes("high water"));
  expect(sent?.model).toBe("stand-in-small");
  expect(JSON.stringify(sent?.messages)).toContain("Speak like a sailor.");

  await openAssistant(page, "Harbour Master");
  await expect(field(page, "Mention name")).toHaveValue("harbour");
  await expect(field(page, "Instructions")).toHaveValue("Speak like a sailor.");
  await expect(field(page, "Avatar")).toHaveValue("🧭");
  await tab(page, "Access").click();
  await expect(page.getByRole("switch", { name: "Default assistant" })).toBeChecked();
  await page.getByRole("button", { name: "Remove" }).click();
  const question = page.getByRole("dialog", { name: "Remove “Harbour Master”?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("button", { name: "Remove" })).toBeFocused();
  await page.getByRole("button", { name: "Remove" }).click();
  await question.getByRole("button", { name: "Remove" }).click();
  await page.waitForURL("/assistants");
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Harbour Master");
});

test("unsaved changes are discarded only after a confirmation", async ({ signedIn: page }) => {
  await openAssistant(page);
  const questions: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  const here = page.url();
  await field(page, "Description").fill("Half a thou");
  const wayOut = page.getByRole("main").getByRole("link", { name: "Assistants" });
  await wayOut.click();
  expect(questions).toEqual(["Leave without saving your changes?"]);
  await expect(page).toHaveURL(here);
  await expect(field(page, "Description")).toHaveValue("Half a thou");

  await page.close({ runBeforeUnload: true });
  await expect.poll(() => questions.length).toBe(2);
  await expect(field(page, "Description")).toHaveValue("Half a thou");

  // Navigation that cannot be blocked keeps unsaved changes until the user returns.
  await page.keyboard.press("Control+Shift+O");
  await page.waitForURL("/");
  await page.goBack();
  await expect(field(page, "Description")).toHaveValue("Half a thou");
  await expect(state(page)).toHaveText("Unsaved changes");

  answer = true;
  await wayOut.click();
  await page.waitForURL("/assistants");
  expect(questions).toHaveLength(3);
  await cards(page).getByRole("link", { name: "Edit “Parley”" }).click();
  await expect(field(page, "Description")).toHaveValue("Helps with questions, drafts and summaries.");

  // Leaving without unsaved changes shows no confirmation.
  await field(page, "Description").fill("Helps.");
  await save(page).click();
  await expect(state(page)).toHaveText("Saved");
  await wayOut.click();
  await page.waitForURL("/assistants");
  await expect(cards(page)).toContainText(["Helps."]);
  expect(questions).toHaveLength(3);
});

test("input during the creation of an assistant is preserved, and the assistant is created once", async ({
  signedIn: page,
  someone,
}) => {
  await page.goto("/assistants/new");
  let proceed = () => {};
  const held = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  // Delays the page of the new assistant.
  await page.route(/\/assistants\/\d+\?_rsc/, async (route) => {
    await held;
    await route.continue();
  });
  await field(page, "Name").fill("Slow");
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(page.getByText("Slow was created.")).toBeVisible();
  await field(page, "Description").fill("Typed meanwhile.");
  await field(page, "Description").press("Enter");
  proceed();
  await expect(page.getByRole("heading", { level: 1, name: "Slow" })).toBeVisible();
  await expect(field(page, "Description")).toHaveValue("Typed meanwhile.");
  await expect(state(page)).toHaveText("Unsaved changes");
  expect((await someone.api.get("/virtual-assistants")).body).toHaveLength(2);
});

test("input during saving is preserved", async ({ signedIn: page }) => {
  await openAssistant(page);
  let proceed = () => {};
  const held = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  await page.route("**/api/v1/virtual-assistants/*", async (route) => {
    await held;
    await route.continue();
  });
  await field(page, "Description").fill("First.");
  await save(page).click();
  await field(page, "Description").fill("Second.");
  proceed();
  await expect(save(page)).not.toHaveAttribute("aria-busy");
  await expect(state(page)).toHaveText("Unsaved changes");
  await expect(field(page, "Description")).toHaveValue("Second.");
  await save(page).click();
  await expect(state(page)).toHaveText("Saved");
  await page.reload();
  await expect(field(page, "Description")).toHaveValue("Second.");
});

test("the preview streams a reply, can be stopped, and retries after a failure", async ({
  signedIn: page,
  someone,
}) => {
  await openAssistant(page);
  const log = trial(page).getByRole("log");
  await ask(page, "[[fake tokens=300 delay=20]] count");
  await expect(log).toContainText("w3 w4");
  await expect(log).not.toContainText("w299");
  await trial(page).getByRole("button", { name: "Stop" }).click();
  await expect(log).toContainText("Stopped.");
  await expect(log).not.toContainText("w299");

  await ask(page, "[[fake tokens=5]] short");
  await expect(log).toContainText("w0 w1 w2 w3 w4");
  await expectAccessible(page);
  await expectToFitPhone(page);

  await ask(page, "[[fake 500]] fail");
  await expect(log.getByRole("alert")).toBeVisible();
  await expect(log.getByRole("alert")).not.toContainText(/<|doctype/i);
  await log.getByRole("button", { name: "Try again" }).click();
  await expect(log.getByRole("alert")).toHaveCount(2);

  await trial(page).getByRole("button", { name: "Start over" }).click();
  await expect(log).toContainText("Nothing is kept.");
  const chats = await someone.api.get("/chats");
  expect(chats.body).toEqual([]);
});

test("the preview reports an unreachable server, and retries", async ({ signedIn: page, browserConsole }) => {
  browserConsole.expects(/ERR_FAILED/);
  await openAssistant(page);
  const log = trial(page).getByRole("log");
  await page.route("**/api/v1/virtual-assistants/try", (route) => route.abort());
  await ask(page, "Anybody there?");
  await expect(log.getByRole("alert")).toContainText("The server can't be reached.");
  await page.unroute("**/api/v1/virtual-assistants/try");
  await log.getByRole("button", { name: "Try again" }).click();
  await expect(log).toContainText("You said: Anybody there?");
});

test("errors are shown where they occur, and preserve the input", async ({
  signedIn: page,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|status of (500|409)/);
  const refuse = {
    status: 500,
    json: { error: "Internal Server Error", message: "The server had a problem." },
  };
  const blocked = "**/api/v1/virtual-assistants**";

  await page.route("**/api/v1/models", (route) => route.abort());
  await page.goto("/assistants/new");
  await field(page, "Name").fill("Second");
  await field(page, "Mention name").fill("parley");
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(field(page, "Mention name")).toHaveAccessibleDescription(
    /The name @parley is taken in this group\./,
  );
  await expect(field(page, "Mention name")).toBeFocused();

  await page.route(blocked, (route) => route.fulfill(refuse));
  await field(page, "Mention name").fill("second");
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toHaveText("The server had a problem.");
  await expect(field(page, "Name")).toHaveValue("Second");
  await tab(page, "Model").click();
  await expect(page.getByRole("combobox", { name: "Model", exact: true })).toHaveAccessibleDescription(
    "The list of models couldn't be loaded.",
  );
  await page.unroute(blocked);
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(page.getByText("Second was created.")).toBeVisible();
  await expect(page.getByRole("form").getByRole("alert")).toHaveCount(0);

  await page.route(blocked, (route) => route.fulfill(refuse));
  await page.getByRole("button", { name: "Remove" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(question.getByRole("alert")).toHaveText("The server had a problem.");
  await page.unroute(blocked);
  await question.getByRole("button", { name: "Remove" }).click();
  await page.waitForURL("/assistants");
});

test("the list shows an empty state and a load error", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 500/);
  await page.clock.install();
  await page.goto("/assistants");
  await expect(cards(page)).toHaveCount(1);
  /** Returns to the tab after a while, which reloads the list. */
  async function comeBack(): Promise<void> {
    await page.clock.fastForward(10_000);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  }
  const [first] = (await someone.api.get("/virtual-assistants")).body;
  await someone.api.del(`/virtual-assistants/${first.id}`);
  await comeBack();
  await expect(page.getByText("No assistants yet")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "New assistant" })).toHaveCount(2);
  await expectAccessible(page);
  await expectToFitPhone(page);

  const refuse = {
    status: 500,
    json: { error: "Internal Server Error", message: "The server had a problem." },
  };
  await page.route("**/api/v1/virtual-assistants**", (route) => route.fulfill(refuse));
  await comeBack();
  const failure = page.getByRole("main").getByRole("alert");
  await expect(async () => {
    // Skips the delays between the client's retries.
    await page.clock.fastForward(5000);
    await expect(failure).toContainText("The server had a problem.", { timeout: 200 });
  }).toPass();
  await expectAccessible(page);
  await page.unroute("**/api/v1/virtual-assistants**");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toHaveCount(0);
  await expect(page.getByText("No assistants yet")).toBeVisible();
});

test("documents can be uploaded for an assistant while other changes stay unsaved", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 415/);
  await openAssistant(page);
  await field(page, "Description").fill("Knows when tea is.");
  await tab(page, "Knowledge").click();
  await expect(page.getByText("The library has no documents yet.")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  let proceed = () => {};
  const held = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  await page.route("**/api/v1/documents", async (route) => {
    await held;
    await route.continue();
  });
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload" }).press("Enter");
  const text = (name: string, says: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(says) });
  await (await chooser).setFiles([
    text("tea.txt", "Tea is at five."),
    text("cake.txt", "Cake is at six."),
    { name: "virus.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ\0\u0001") },
  ]);
  await expect(page.getByRole("progressbar", { name: "Uploading tea.txt" })).toBeVisible();
  // Input during the upload is kept.
  await tab(page, "About").click();
  await field(page, "Instructions").fill("Be punctual.");
  await tab(page, "Knowledge").click();
  proceed();
  const knows = page.getByRole("list", { name: "Knowledge" });
  await expect(knows.getByRole("listitem")).toHaveText([/tea\.txt|cake\.txt/, /tea\.txt|cake\.txt/]);
  await expect(page.getByRole("list", { name: "Uploads" }).getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await expect(page.getByRole("checkbox", { name: "tea.txt" })).toBeChecked();
  await expect(state(page)).toHaveText("Unsaved changes");
  await save(page).click();
  await expect(state(page)).toHaveText("Saved");
  const [assistant] = (await someone.api.get("/virtual-assistants")).body;
  expect(assistant).toMatchObject({ description: "Knows when tea is.", instructions: "Be punctual." });
  expect(assistant.documents).toHaveLength(2);
});

test("an assistant's page has tabs for its knowledge, access, versions and evaluation", async ({
  signedIn: page,
  someone,
}) => {
  const file = new File(["Tea is at five."], "tea.txt");
  await someone.api.multipart("/documents", { files: [file] });
  await openAssistant(page);

  await tab(page, "Knowledge").click();
  await page.getByRole("checkbox", { name: "tea.txt" }).check();
  await expect(page.getByRole("list", { name: "Knowledge" })).toContainText("tea.txt");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await tab(page, "Model").click();
  await page.getByRole("button", { name: "Add fallback model" }).click();
  await page.getByLabel("Fallback model 1", { exact: true }).selectOption("builtin");
  await expectAccessible(page);
  await tab(page, "Access").click();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await tab(page, "About").click();
  await field(page, "Instructions").fill("Be brief.\nBe kind.");
  await save(page).click();
  await expect(state(page)).toHaveText("Saved");

  await tab(page, "Versions").click();
  const versions = page.getByRole("list", { name: "Versions" });
  await expect(versions.getByRole("listitem")).toHaveCount(2);
  await versions.getByRole("button", { name: /\d changes/ }).click();
  await expect(versions).toContainText("+ Be brief.");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await versions.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect(versions.getByRole("listitem")).toHaveCount(3);
  await tab(page, "Knowledge").click();
  await expect(page.getByText("No documents added yet.")).toBeVisible();

  await tab(page, "Evaluation").click();
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByLabel("Question", { exact: true }).fill("Say harbour");
  await page.getByLabel("Must contain").fill("HARBOUR");
  await page.getByLabel("Must not contain").fill("said");
  await page.getByRole("button", { name: "Save questions" }).click();
  const runs = page.getByRole("list", { name: "Runs" });
  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(runs.getByRole("listitem")).toHaveCount(count);
    await expect(runs.getByRole("listitem").first()).toContainText("0 of 1 passed");
    await expect(page.getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  }
  const results = page.getByRole("table", { name: "Results" });
  await expect(results.getByRole("cell", { name: /Unwanted: said/ })).toHaveCount(2);
  await expectAccessible(page);
  await expectToFitPhone(page);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export" }).click();
  const path = await (await downloading).path();
  await page.getByRole("main").getByRole("link", { name: "Assistants" }).click();
  await page.getByLabel("File with an assistant").setInputFiles(path);
  await expect(page.getByText("Parley was created.")).toBeVisible();
  await expect(field(page, "Mention name")).toHaveValue("");
  await page.getByLabel("Assistant image").setInputFiles("test/files/note.png");
  await expect(page.getByRole("button", { name: "Remove image" })).toBeVisible();
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Parley (2)" })).toBeVisible();
  await expect(page.locator("main img[src*='/picture']").first()).toBeVisible();
});
