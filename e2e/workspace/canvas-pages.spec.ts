import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expectSource } from "@/test/editor";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const canvas = (page: Page) => page.getByRole("region", { name: "Canvas", exact: true });
const choice = (page: Page) => page.getByRole("combobox", { name: "Page" });
const creating = (page: Page) => page.getByRole("dialog", { name: "New page" });
const call = (name: string, input: object) => `[[fake call ${name} ${JSON.stringify(input)}]]`;

test("an empty page is created, written and deleted by keyboard", async ({
  signedIn: page,
  someone: ada,
  browserConsole,
}) => {
  // Browsers log the 422 for a missing title.
  browserConsole.expects(/422/);
  const chat = (await ada.api.post("/chats", { name: "Pages", canvas: "Plan", page_type: "canvas" })).body;
  const pages = async () => (await ada.api.get(`/chats/${chat.id}/canvas/pages`)).body;
  await page.goto(`/chats/${chat.uuid}`);
  const begin = canvas(page).getByRole("button", { name: "New page" });
  await begin.focus();
  await page.keyboard.press("Enter");
  const title = creating(page).getByLabel("Title");
  await expect(title).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(creating(page).getByText("Must not be empty.")).toBeVisible();
  await expect(title).toBeFocused();
  await page.keyboard.type("Scores");
  await creating(page).getByLabel("Kind").selectOption("Code");
  await creating(page).getByLabel("Language").fill("python");
  await page.keyboard.press("Enter");
  await expect(creating(page)).toBeHidden();
  await expect(begin).toBeFocused();
  const written = page.getByLabel("Scores text");
  await expectSource(written, "");
  await written.fill("print(1)");
  await expect(canvas(page).getByRole("status")).toHaveText("Saved");
  const [made] = await pages();
  expect(made).toMatchObject({ title: "Scores", kind: "code", language: "python" });
  expect((await ada.api.get(`/chats/${chat.id}/canvas/pages/${made.id}`)).body.text).toBe("print(1)");

  // New pages of kinds with a preview open in the editor as well.
  await begin.click();
  await title.fill("Table");
  await creating(page).getByLabel("Kind").selectOption("Table (CSV)");
  await creating(page).getByRole("button", { name: "Create" }).click();
  await page.getByLabel("Table text").fill("Name,Score\nAda,1");
  await canvas(page).getByRole("tab", { name: "Preview" }).click();
  await expect(canvas(page).getByRole("cell", { name: "Ada" })).toBeVisible();
  await expect(choice(page).getByRole("option")).toHaveText(["Canvas", "Scores", "Table"]);

  await canvas(page).getByRole("button", { name: "Actions for Table" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(choice(page).getByRole("option")).toHaveText(["Canvas", "Scores"]);
  await expect(page.getByLabel("Canvas text")).toHaveText("Plan");
  expect(await pages()).toHaveLength(1);
});

test("a page can be created on a phone, where the canvas fills the screen", async ({
  signedIn: page,
  someone: ada,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const chat = (await ada.api.post("/chats", { name: "Pages", page_type: "canvas" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  const pane = page.getByRole("dialog", { name: "Canvas" });
  const last = (await pane.getByRole("button", { name: "Download" }).boundingBox())!;
  expect(last.y + last.height).toBeGreaterThan(740);
  expect(last.y + last.height).toBeLessThan(800);
  await pane.getByRole("button", { name: "New page" }).click();
  await expect(creating(page).getByLabel("Title")).toBeFocused();
  await expectToFitPhone(page);
  await expectAccessible(page);
  await creating(page).getByLabel("Title").fill("Notes");
  await creating(page).getByRole("button", { name: "Create" }).click();
  await pane.getByRole("tab", { name: "Markdown" }).click();
  await page.getByLabel("Notes text").fill("# Hello");
  await pane.getByRole("tab", { name: "Preview" }).click();
  await expect(pane.getByRole("heading", { name: "Hello" })).toBeVisible();
  await expectToFitPhone(page);
  await expectAccessible(page);
});

test("changes of a page by an assistant appear immediately, and the agent step opens the page", async ({
  signedIn: page,
  someone: ada,
  browserConsole,
}) => {
  const chat = (await ada.api.post("/chats", { name: "Pages", canvas: "Plan" })).body;
  const say = (message_input: string) => ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  await page.goto(`/chats/${chat.uuid}`);
  const messages = page.getByRole("log", { name: "Messages" });
  const made = { title: "table.csv", kind: "csv", text: "Name,Score\nAda,1" };
  const { body } = await say(call("create_canvas_page", made));
  const id = body.responses[0].reasoning_steps[0].metadata.canvas_page_id;
  await messages.getByText(/^Creating a canvas page: table\.csv/).click();
  await messages.getByRole("button", { name: "Open in canvas" }).click();
  await expect(canvas(page).getByRole("cell", { name: "Ada" })).toBeVisible();
  await expect(canvas(page)).toContainText("Last changed by Parley");
  await expectAccessible(page);

  await canvas(page).getByRole("tab", { name: "Code" }).click();
  const text = page.getByLabel("table.csv text");
  await say(call("update_canvas", { page_id: id, find: "Ada,1", replace: "Ada,2" }));
  await expectSource(text, "Name,Score\nAda,2");
  await canvas(page).getByRole("button", { name: "Undo last change" }).click();
  await expectSource(text, "Name,Score\nAda,1");
  await say(call("create_canvas_page", { title: "Second", kind: "text", text: "" }));
  await expect(choice(page).getByRole("option")).toHaveText(["Canvas", "table.csv", "Second"]);

  // Concurrent edits keep both the person's and the assistant's text.
  browserConsole.expects(/ERR_FAILED/);
  await page.route(`**/canvas/pages/${id}`, (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.fallback(),
  );
  await text.fill("mine");
  await expect(canvas(page).getByRole("alert")).toContainText("Not saved");
  await page.unroute(`**/canvas/pages/${id}`);
  await say(call("update_canvas", { page_id: id, find: "Ada,1", replace: "Ada,3" }));
  await expect(canvas(page)).toContainText("Parley changed this text while you were writing.");
  await expect(canvas(page).getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  await expectSource(text, "mine");
  await canvas(page).getByRole("button", { name: "Review changes" }).click();
  const review = canvas(page).getByRole("region", { name: "Suggested changes" });
  await review.getByRole("button", { name: "Reject all" }).click();
  await expectSource(text, "mine");
  await canvas(page).getByRole("button", { name: "Undo last change" }).click();
  await expectSource(text, "Name,Score\nAda,3");
});

test("a member without rights sees an assistant's changes for others, and cannot create a page", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  const max = await joined(product.url, ada, "Max Member");
  const chat = (await max.api.post("/chats", { page_type: "canvas", member_user_ids: [ada.user.id] })).body;
  const say = (message_input: string) => max.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  const made = { title: "Agenda", kind: "markdown", text: "# Monday" };
  const { body } = await say(call("create_canvas_page", made));
  const page_id = body.responses[0].reasoning_steps[0].metadata.canvas_page_id;
  await page.goto(`/chats/${chat.uuid}`);
  await choice(page).selectOption("Agenda");
  await expect(canvas(page).getByRole("heading", { name: "Monday" })).toBeVisible();
  await expect(canvas(page).getByRole("button", { name: "New page" })).toHaveCount(0);
  await say(call("update_canvas", { page_id, find: "Monday", replace: "Tuesday" }));
  await expect(canvas(page).getByRole("heading", { name: "Tuesday" })).toBeVisible();
});

test("a template lists the pages that its chats get", async ({ signedIn: page, someone: ada }) => {
  const chat = (await ada.api.post("/chats", { name: "Onboarding" })).body;
  const written = { title: "First week", kind: "markdown", text: "# Monday" };
  await ada.api.post(`/chats/${chat.id}/canvas/pages`, written);
  const { task_id } = (await ada.api.post(`/chats/${chat.id}/save-as-task`)).body;
  await page.goto(`/tasks/${task_id}`);
  await expect(page.getByRole("definition").filter({ hasText: "First week" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start a chat" }).click();
  await page.waitForURL(/\/chats\//);
  await page.getByRole("button", { name: "Canvas" }).click();
  await choice(page).selectOption("First week");
  await expect(canvas(page).getByRole("heading", { name: "Monday" })).toBeVisible();
});
