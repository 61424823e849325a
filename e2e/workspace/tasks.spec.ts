import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const main = (page: Page) => page.getByRole("main");
const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });

test("a chat is saved as a task, started from it again, and offered its newer version", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 409/);
  await page.goto("/tasks");
  await expect(page.getByText("No templates yet")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);

  const canvas = "# Plan\n\nMonday: meet the team\nTuesday: read the handbook\nFriday: ask questions";
  const { body: chat } = await someone.api.post("/chats", {
    name: "Onboarding",
    goal: "Welcome a colleague",
    canvas,
  });
  await page.goto(`/chats/${chat.uuid}`);
  await main(page).getByRole("button", { name: "Chat actions" }).click();
  await page.getByRole("menuitem", { name: "Save as template" }).click();
  const saving = page.getByRole("dialog", { name: "Save “Onboarding” as a template" });
  await expect(saving.getByRole("checkbox", { name: "Goal" })).toBeChecked();
  await saving.getByRole("checkbox", { name: "Canvas" }).check();
  await saving.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByText("Saved as the template “Onboarding”, version 1.")).toBeVisible();
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Onboarding" })).toBeVisible();
  await expect(main(page)).toContainText("Welcome a colleague");
  await expect(main(page)).toContainText("Tuesday: read the handbook");

  await page.getByRole("button", { name: "Template actions" }).click();
  await page.getByRole("menuitem", { name: "Edit name and description" }).click();
  await field(page, "Name").fill("First week");
  await field(page, "Description").fill("For everybody who is new.");
  await field(page, "Mention name").fill("@parley");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(field(page, "Mention name")).toHaveAccessibleDescription(/taken/);
  await field(page, "Mention name").fill("@first-week");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "First week" })).toBeVisible();
  await expect(main(page)).toContainText("@first-week");

  await page.getByRole("button", { name: "Start a chat" }).click();
  await expect(page).toHaveURL(/\/chats\//);
  const started = page.url().split("/").at(-1)!;
  expect(started).not.toBe(chat.uuid);
  await expect(main(page).getByRole("heading", { level: 1, name: "Onboarding" })).toBeVisible();

  const { source_task: source } = (await someone.api.get(`/chats/${started}`)).body;
  await someone.api.patch(`/tasks/${source.id}`, {
    fields: {
      goal: "Make them at home",
      canvas: canvas.replace("Tuesday", "Wednesday"),
      summary_enabled: true,
    },
  });
  await page.reload();
  const notice = page.getByRole("region", { name: "Newer version of the template" });
  await expect(notice).toContainText("First week has a newer version. It changes: Goal, Canvas, Summary.");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await notice.getByRole("button", { name: "Update from template" }).click();
  await expect(notice).toBeHidden();
  expect((await someone.api.get(`/chats/${started}`)).body.goal).toBe("Make them at home");

  const { body: other } = await someone.api.post("/tasks", { name: "A rather long name ".repeat(8) });
  await page.getByRole("link", { name: "Templates", exact: true }).click();
  await expect(main(page).getByRole("listitem")).toHaveCount(2);
  await expectToFitPhone(page);
  const card = main(page).getByRole("listitem").filter({ hasText: "First week" });
  await expect(card).toContainText("2 versions");
  await expect(card).toContainText("Ada Example · Today");
  await page.getByLabel("Search templates").fill("nothing like it");
  await expect(page.getByText("No templates match “nothing like it”")).toBeVisible();
  await page.getByLabel("Search templates").fill("who is NEW");
  await expect(card).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await card.getByRole("link").click();

  const changes = page.getByRole("region", { name: "Changes" });
  await expect(changes.getByRole("figure")).toHaveCount(3);
  const ofCanvas = changes.getByRole("figure").filter({ hasText: "Canvas" });
  await expect(ofCanvas.getByRole("listitem").filter({ hasText: "Removed: Tuesday" })).toHaveCount(1);
  await expect(ofCanvas.getByRole("listitem").filter({ hasText: "Added: Wednesday" })).toHaveCount(1);
  await changes.getByLabel("From version").selectOption("2");
  await expect(changes).toContainText("No differences");
  await changes.getByLabel("From version").selectOption("1");
  await expectAccessible(page);
  await expectToFitPhone(page);

  await someone.api.del(`/tasks/${other.id}`);
  await page.getByRole("button", { name: "Template actions" }).click();
  await page.getByRole("menuitem", { name: "Delete template" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete template" }).click();
  await expect(page).toHaveURL(/\/tasks$/);
  await expect(page.getByText("No templates yet")).toBeVisible();
});

test("saving a private chat as a template asks what to share, and preselects nothing private", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of (500|422)/);
  const { api } = someone;
  const { body: chat } = await api.post("/chats", {
    ...{ name: "Raise for Tom", goal: "Prepare the talk", memo: "He gets 9000 crowns." },
  });
  for (const name of ["salaries.txt", "agenda.txt"])
    await api.multipart("/documents", { files: [new File([name], name)], chat_id: chat.uuid });
  await page.goto(`/chats/${chat.uuid}`);
  const open = async () => {
    await main(page).getByRole("button", { name: "Chat actions" }).press("Enter");
    await page.getByRole("menuitem", { name: "Save as template" }).press("Enter");
  };
  const dialog = page.getByRole("dialog", { name: "Save “Raise for Tom” as a template" });
  const box = (name: string) => dialog.getByRole("checkbox", { name, exact: true });
  const refuse = {
    status: 500,
    json: { error: "Internal Server Error", message: "The server had a problem." },
  };

  await page.route("**/canvas/pages", (route) => route.fulfill(refuse));
  await open();
  await expect(dialog.getByRole("alert")).toContainText("The server had a problem.", { timeout: 20_000 });
  await expect(dialog.getByRole("button", { name: "Save template" })).toBeDisabled();
  await page.unroute("**/canvas/pages");
  await dialog.getByRole("button", { name: "Try again" }).click();

  await expect(dialog).toContainText("Everyone in your group can read what you include");
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await expect(box("Goal")).toBeChecked();
  for (const name of ["Memo", "salaries.txt", "agenda.txt", "All 2 files"])
    await expect(box(name)).not.toBeChecked();
  await expectAccessible(page);
  await expectToFitPhone(page);

  await dialog.getByRole("textbox", { name: "Name" }).fill(" ");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(/Must/);
  await dialog.getByRole("textbox", { name: "Name" }).fill("Raise");
  await box("All 2 files").check();
  await box("salaries.txt").uncheck();
  await expect(box("All 2 files")).not.toBeChecked();
  await dialog.getByRole("textbox", { name: "Name" }).press("Enter");
  await expect(page.getByText("Saved as the template “Raise”, version 1.")).toBeVisible();
  await expect(dialog).toBeHidden();
  const [task] = (await api.get("/tasks")).body;
  const saved = (await api.get(`/tasks/${task.id}`)).body;
  expect(saved.documents.map((file: { file_name: string }) => file.file_name)).toEqual(["agenda.txt"]);
  expect(saved.fields).toMatchObject({ name: "Raise", goal: "Prepare the talk" });
  expect(JSON.stringify(saved)).not.toMatch(/9000 crowns|Tom|salaries/);

  // A chat created from the task offers to save a new version, with files that the group already has.
  const { body: next } = await api.post(`/chats?copy_from_task_id=${task.id}`, { name: "Raise for Tom" });
  await api.multipart("/documents", { files: [new File(["new"], "new.txt")], chat_id: next.uuid });
  await page.goto(`/chats/${next.uuid}`);
  await open();
  await expect(dialog.getByRole("radio", { name: /^New version of “Raise”/ })).toBeChecked();
  await expect(box("agenda.txt")).toBeChecked();
  await expect(box("new.txt")).not.toBeChecked();
  await dialog.getByRole("radio", { name: "New template" }).check();
  await expect(box("agenda.txt")).not.toBeChecked();
  await expect(dialog.getByRole("button", { name: "Save template" })).toBeVisible();
  await dialog.getByRole("radio", { name: /^New version of “Raise”/ }).check();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await dialog.getByRole("button", { name: "Save version 2" }).click();
  await expect(page.getByText("Saved as the template “Raise”, version 2.")).toBeVisible();
  expect((await api.get(`/tasks/${task.id}`)).body).toMatchObject({
    ...{ latest_version_number: 2, fields: { name: "Raise" }, documents: [{ file_name: "agenda.txt" }] },
  });
});

