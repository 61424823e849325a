import type { Page } from "@playwright/test";
import { startS3Server } from "@/test/fakes/s3-server";
import { expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { startProduct } from "@/test/product";
import { expect, person, signIn } from "@/test/test";

const message = (page: Page) => page.getByLabel("Message", { exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const chosen = (page: Page) => page.getByRole("list", { name: "Attached files" });
const onTheirWay = (page: Page) => page.getByRole("list", { name: "Files being sent" });
const files = (page: Page) => page.getByRole("list", { name: "Files", exact: true });
const MB = 1024 * 1024;

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const picture = { name: "map.png", mimeType: "image/png", buffer: PICTURE };
const text = (name: string, content = "the budget is 40") => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});
/** A file type that is not parsed. */
const large = (name: string, size = 4 * MB) => ({
  name,
  mimeType: "image/gif",
  buffer: Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(size)]),
});

/** Playwright's trace fetches blobs, which the page's policy blocks. */
const OF_THE_TRACE = /^Connecting to 'blob:/;

/** Throttles uploads to this many bytes per second. */
async function slowly(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const rest = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send("Network.emulateNetworkConditions", { ...rest, uploadThroughput });
}

async function say(page: Page, words: string): Promise<void> {
  await message(page).fill(words);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

test("files are checked before their upload, show progress, can be stopped, and don't delay the text", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(OF_THE_TRACE);
  const chat = (await someone.api.post("/chats", { name: "Files", virtual_assistant_id: null })).body;
  const stored = async () => (await someone.api.get(`/chats/${chat.id}/messages`)).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  const pick = page.getByLabel("Files to attach");
  await pick.setInputFiles([picture, text("program.exe"), text("notes.txt")]);
  await expect(page.getByText("This file type isn't supported: program.exe")).toBeVisible();
  await expect(chosen(page).getByRole("listitem")).toHaveCount(2);
  await expect(chosen(page).locator("img")).toHaveJSProperty("naturalWidth", 1);
  await pick.setInputFiles([text("empty.txt", "")]);
  await expect(page.getByText("empty.txt is empty.")).toBeVisible();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["dropped"], "dropped.txt"));
    const zone = document.querySelector("main textarea")!;
    for (const kind of ["dragenter", "dragover", "drop"])
      zone.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect(chosen(page).getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Remove dropped.txt" }).click();

  await pick.setInputFiles([large("film.gif")]);
  await expect(chosen(page).getByRole("listitem")).toHaveCount(3);
  await slowly(page, 2 * MB);
  await say(page, "Three files");
  await expect(message(page)).toHaveValue("");
  await expect(chosen(page)).toHaveCount(0);
  await expect(log(page).getByText(/^Uploading 1 file, \d+%$/)).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Uploading film.gif" })).toBeVisible();
  await expectToFitPhone(page);
  await log(page).getByRole("button", { name: "Stop" }).click();
  await expect(log(page).getByRole("alert")).toContainText("Not sent. You stopped it.");
  expect(await stored()).toEqual([]);
  await slowly(page, -1);

  // A cancelled upload does not block sending.
  await say(page, "Only words");
  await expect(page.getByRole("article", { name: "Your message" }).getByText("Only words")).toBeVisible();
  await expect.poll(async () => (await stored()).length).toBe(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send without film.gif" }).click();
  await expect(files(page).getByRole("link")).toHaveCount(2);
  await expect.poll(async () => (await stored()).length).toBe(2);

  // Only the server can detect content that does not match its name.
  browserConsole.expects(/status of 415/);
  await pick.setInputFiles([text("fake.pdf"), text("real.txt")]);
  await say(page, "Look at these");
  await expect(log(page).getByRole("alert")).toContainText(
    "Not sent. The file fake.pdf has a content that does not fit its name",
  );
  await page.getByRole("button", { name: "Send without files" }).click();
  await expect.poll(async () => (await stored()).length).toBe(3);
  await expect(log(page).getByRole("alert")).toHaveCount(0);
  await expect(onTheirWay(page)).toHaveCount(0);
});

test("a file can be sent without text, and the message names it", async ({ signedIn: page }) => {
  await page.goto("/");
  await page
    .getByLabel("Files to attach")
    .setInputFiles({ name: "report.txt", mimeType: "text/plain", buffer: Buffer.from("All is well.") });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const own = page.getByRole("article", { name: "Your message" });
  await expect(own).toContainText("See report.txt");
  await expect(own.getByRole("link", { name: /report\.txt/ })).toBeVisible();
});

test("a file is attached even if its message is sent immediately", async ({ signedIn: page }) => {
  const known = Promise.withResolvers<void>();
  await page.route("**/api/v1/uploads", async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.goto("/");
  await page.getByLabel("Files to attach").setInputFiles(text("plan.txt"));
  await say(page, "What does it cost?");
  known.resolve();
  const own = page.getByRole("article", { name: "Your message" });
  await expect(own.getByRole("link", { name: /plan\.txt/ })).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);
});

