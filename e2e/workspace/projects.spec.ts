import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { signIn } from "@/test/test";

const main = (page: Page) => page.getByRole("main");
const form = (page: Page) => page.getByRole("dialog");

test("a project is created with instructions, and its chats follow them", async ({
  signedIn: page,
  someone,
  model,
}) => {
  const shelf = (await someone.api.post("/collections", { name: "Tides" })).body;
  await page.goto("/projects");
  await expect(main(page).getByText("No projects yet")).toBeVisible();
  await expectAccessible(page);
  await main(page).getByRole("button", { name: "New project" }).first().click();
  await form(page).getByRole("textbox", { name: "Name", exact: true }).fill("Harbour");
  await form(page).getByRole("textbox", { name: "Emoji" }).fill("⚓");
  await form(page).getByRole("radio", { name: "Teal" }).check();
  await form(page).getByRole("textbox", { name: "Instructions" }).fill("Speak like a sailor.");
  await form(page).getByRole("checkbox", { name: /Tides/ }).check();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await form(page).getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Harbour" })).toBeVisible();
  await expect(main(page)).toContainText("Speak like a sailor.");
  await expect(main(page).getByRole("link", { name: "Tides" })).toHaveAttribute(
    "href",
    `/documents/collections/${shelf.id}`,
  );
  await expectAccessible(page);
  await expectToFitPhone(page);

  await main(page).getByRole("button", { name: "New chat" }).click();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Who goes there?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: /Parley/ })).toContainText("You said: Who goes there?");
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain("Speak like a sailor.");

  // The sidebar leads to the project, and the project to its chat.
  const projects = page.getByRole("region", { name: "Projects" });
  await projects.getByRole("button", { name: "Actions for the project Harbour" }).click();
  await page.getByRole("menuitem", { name: "Open project" }).click();
  await expect(main(page).getByRole("list", { name: "Chats" }).getByRole("listitem")).toHaveCount(1);
  await main(page).getByRole("button", { name: "Project actions" }).click();
  await page.getByRole("menuitem", { name: "Archive", exact: true }).click();
  await expect(main(page).getByText("Archived", { exact: true })).toBeVisible();
  await expect(projects.getByRole("button", { name: /Harbour/ })).toHaveCount(0);
  await page.goto("/projects");
  await expect(page.getByRole("region", { name: "Archived" }).getByRole("link")).toContainText("Harbour");
});

test("a chat is begun in a project from the start page, with the project's assistant", async ({
  signedIn: page,
  someone,
  model,
}) => {
  const pilot = (await someone.api.post("/virtual-assistants", { name: "Pilot" })).body;
  const project = { name: "Harbour", instructions: "Speak like a sailor.", virtual_assistant_id: pilot.id };
  await someone.api.post("/chat-workspaces", project);
  await page.goto("/");
  await page.getByRole("button", { name: "Project", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Harbour" }).click();
  await expect(page.getByRole("button", { name: "In the project “Harbour”" })).toBeVisible();
  const field = page.getByRole("textbox", { name: "Message", exact: true });
  await expect(field).toHaveAttribute("placeholder", "Message Pilot");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await field.fill("Who goes there?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Message from Pilot" })).toContainText("You said:");
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain("Speak like a sailor.");
  const [chat] = (await someone.api.get("/chats?show_chats_in_workspace=true")).body;
  expect(chat).toMatchObject({ chat_workspace: { name: "Harbour" }, search_in_workspace: true });
});

test("a project is shared, and its members see their own chats", async ({
  browser,
  product,
  signedIn: page,
  someone,
}) => {
  const max = await joined(product.url, someone, "Max Member");
  const project = (await someone.api.post("/chat-workspaces", { name: "Harbour", usable_by: "creator" }))
    .body;
  await someone.api.post("/chats", { name: "Mine", chat_workspace_id: project.id });
  const other = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(other, product.url, max.email);
  await other.request.post("/switch-group/submit", { form: { group_id: someone.group.id } });
  await other.goto("/projects");
  await expect(main(other).getByText("No projects yet")).toBeVisible();

  await page.goto(`/projects/${project.uuid}`);
  await main(page).getByRole("button", { name: "Project actions" }).click();
  await page.getByRole("menuitem", { name: "Edit project" }).click();
  await form(page)
    .getByRole("radio", { name: /Everyone in the group/ })
    .check();
  await form(page).getByRole("button", { name: "Save changes" }).click();
  await expect(form(page)).toHaveCount(0);

  await other.goto("/projects");
  await main(other)
    .getByRole("link", { name: /Harbour/ })
    .click();
  await expect(main(other).getByText("No chats yet. You see your own chats here.")).toBeVisible();
  await expect(main(other).getByRole("button", { name: "Project actions" })).toHaveCount(0);
  await expectAccessible(other);
  await expectToFitPhone(other);
});
