import type { Page } from "@playwright/test";
import { startWeb } from "@/test/fakes/web";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
const attached = (page: Page) => page.getByRole("list", { name: "Attached files" });
const reply = (page: Page) => page.getByRole("article", { name: /Message from/ });

test("# attaches a collection to the chat that a first message begins", async ({
  signedIn: page,
  someone,
}) => {
  for (const name of ["Harbor rules", "Harbor maps"]) await someone.api.post("/collections", { name });
  await page.goto("/");
  for (const name of ["Harbor maps", "Harbor rules"]) {
    await field(page).pressSequentially("#harbor");
    await option(page, new RegExp(name)).click();
    await expect(attached(page)).toContainText(name);
  }
  await expectAccessible(page);
  await expectToFitPhone(page);
  await attached(page).getByRole("button", { name: "Remove Harbor maps" }).click();
  await field(page).pressSequentially("When does it open?");
  await page.keyboard.press("Enter");
  await expect(reply(page)).toContainText("You said: When does it open?");
  await expect(attached(page)).toHaveCount(0);
  const [chat] = (await someone.api.get("/chats")).body;
  const { collections } = (await someone.api.get(`/chats/${chat.id}`)).body;
  expect(collections).toMatchObject([{ name: "Harbor rules" }]);
});

test("# attaches documents and chats of the workspace, and a collection to the chat", async ({
  signedIn: page,
  someone,
  model,
}) => {
  const files = [new File(["The harbor opens at seven."], "Opening hours.txt", { type: "text/plain" })];
  await someone.api.multipart("/documents", { files });
  await someone.api.post("/collections", { name: "Harbor rules" });
  const other = (await someone.api.post("/chats", { name: "Planning the harbor" })).body;
  await someone.api.multipart(`/chats/${other.id}/messages`, { message_input: "The crane comes on Monday." });
  const chat = (await someone.api.post("/chats", { name: "Here" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(field(page)).toBeFocused();

  await field(page).pressSequentially("Look at #opening h");
  await expect(option(page, /Opening hours\.txt/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("Look at ");
  await expect(attached(page)).toContainText("Opening hours.txt");

  await field(page).pressSequentially("and #harbor");
  await option(page, /Planning the harbor/).click();
  await expect(attached(page)).toContainText("Planning the harbor.md");
  await expect(attached(page).getByRole("status")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(reply(page)).toContainText("You said:");
  const prompt = JSON.stringify(model.requests.at(-1)!.messages);
  expect(prompt).toContain("The harbor opens at seven.");
  expect(prompt).toContain("The crane comes on Monday.");

  await field(page).pressSequentially("#harbor");
  await option(page, /Harbor rules/).click();
  await expect(page.getByText("Replies in this chat now use “Harbor rules”.")).toBeVisible();
  const getCollections = async () => (await someone.api.get(`/chats/${chat.id}`)).body.collections;
  await expect.poll(getCollections).toMatchObject([{ name: "Harbor rules" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(getCollections).toEqual([]);

  // Neither a heading nor a number in a sentence is a name, so Enter sends.
  await field(page).pressSequentially("We are #1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Your message" }).last()).toContainText("We are #1");
  await expect(attached(page)).toHaveCount(0);
});

test("the dialog attaches a web page to a first message, and says why one can't be read", async ({
  signedIn: page,
  someone,
  browserConsole,
  model,
}) => {
  browserConsole.expects(/status of (403|502)/);
  const web = await startWeb();
  web.pages.set("/news", {
    body: `<html><head><title>Harbor news</title></head><body><article><h1>News</h1><p>${"The ferry is late today. ".repeat(20)}</p></article></body></html>`,
  });
  const attachPage = async (path: string) => {
    await page.getByRole("button", { name: "Attach files" }).click();
    await page.getByRole("menuitem", { name: /Documents, chats, web pages/ }).click();
    await page.getByRole("searchbox", { name: "Name or web address" }).fill(`${web.url}${path}`);
    await page.getByRole("button", { name: /Web page/ }).click();
  };
  await page.goto("/");
  await attachPage("/news");
  await expect(page.getByText("Pages of the web aren't read here.")).toBeVisible();
  await expect(attached(page)).toHaveCount(0);

  await someone.api.put("/web", { read_pages: true });
  await page.getByRole("button", { name: "Attach files" }).click();
  await page.getByRole("menuitem", { name: /Documents, chats, web pages/ }).click();
  await expect(page.getByText("No matches")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.keyboard.press("Escape");
  await attachPage("/news");
  await expect(attached(page)).toContainText("Harbor news.md");
  await field(page).fill("What is new?");
  await page.keyboard.press("Enter");
  await expect(reply(page)).toContainText("You said:");
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain("The ferry is late today.");
  await web.close();
});
