import { readFileSync } from "node:fs";
import sharp from "sharp";
import { zipped } from "@/test/files";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const chatgpt = () => readFileSync("test/files/exports/chatgpt.json", "utf8");

test("chats of another product are imported, reported, opened, and skipped on the second import", async ({
  signedIn: page,
  browserConsole,
}) => {
  browserConsole.expects(/status of 422/);
  await page.goto("/settings/import");
  await expect(page.getByRole("heading", { level: 1, name: "Import and export" })).toBeVisible();
  await expect(page.getByText("You haven't imported any chats yet.")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  const main = page.getByRole("main");
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose file" }).press("Enter");
    await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer });
  };

  await choose("holiday.zip", await zipped({ "beach.txt": "no chats" }));
  await expect(main.getByRole("alert")).toContainText("No chats were found in holiday.zip. Choose the ZIP");
  await expectAccessible(page);
  const large = Buffer.alloc(51 * 1024 * 1024, " ");
  await page.getByLabel("File to import").evaluate((input: HTMLInputElement, size) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(size)], "large.zip"));
    input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, large.length);
  await expect(main.getByRole("alert")).toContainText("large.zip is larger than 50 MB. Unpack it");

  const exported = {
    "conversations.json": chatgpt(),
    "file-abc-bowl.jpg": await sharp({ create: { width: 8, height: 8, channels: 3, background: "#a52" } })
      .jpeg()
      .toBuffer(),
    "gizmos.json": JSON.stringify([{ id: "g-1", display: { name: "Baker" }, instructions: "Bake." }]),
  };
  await choose("chatgpt.zip", await zipped(exported));
  const row = main.getByRole("listitem").filter({ hasText: "chatgpt.zip" }).first();
  const parts = row.getByRole("group", { name: "What to import" });
  await expect(parts.getByRole("checkbox", { name: "4 chats" })).toBeChecked();
  await expect(parts.getByRole("checkbox", { name: "1 assistant" })).toBeChecked();
  await expect(parts).toContainText("2024");
  await expect(page.getByRole("status").filter({ hasText: "chatgpt.zip was read." })).toHaveCount(1);
  await expectAccessible(page);
  await expectToFitPhone(page);
  for (const part of await parts.getByRole("checkbox").all()) await part.uncheck();
  await expect(row.getByRole("button", { name: "Import chatgpt.zip", exact: true })).toBeDisabled();
  for (const part of await parts.getByRole("checkbox").all()) await part.check();
  await row.getByRole("button", { name: "Import chatgpt.zip", exact: true }).press("Enter");
  await expect(row).toContainText("3 chats imported, 1 not imported");
  await expect(row).toContainText("Also imported: 1 file and 1 assistant");
  await expect(main.getByRole("alert")).toHaveCount(0);
  await row.getByText(/^Left out, and why/).press("Enter");
  await expect(row).toContainText("Nothing was said");
  await expect(row).toContainText("It has no messages.");
  await row.getByText("Everything that was imported").press("Enter");
  await expect(row.getByRole("link", { name: "Baker" })).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await expect(page.getByRole("complementary").getByText("Going round in circles")).toBeVisible();

  await row.getByRole("link", { name: "Sourdough without a scale" }).first().click();
  await expect(page.getByText("About two cups, or 240 g.")).toBeVisible();
  await expect(page.getByRole("link", { name: /^bowl.jpg/ })).toBeVisible();
  await expect(page.getByRole("article", { name: "Message from gpt-4o" })).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("And salt?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "Message from Parley" })).toContainText("And salt?");

  await page.goto("/settings/import");
  await choose("again.json", Buffer.from(chatgpt()));
  await main.getByRole("button", { name: "Import again.json", exact: true }).click();
  await expect(main.getByRole("listitem").filter({ hasText: "again.json" })).toContainText(
    "0 chats imported, 3 already there, 1 not imported",
  );
});

