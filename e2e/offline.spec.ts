import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "@/test/page-checks";

const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const notice = (page: Page) =>
  page.getByRole("main").getByRole("status").filter({ hasText: "wait for the connection" });

test("without a connection the page says so at once, stays, and opens what was clicked once it is back", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED/);
  const here = (await someone.api.post("/chats", { name: "Here" })).body;
  const there = (await someone.api.post("/chats", { name: "There" })).body;
  await page.goto(`/chats/${here.uuid}`);
  await expect(message(page)).toBeFocused();

  await page.context().setOffline(true);
  await expect(notice(page)).toContainText("You're offline.", { timeout: 1500 });
  await expectAccessible(page);
  await page.getByRole("link", { name: "There" }).click();
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await message(page).fill("written on a train");
  await message(page).press("Enter");
  await expect(page.getByRole("article", { name: "Your message" })).toContainText("written on a train");
  await expect(heading(page, "Here")).toBeVisible();
  await expect(notice(page)).toBeVisible();
  // Its code is not here yet.
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("Control+/");

  await page.context().setOffline(false);
  await page.waitForURL(`**/chats/${there.uuid}`);
  await expect(heading(page, "There")).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await expect(shortcuts).toBeVisible();
  await expect
    .poll(async () => (await someone.api.get(`/chats/${here.id}/messages`)).body[0]?.message)
    .toBe("written on a train");
});

test("a first message that no chat could be made for is there to be sent again, with its files", async ({
  signedIn: page,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/");
  await page.getByLabel("Files to attach").setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("A note."),
  });
  await expect(page.getByText("notes.txt")).toBeVisible();
  await page.context().setOffline(true);
  await message(page).fill("the very first");
  await message(page).press("Enter");
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  await expect(message(page)).toHaveValue("the very first");
  await expect(page.getByText("notes.txt")).toBeVisible();
  await page.context().setOffline(false);
  await expect(notice(page)).toBeHidden();
  await message(page).press("Enter");
  await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("article", { name: "Your message" })).toContainText("the very first");
});

test("a server that is away is told of, and that it is back", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_NETWORK|Failed to fetch/);
  // What is loaded later may ask while it starts.
  browserConsole.expects(/status of 503|Refused to execute script/);
  await page.goto("/");
  await expect(message(page)).toBeFocused();
  // What happens elsewhere is heard of.
  await someone.api.post("/chats", { name: "Elsewhere" });
  await expect(page.getByRole("link", { name: "Elsewhere" })).toBeVisible();
  await product.kill();
  await expect(notice(page)).toBeVisible({ timeout: 8000 });
  await product.start();
  await expect(notice(page)).toBeHidden({ timeout: 20_000 });
});
