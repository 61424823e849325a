import type { Browser, Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { signIn } from "@/test/test";

const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Documents" }).getByRole("listitem").filter({ hasText: name });
const upload = (page: Page, name: string, text = `The text of ${name}.`) =>
  page
    .getByLabel("Files to upload")
    .setInputFiles([{ name, mimeType: "text/plain", buffer: Buffer.from(text) }]);

async function openIn(group: { id: string }, browser: Browser, url: string, email: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await signIn(page, url, email);
  await page.request.post("/switch-group/submit", { form: { group_id: group.id } });
  return page;
}

test("a member uploads a document for themselves and shares it later", async ({
  browser,
  product,
  someone,
}) => {
  const max = await joined(product.url, someone, "Max Member");
  const page = await openIn(someone.group, browser, product.url, max.email);
  const ada = await openIn(someone.group, browser, product.url, someone.email);
  await page.goto("/documents");
  await page.getByRole("button", { name: "New files: Everyone in the group" }).click();
  await dialog(page)
    .getByRole("radio", { name: /Only you/ })
    .check();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("button", { name: "New files: Only you" })).toBeVisible();
  await upload(page, "Diary.txt");
  await expect(row(page, "Diary.txt")).toContainText("Only you");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await ada.goto("/documents");
  await expect(ada.getByText("No documents yet")).toBeVisible();

  await row(page, "Diary.txt").getByRole("button", { name: "Actions for Diary.txt" }).click();
  await page.getByRole("menuitem", { name: "Who can read it" }).press("Enter");
  await expect(dialog(page).getByRole("radio", { name: /Only you/ })).toBeChecked();
  await dialog(page)
    .getByRole("radio", { name: /Everyone in the group/ })
    .check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, "Diary.txt")).not.toContainText("Only you");
  await ada.reload();
  await expect(row(ada, "Diary.txt")).toBeVisible();
});

test("a collection is created for chosen people", async ({ browser, product, signedIn: page, someone }) => {
  const max = await joined(product.url, someone, "Max Member");
  const mia = await joined(product.url, someone, "Mia Member");
  await page.goto("/documents/collections");
  await page.getByRole("button", { name: "New collection" }).click();
  await dialog(page).getByRole("textbox", { name: "Name", exact: true }).fill("Contracts");
  await dialog(page)
    .getByRole("radio", { name: /Some people/ })
    .check();
  await dialog(page)
    .getByRole("checkbox", { name: /Max Member/ })
    .check();
  await expectAccessible(page);
  await expectToFitPhone(page, 340);
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contracts" })).toBeVisible();
  await expect(main(page).getByText("Some people")).toBeVisible();
  await upload(page, "Lease.txt");
  await expect(row(page, "Lease.txt")).toContainText("Some people");
  const other = await openIn(someone.group, browser, product.url, max.email);
  await other.goto("/documents/collections");
  await expect(main(other).getByRole("link", { name: /Contracts/ })).toContainText("Some people");
  expect((await mia.api.get("/collections")).body).toEqual([]);
  expect((await mia.api.get("/documents")).body).toEqual([]);
});

test("a project has files that its chats use, and one moves to the library", async ({
  signedIn: page,
  someone,
  model,
}) => {
  const project = (await someone.api.post("/chat-workspaces", { name: "Harbour", usable_by: "creator" }))
    .body;
  await page.goto(`/projects/${project.uuid}`);
  await expect(main(page).getByText("No files yet. Upload some or drop them here.")).toBeVisible();
  await upload(page, "Tides.txt", "High water is at the walrus bell.");
  await expect(row(page, "Tides.txt")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await expect
    .poll(async () => (await someone.api.get("/documents?place=workspace")).body[0]?.status)
    .toBe("ready");

  await main(page).getByRole("button", { name: "New chat" }).click();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("When is high water?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: /Parley/ })).toContainText("You said:");
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain("walrus bell");

  await page.goto("/documents");
  await expect(page.getByText("No documents yet")).toBeVisible();
  await page.goto(`/projects/${project.uuid}`);
  await row(page, "Tides.txt").getByRole("button", { name: "Actions for Tides.txt" }).click();
  await page.getByRole("menuitem", { name: "Move to the library" }).click();
  await dialog(page)
    .getByRole("radio", { name: /Only you/ })
    .check();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Move" }).click();
  await expect(page.getByText("Tides.txt is in the library now.")).toBeVisible();
  await expect(main(page).getByText("No files yet. Upload some or drop them here.")).toBeVisible();
  await page.goto("/documents");
  await expect(row(page, "Tides.txt")).toContainText("Only you");
});

test("owners decide what members add to the library", async ({
  browser,
  product,
  signedIn: page,
  someone,
}) => {
  const max = await joined(product.url, someone, "Max Member");
  await page.goto("/settings/group");
  const select = page.getByRole("combobox", { name: "What members can add to the library" });
  await select.selectOption({ label: "Documents and collections, for themselves only" });
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  const other = await openIn(someone.group, browser, product.url, max.email);
  await other.goto("/documents");
  await other.getByRole("button", { name: "New files: Only you" }).click();
  await expect(dialog(other).getByRole("radio", { name: /Everyone in the group/ })).toHaveCount(0);
  await expect(dialog(other)).toContainText("In this group, members add documents for themselves only.");
  await select.selectOption({ label: "Nothing" });
  await expect
    .poll(async () => (await someone.api.get(`/groups/${someone.group.id}`)).body.members_add_documents)
    .toBe("nothing");
  await other.goto("/documents");
  for (const name of ["Upload", "New folder"])
    await expect(other.getByRole("button", { name })).toHaveCount(0);
  await other.goto("/documents/collections");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.getByRole("button", { name: "New collection" })).toHaveCount(0);
});