test("an action is written, tested with a file, run from the list and deleted", async ({
  signedIn: page,
  model,
  browserConsole,
}) => {
  browserConsole.expects(/status of 422/);
  await page.goto("/");
  await page.getByRole("link", { name: "Prompts", exact: true }).click();
  await expect(main(page).getByRole("listitem")).toHaveCount(4);
  await expectAccessible(page);
  await expectToFitPhone(page);

  await main(page).getByRole("link", { name: "New prompt" }).click();
  await page.getByRole("button", { name: "Create prompt" }).click();
  await expect(field(page, "Name")).toBeFocused();
  await field(page, "Name").fill("Make a haiku");
  await expect(field(page, "API name")).toHaveValue("make_a_haiku");
  await field(page, "Prompt text").fill("A haiku on {{input}} from {{files}}.");
  await field(page, "File types").fill(".txt, md");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Create prompt" }).click();
  await expect(page.getByText("“Make a haiku” was created.")).toBeVisible();
  await expect(page).toHaveURL(/\/task-actions\/\d+$/);
  await field(page, "Description").fill("Seventeen syllables.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("form", { name: "Prompt" }).getByRole("status")).toHaveText("Saved");

  const trial = page.getByRole("region", { name: "Try it" });
  await trial.getByRole("button", { name: "Try" }).click();
  await expect(field(page, "Your text")).toHaveAccessibleDescription("Enter a text or add a file.");
  await field(page, "Your text").fill("autumn");
  const choose = async (name: string, mimeType: string, text: string) => {
    await trial.getByLabel("Files").setInputFiles([{ name, mimeType, buffer: Buffer.from(text) }]);
    await expect(trial.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  };
  await choose("leaves.csv", "text/csv", "a,b");
  await trial.getByRole("button", { name: "Try" }).click();
  await expect(trial.getByRole("alert")).toContainText("leaves.csv can't be added");
  await trial.getByRole("button", { name: "Remove leaves.csv" }).click();
  await choose("leaves.txt", "text/plain", "red and gold");
  await trial.getByRole("button", { name: "Try" }).click();
  await expect(trial.getByRole("log")).toContainText("A haiku on autumn from leaves.txt.");
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain("red and gold");

  await page.getByRole("link", { name: "Prompts", exact: true }).first().click();
  await page.getByRole("button", { name: "Run “Make a haiku”" }).click();
  await page.getByRole("dialog").getByLabel("Your text").fill("autumn");
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: "Make a haiku" })).toBeVisible();
  await expect(page.getByRole("article", { name: /Parley/ })).toContainText("You said");
  await expect(page.getByRole("article").first()).toContainText("autumn");

  await page.getByRole("link", { name: "Prompts", exact: true }).click();
  await page.getByRole("button", { name: "Run “Make a haiku”" }).click();
  const dialog = page.getByRole("dialog", { name: "Run a prompt" });
  await expect(dialog.getByLabel("Prompt")).toHaveValue(/\d+/);
  await dialog.getByLabel("Your text").fill("winter");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("article", { name: /Parley/ })).toHaveCount(2);

  await page.getByRole("link", { name: "Prompts", exact: true }).click();
  await page.getByRole("link", { name: "Edit “Make a haiku”" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page).toHaveURL(/\/task-actions$/);
  await expect(main(page).getByRole("listitem")).toHaveCount(4);
});
