import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const main = (page: Page) => page.getByRole("main");
const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });
const upload = (page: Page, ...names: string[]) =>
  page
    .getByLabel("Files to upload")
    .setInputFiles(
      names.map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(`The text of ${name}.`) })),
    );
const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Documents" }).getByRole("listitem").filter({ hasText: name });

test("documents of the library are uploaded, sorted, collected and deleted", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 4(09|15|22)/);
  await page.goto("/documents");
  await expect(page.getByText("No documents yet")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);

  await upload(page, "Travel rules.txt", "Expenses.md", "virus.exe");
  await expect(row(page, "Travel rules.txt")).toBeVisible();
  await expect(row(page, "Expenses.md")).toContainText("Ada Example · Today");
  const uploads = page.getByRole("list", { name: "Uploads" });
  await expect(uploads).toContainText("not of a type that can be added");
  await uploads.getByRole("button", { name: "Dismiss virus.exe" }).click();
  await expect(uploads).toBeHidden();

  // Renames by keyboard, after a rejected attempt.
  await row(page, "Travel").getByRole("button", { name: "Actions for Travel rules.txt" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Rename" }).press("Enter");
  await field(page, "Name").fill("Travel rules.pdf");
  await field(page, "Name").press("Enter");
  await expect(field(page, "Name")).toHaveAccessibleDescription("The name must end in .txt.");
  await field(page, "Name").fill("Travel handbook.txt");
  await field(page, "Name").press("Enter");
  await expect(row(page, "Travel handbook.txt")).toBeVisible();

  await page.getByRole("checkbox", { name: "Select Travel handbook.txt" }).check();
  await page.getByRole("button", { name: "Select all" }).click();
  await expect(page.getByRole("toolbar")).toContainText("2 selected");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("toolbar").getByRole("button", { name: "Move" }).click();
  await page.getByLabel("Folder").fill("People/Rules");
  await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
  await expect(row(page, "People")).toContainText("2 documents");
  await page.getByRole("link", { name: "People" }).click();
  await page.getByRole("link", { name: "Rules" }).click();
  await expect(row(page, "Expenses.md")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Folder" })).toContainText("LibraryPeopleRules");
  await main(page).getByRole("button", { name: "Rename", exact: true }).click();
  await field(page, "Name").fill("Policies");
  await field(page, "Name").press("Enter");
  await expect(page.getByRole("navigation", { name: "Folder" })).toContainText("LibraryPeoplePolicies");
  await expect(row(page, "Expenses.md")).toBeVisible();

  await row(page, "Expenses").getByRole("button", { name: "Actions for Expenses.md" }).click();
  await page.getByRole("menuitem", { name: "Add to a collection" }).click();
  await field(page, "Name").fill("Handbook");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Added 1 document to “Handbook”.")).toBeVisible();
  await page.getByRole("link", { name: "Collections" }).click();
  await expect(main(page).getByRole("link", { name: /Handbook/ })).toContainText("1 document · in no chat");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await main(page)
    .getByRole("link", { name: /Handbook/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Handbook" })).toBeVisible();
  await upload(page, "Onboarding.txt");
  await expect(row(page, "Onboarding.txt")).toBeVisible();
  await page.getByRole("button", { name: "Edit name and description" }).click();
  await field(page, "Description").fill("What everybody should know.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(main(page)).toContainText("What everybody should know.");
  await expectAccessible(page);
  await expectToFitPhone(page);

  await page.getByRole("link", { name: "Library" }).click();
  await page.getByLabel("Search documents").fill("EXPENS");
  await expect(row(page, "Expenses.md")).toContainText("People/Policies");
  await expect(row(page, "Onboarding")).toBeHidden();
  await row(page, "Expenses").getByRole("button", { name: "Actions for Expenses.md" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No documents match “EXPENS”")).toBeVisible();
  const left = (await someone.api.get("/documents?place=library&sort=name")).body;
  expect(left.map(({ file_name }: { file_name: string }) => file_name)).toEqual([
    "Onboarding.txt",
    "Travel handbook.txt",
  ]);
});

test("a chat's documents, collections and attachments open above it", async ({ signedIn: page, someone }) => {
  const { body: collection } = await someone.api.post("/collections", { name: "Manuals" });
  const { body: chat } = await someone.api.post("/chats", { name: "Support", page_type: "documents" });
  const text = `${"Something else. ".repeat(400)}The warranty ends after two years.${" And so on.".repeat(50)}`;
  await someone.api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "See the warranty",
    files: [new File([text], "Warranty.txt")],
  });
  await page.goto(`/chats/${chat.uuid}`);
  const panel = page.getByRole("region", { name: "Members and settings" });
  await expect(panel.getByRole("tab", { name: "Documents", selected: true })).toBeFocused();
  await expect(row(page, "Warranty.txt")).toBeVisible();
  await upload(page, "Manual.txt");
  await expect(row(page, "Manual.txt")).toBeVisible();
  await panel.getByLabel("Attach a collection").selectOption("Manuals");
  const attached = panel.getByRole("list", { name: "Attached collections" });
  await expect(attached).toContainText("Manuals0 documents");
  await expectAccessible(page);
  await panel.getByRole("switch", { name: "Search documents" }).click();
  await expect
    .poll(async () => (await someone.api.get(`/chats/${chat.id}`)).body.search_in_documents)
    .toBe(false);
  await attached.getByRole("button", { name: "Detach Manuals" }).click();
  await expect(attached).toBeHidden();
  await panel.getByLabel("Attach a collection").selectOption("Manuals");
  await expect(attached).toBeVisible();

  const files = main(page).getByRole("list", { name: "Files" });
  await files.getByRole("link", { name: /Warranty\.txt/ }).click();
  const preview = page.getByRole("dialog", { name: "Warranty.txt" });
  await expect(preview).toContainText("The warranty ends after two years.", { timeout: 20_000 });
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
  await expect(files).not.toContainText(/Queued|Processing|Indexing/, { timeout: 20_000 });

  const [{ id }] = (await someone.api.get(`/documents?chat_id=${chat.id}&search=warranty`)).body;
  await page.goto(`/documents/${id}?passage=${text.indexOf("The warranty")}-34`);
  const mark = main(page).locator("mark");
  await expect(mark).toHaveText("The warranty ends after two years.");
  await expect(mark).toBeInViewport();
  await expectAccessible(page);
  await expectToFitPhone(page);

  await page.goto(`/documents/collections/${collection.id}`);
  await expect(main(page).getByRole("link", { name: "Support" })).toBeVisible();
});
