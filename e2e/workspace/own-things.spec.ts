import type { Browser, Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { signIn } from "@/test/test";

const main = (page: Page) => page.getByRole("main");
const card = (page: Page, name: string) => main(page).getByRole("listitem").filter({ hasText: name });

async function openIn(group: { id: string }, browser: Browser, url: string, email: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await signIn(page, url, email);
  await page.request.post("/switch-group/submit", { form: { group_id: group.id } });
  return page;
}

test("a member creates an assistant for themselves and shares it", async ({ browser, product, someone }) => {
  const max = await joined(product.url, someone, "Max Member");
  const page = await openIn(someone.group, browser, product.url, max.email);
  await page.goto("/assistants");
  await page.getByRole("link", { name: "New assistant" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Tide Clerk");
  await page.getByRole("tab", { name: "Access" }).click();
  await expect(page.getByRole("radio", { name: /Only you/ })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Default assistant" })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Create assistant" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tide Clerk" })).toBeVisible();
  await page.goto("/assistants");
  await expect(card(page, "Tide Clerk")).toContainText("Only you");
  await expect(card(page, "Tide Clerk")).toContainText("By you");
  await expect(card(page, "Parley")).toContainText("By Ada Example");
  await expectAccessible(page);
  await expectToFitPhone(page);

  const ada = await openIn(someone.group, browser, product.url, someone.email);
  await ada.goto("/assistants");
  await expect(card(ada, "Parley")).toBeVisible();
  await expect(card(ada, "Tide Clerk")).toHaveCount(0);

  await card(page, "Tide Clerk").getByRole("link", { name: "Edit “Tide Clerk”" }).click();
  await page.getByRole("tab", { name: "Access" }).click();
  await page.getByRole("radio", { name: /Everyone in the group/ }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await ada.reload();
  await expect(card(ada, "Tide Clerk")).toContainText("By Max Member");

  // A card starts a chat; a copy of the group's assistant is the member's own.
  await page.goto("/assistants");
  await card(page, "Parley").getByRole("link", { name: "About “Parley”" }).click();
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Parley (2)" })).toBeVisible();
  await page.goto("/assistants");
  await card(page, "Tide Clerk").getByRole("link", { name: "Chat with Tide Clerk" }).click();
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toHaveAttribute(
    "placeholder",
    "Message Tide Clerk",
  );
});

test("a member creates a prompt for chosen people", async ({ browser, product, someone }) => {
  const max = await joined(product.url, someone, "Max Member");
  const mia = await joined(product.url, someone, "Mia Member");
  const page = await openIn(someone.group, browser, product.url, max.email);
  await page.goto("/task-actions");
  await page.getByRole("link", { name: "New prompt" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Tides");
  await page.getByRole("textbox", { name: "Prompt text" }).fill("When is high water? {{input}}");
  await expect(page.getByRole("radio", { name: /Only you/ })).toBeChecked();
  await page.getByRole("radio", { name: /Some people/ }).check();
  await page.getByRole("checkbox", { name: /Mia Member/ }).check();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Create prompt" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tides" })).toBeVisible();
  const names = async ({ api }: typeof mia) =>
    (await api.get("/tasks/available_task_actions")).body.map(({ name }: { name: string }) => name);
  expect(await names(mia)).toContain("Tides");
  await page.goto("/task-actions");
  await expect(card(page, "Tides")).toContainText("Some people");
  // Members change their own prompts and order none.
  await expect(card(page, "Tides").getByRole("link", { name: "Edit “Tides”" })).toBeVisible();
  await expect(main(page).getByRole("link", { name: /^Edit/ })).toHaveCount(1);
  await expect(main(page).getByRole("button", { name: /Move/ })).toHaveCount(0);
});

test("a chat is saved as a template for oneself", async ({ signedIn: page, someone, product }) => {
  const max = await joined(product.url, someone, "Max Member");
  const chat = (await someone.api.post("/chats", { name: "Plan", goal: "Sail" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("button", { name: "Chat actions" }).click();
  await page.getByRole("menuitem", { name: /Save as template/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Everyone in your group can read what you include");
  await dialog.getByRole("radio", { name: /Only you/ }).check();
  await expect(dialog).not.toContainText("Everyone in your group can read what you include");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await dialog.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByText("Saved as the template “Plan”, version 1.")).toBeVisible();
  expect((await max.api.get("/tasks")).body).toEqual([]);
  await page.goto("/tasks");
  await expect(card(page, "Plan")).toContainText("Only you");
  await card(page, "Plan").getByRole("link").click();
  await page.getByRole("button", { name: "Template actions" }).click();
  await page.getByRole("menuitem", { name: "Edit name and description" }).click();
  await page.getByRole("radio", { name: /Everyone in the group/ }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await max.api.get("/tasks")).body).toHaveLength(1);
});

test("owners decide what members create", async ({ browser, product, signedIn: page, someone }) => {
  const max = await joined(product.url, someone, "Max Member");
  await page.goto("/settings/group");
  const select = page.getByRole("combobox", { name: "What members can create" });
  await select.selectOption({ label: "Assistants and prompts, for themselves only" });
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);

  const other = await openIn(someone.group, browser, product.url, max.email);
  await other.goto("/assistants/new");
  await other.getByRole("tab", { name: "Access" }).click();
  await expect(other.getByText("members create things for themselves only")).toBeVisible();
  await expect(other.getByRole("radio", { name: /Everyone in the group/ })).toHaveCount(0);
  await select.selectOption({ label: "Nothing" });
  await expect
    .poll(async () => (await someone.api.get(`/groups/${someone.group.id}`)).body.members_create)
    .toBe("nothing");
  await other.goto("/assistants");
  await expect(card(other, "Parley")).toBeVisible();
  await expect(other.getByRole("link", { name: "New assistant" })).toHaveCount(0);
  await other.goto("/task-actions");
  await expect(other.getByRole("heading", { level: 1, name: "Prompts" })).toBeVisible();
  await expect(other.getByRole("link", { name: "New prompt" })).toHaveCount(0);
});

test("one of many members is found and added to an assistant", async ({
  signedIn: page,
  someone,
  product,
}) => {
  test.slow();
  for (const name of ["Zoe Zimmer", ...Array.from({ length: 11 }, (_, n) => `Member ${n}`)])
    await joined(product.url, someone, name);
  const { body: assistant } = await someone.api.post("/virtual-assistants", { name: "Tide Clerk" });
  await page.goto(`/assistants/${assistant.id}`);
  await page.getByRole("tab", { name: "Access" }).click();
  await page.getByRole("searchbox", { name: "Search people" }).fill("nobody at all");
  await expect(main(page).getByText("Nobody found.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search people" }).fill("zoe");
  await expect(main(page).getByText("Nobody found.")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Add a person" }).selectOption("Zoe Zimmer");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const { people } = (await someone.api.get(`/virtual-assistants/${assistant.id}`)).body;
  expect(people).toMatchObject([{ user: { full_name: "Zoe Zimmer" }, can_edit: false }]);
});