test("a sent image opens, and its reply says that the model can't see it until an admin enables vision", async ({
  signedIn: page,
  browserConsole,
}) => {
  browserConsole.expects(OF_THE_TRACE);
  await page.goto("/");
  await page.getByLabel("Files to attach").setInputFiles(picture);
  await say(page, "Where is this?");
  await expect(files(page).locator("img")).toHaveJSProperty("naturalWidth", 1);
  await files(page)
    .getByRole("link", { name: /map\.png/ })
    .click();
  await expect(page.getByRole("dialog", { name: "map.png" }).getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  const unseen = log(page).getByText("This model can't read images, so it answered without map.png.");
  await expect(unseen).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);

  await log(page).getByRole("link", { name: "Models and images" }).click();
  await page.getByText(/models? can read images\./).click();
  const list = page.getByRole("list", { name: "Models and images" });
  const large = list.getByRole("listitem").filter({ hasText: "stand-in-large" });
  await large.getByRole("switch").click();
  await expect(large.getByRole("switch", { checked: true })).toBeVisible();
  await expect(large.getByRole("button", { name: /^Guess again/ })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await page.getByLabel("Files to attach").setInputFiles(picture);
  await say(page, "And this?");
  await expect(page.getByRole("article", { name: /^Message from/ })).toHaveCount(2);
  await expect(unseen).toHaveCount(1);
});

test("a reply names a file that could not be read", async ({ signedIn: page, browserConsole }) => {
  browserConsole.expects(OF_THE_TRACE);
  await page.goto("/");
  const broken = {
    name: "broken.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\nno objects"),
  };
  await page.getByLabel("Files to attach").setInputFiles(broken);
  await say(page, "What does it say?");
  await expect(log(page).getByText("This reply doesn't use the text of broken.pdf,")).toBeVisible();
  await expect(page.getByRole("article", { name: /^Message from/ })).toContainText(
    /text of broken\.pdf.*You said/s,
  );
  await expectAccessible(page);
  await expectToFitPhone(page);
});

test("a long pasted text becomes a file unless it is pasted as plain text", async ({ signedIn: page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  const copy = (length: number) =>
    page.evaluate((words) => navigator.clipboard.writeText(words), "word ".repeat(length / 5));
  await copy(4000);
  await message(page).press("Control+v");
  await expect(message(page)).toHaveValue(/^word .*word $/s);
  await message(page).fill("");
  await copy(4005);
  for (const name of ["Pasted text.txt", "Pasted text 2.txt"]) {
    await message(page).press("Control+v");
    await expect(chosen(page)).toContainText(name);
  }
  await expect(message(page)).toHaveValue("");
  await message(page).press("Control+Shift+v");
  await expect(message(page)).toHaveValue(/^word .*word $/s);
  await message(page).fill("What is this?");
  await message(page).press("Enter");
  await expect(files(page).getByRole("link")).toHaveText([/Pasted text\.txt/, /Pasted text 2\.txt/]);
});

test("browsers upload files directly to a configured bucket", async ({ page, model, browserConsole }) => {
  browserConsole.expects(OF_THE_TRACE);
  const s3 = await startS3Server();
  const product = await startProduct({ env: { OPENAI_BASE_URL: model.url, ...s3.settings } });
  try {
    const { api, email } = await person(product.url, "Bea Bucket");
    await signIn(page, product.url, email);
    const chat = (await api.post("/chats", { name: "Bucket", virtual_assistant_id: null })).body;
    await page.goto(`${product.url}/chats/${chat.uuid}`);
    await expect(message(page)).toBeFocused();
    await page.getByLabel("Files to attach").setInputFiles([large("film.gif"), text("notes.txt")]);
    await expect(chosen(page).getByRole("listitem")).toHaveCount(2);
    await say(page, "Both of them");
    await expect(files(page).getByRole("link")).toHaveCount(2);
    const puts = s3.requests.filter((line) => line.startsWith("PUT"));
    expect(puts.map((line) => line.split("/")[2])).toEqual(["uploads", "uploads", "files", "files"]);
    expect([...s3.objects.keys()].filter((name) => name.startsWith("uploads/"))).toEqual([]);
    const [{ message_attachments: kept }] = (await api.get(`/chats/${chat.id}/messages`)).body;
    expect((await api.get(`/documents/${kept[1].document_id}/content`)).body).toBe("the budget is 40");
  } finally {
    // Leaves the page, which would otherwise log failed requests to the stopped server.
    await page.goto("about:blank");
    await product.remove();
    await s3.close();
  }
});