test("a chat without an assistant says so, announces no reply, and can get one", async ({
  signedIn: page,
  someone,
}) => {
  const { body: chat } = await someone.api.post("/chats", { name: "Notes", virtual_assistant_id: null });
  await page.goto(`/chats/${chat.uuid}`);
  const log = page.getByRole("log");
  await log.evaluate((element) => {
    const repliers: string[] = [];
    Object.assign(window, { repliers });
    const look = () => {
      const shown = element.parentElement?.textContent ?? "";
      if (shown.includes("Former assistant")) repliers.push("Former assistant");
      for (const reply of element.querySelectorAll("[aria-label='Reply in progress']"))
        repliers.push(reply.querySelector("p")?.textContent ?? "");
    };
    new MutationObserver(look).observe(element.parentElement!, { childList: true, subtree: true });
  });
  const say = async (text: string) => {
    await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
    await page.keyboard.press("Enter");
  };
  await say("Buy milk");
  const notice = page.getByRole("region", { name: "No assistant" });
  await expect(notice).toContainText("Assistants reply here only when you mention them with @.");
  await expect(log.getByRole("article")).toHaveCount(1);
  expect(await page.evaluate("window.repliers")).toEqual([]);
  await expectAccessible(page);
  await expectToFitPhone(page);

  await say("@parley and eggs?");
  await expect(page.getByRole("article", { name: "Message from Parley" })).toContainText("and eggs?");
  expect(await page.evaluate("window.repliers")).not.toContain("Former assistant");

  await say("And bread?");
  await expect(log.locator("[data-id]")).toHaveCount(4);
  await notice.getByRole("button", { name: "Let Parley reply" }).press("Enter");
  await expect(page.getByRole("article", { name: "Message from Parley" }).last()).toContainText("And bread?");
  await expect(notice).toBeHidden();
  expect((await someone.api.get(`/chats/${chat.uuid}`)).body.virtual_assistant.name).toBe("Parley");
});

test("an import shows its progress, and can be cancelled", async ({ signedIn: page }) => {
  const now = new Date().toISOString();
  const running = {
    ...{ id: 7, file_name: "claude.zip", size: 5, format: "claude", state: "running", found: 340 },
    ...{ imported: 100, skipped: 20, failed: 3, failures: [], chats: [], error: null },
    ...{ contents: null, parts: ["chats"], files: 0, projects: 0, assistants: 0, left_out: 0 },
    ...{ created_at: now, finished_at: null as string | null },
  };
  await page.route("**/api/v1/imports?*", (route) => route.fulfill({ json: [running] }));
  await page.route("**/api/v1/imports/7/cancel", (route) => {
    Object.assign(running, { state: "cancelled", finished_at: now });
    return route.fulfill({ json: running });
  });
  await page.goto("/settings/import");
  await expect(page.getByRole("progressbar", { name: "Importing claude.zip" })).toHaveAttribute("max", "340");
  await expect(page.getByText("123 of 340 chats")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Cancel the import of claude.zip" }).click();
  const said = "Cancelled. 100 chats imported, 20 already there, 3 not imported";
  await expect(page.getByRole("main").getByText(said, { exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: `claude.zip: ${said}` })).toHaveCount(1);
});

test("all chats are exported as a ZIP file, and a list that fails to load reports it", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED/);
  await someone.api.post("/chats", { name: "To take along", virtual_assistant_id: null });
  await page.route("**/api/v1/imports?*", (route) => route.abort());
  await page.goto("/settings/import");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("The server can't be reached.");
  await page.unroute("**/api/v1/imports?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("You haven't imported any chats yet.")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export all chats" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^chats \d{4}-\d\d-\d\d\.zip$/);
  const content = readFileSync(await file.path()).toString("latin1");
  expect(content).toMatch(/To take along \d+\.md/);
  expect(content).toMatch(/To take along \d+\.json/);
});
