import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const main = (page: Page) => page.getByRole("main");
const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });

test("a task's fields are edited into a new version, and its chats are updated from its page", async ({
  signedIn: page,
  someone,
}) => {
  const { api } = someone;
  const fields = { name: "Onboarding", goal: "Welcome a colleague", extra: { deep: [1] } };
  const { body: task } = await api.post("/tasks", { name: "First week", fields });
  const start = async (name: string) =>
    (await api.post(`/chats?copy_from_task_id=${task.id}`, { name })).body as { id: number };
  const [tom, kim] = [await start("Tom starts"), await start("Kim starts")];
  await page.goto(`/tasks/${task.id}`);
  const use = page.getByRole("region", { name: "Chats from this template" });
  await expect(use.getByRole("listitem")).toHaveCount(2);
  await expect(use.getByText("Up to date")).toHaveCount(2);

  await page.getByRole("button", { name: "Template actions" }).click();
  await page.getByRole("menuitem", { name: "Edit chat setup" }).click();
  const dialog = page.getByRole("dialog", { name: "Chat setup" });
  await expect(dialog.getByLabel("Value of deep")).toHaveValue("[1]");
  await field(page, "Goal").fill("Make them at home");
  await field(page, "Canvas").fill("# Plan\nMonday");
  await dialog.getByRole("switch", { name: "Summary", exact: true }).click();
  await dialog.getByText("As JSON", { exact: true }).click();
  await field(page, "Extra as JSON").fill("{");
  await expect(field(page, "Extra as JSON")).toHaveAccessibleDescription(/JSON object/);
  await expect(dialog.getByRole("button", { name: "Save as a new version" })).toBeDisabled();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await field(page, "Extra as JSON").fill('{"deep": [1, 2]}');
  await dialog.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByText("Saved as version 2.")).toBeVisible();
  await expect(main(page)).toContainText("Make them at home");
  expect((await api.get(`/tasks/${task.id}`)).body.fields).toEqual({
    ...fields,
    goal: "Make them at home",
    canvas: "# Plan\nMonday",
    summary_enabled: true,
    extra: { deep: [1, 2] },
  });
  const changes = page.getByRole("region", { name: "Changes" });
  await expect(changes.getByRole("figure")).toHaveCount(4);

  await expect(use.getByText("Version 1")).toHaveCount(2);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await use.getByRole("button", { name: "Update “Tom starts”" }).click();
  await expect(use.getByText("Up to date")).toHaveCount(1);
  await use.getByRole("button", { name: "Update 1 chat" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Update 1 chat" }).click();
  await expect(use.getByText("Up to date")).toHaveCount(2);
  for (const { id } of [tom, kim])
    expect((await api.get(`/chats/${id}`)).body.goal).toBe("Make them at home");
});

test("a prompt is tested before it is saved, and actions are sorted and run on a message", async ({
  signedIn: page,
  someone,
  model,
}) => {
  await page.goto("/task-actions/new");
  const trial = page.getByRole("region", { name: "Try it" });
  await field(page, "Name").fill("Make a haiku");
  await expect(field(page, "API name")).toHaveValue("make_a_haiku");
  await field(page, "Prompt text").fill("A haiku on {{input}}.");
  const usual = page.getByRole("group", { name: "Common file types" });
  await usual.getByRole("button", { name: "txt" }).click();
  await usual.getByRole("button", { name: "pdf" }).click();
  await usual.getByRole("button", { name: "txt" }).click();
  await expect(field(page, "File types")).toHaveValue("pdf");
  await field(page, "Your text").fill("autumn");
  await trial.getByRole("button", { name: "Try" }).click();
  await expect(trial.getByRole("log")).toContainText("You said: A haiku on autumn.");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Create prompt" }).click();
  await expect(page).toHaveURL(/\/task-actions\/\d+$/);

  await page.getByRole("link", { name: "Prompts", exact: true }).first().click();
  const names = main(page).getByRole("listitem").getByRole("heading");
  await expect(names).toHaveCount(5);
  const [, second = ""] = await names.allTextContents();
  await page.getByRole("button", { name: `Move “${second}” up` }).click();
  await expect(names.first()).toHaveText(second);
  const first = async () => (await someone.api.get("/tasks/available_task_actions")).body[0].name;
  await expect.poll(first).toBe(second);
  await expectAccessible(page);
  await expectToFitPhone(page);

  const { body: chat } = await someone.api.post("/chats", { name: "Talk" });
  const files = [new File(["red and gold"], "leaves.md", { type: "text/markdown" })];
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Leaves fall", files });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(page.getByRole("textbox", { name: /message/i })).toBeFocused();
  const mine = page.getByRole("article", { name: "Your message" });
  await mine.hover();
  await mine.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Run a prompt on this" }).click();
  const dialog = page.getByRole("dialog", { name: "Run a prompt" });
  await expect(dialog.getByLabel("Your text")).toHaveValue("Leaves fall");
  await expect(dialog).toContainText("leaves.md");
  // The prompt that only accepts PDF files is not offered.
  await expect(dialog.getByLabel("Prompt").getByRole("option")).toHaveCount(4);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await dialog.getByLabel("Prompt").selectOption({ label: "Draft a reply" });
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: "Draft a reply" })).toBeVisible();
  await expect(page.getByRole("article", { name: /Parley/ })).toContainText("You said");
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain("red and gold");
});
