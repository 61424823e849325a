import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "@/test/page-checks";

const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const said = (page: Page) => page.getByRole("main").getByRole("status");
const PHONE = { width: 390, height: 844 };

/** Returns whether no word is broken across lines. */
const hasWholeWords = (place: Locator) =>
  place.evaluate((element) =>
    [...element.querySelectorAll("th, td")].every((cell) => {
      const text = cell.firstChild as Text;
      return [...text.data.matchAll(/\S+/g)].every(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length === 1;
      });
    }),
  );

test("tables scroll on a phone and keep their words whole, and the chat's name has room", async ({
  signedIn: page,
  someone,
}) => {
  const name = "Quarterly plans for the north";
  const chat = (await someone.api.post("/chats", { name, virtual_assistant_id: null })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, {
    message_input:
      "|Plan|Customers|Responsibilities|Availability|\n|-|-|-|-|\n|Enterprise|International|Administration|Continuously|",
  });
  await page.setViewportSize(PHONE);
  await page.goto(`/chats/${chat.uuid}`);
  const table = log(page).getByRole("group", { name: "Table" });
  await expect(table.getByRole("cell", { name: "Enterprise" })).toBeVisible();
  expect(await hasWholeWords(table)).toBe(true);
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  const title = page.getByRole("heading", { name, level: 1 });
  expect(await title.evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true);
  await expect(page.getByRole("button", { name: "No assistant" })).toBeVisible();
  await expectAccessible(page);
});

test("notifications have a readable width, and don't cover the composer", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Writing" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  // The page is hydrated; files chosen earlier would be lost.
  await expect(message(page)).toBeFocused();
  for (const { width, height } of [{ width: 1440, height: 900 }, PHONE]) {
    await page.setViewportSize({ width, height });
    await message(page).fill("one\ntwo\nthree\nfour");
    await page.getByLabel("Files to attach").setInputFiles([
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("A note.") },
      {
        name: `${"a long name that says much ".repeat(6)}.exe`,
        mimeType: "application/x-msdownload",
        buffer: Buffer.from("MZ"),
      },
    ]);
    const toast = page.locator("[data-toast]");
    await expect(toast).toContainText(".exe");
    await expect(page.getByText("notes.txt")).toBeVisible();
    const composer = page.locator("form", { has: message(page) });
    const gap = async () => {
      const [over, below] = [await toast.boundingBox(), await composer.boundingBox()];
      expect(over!.width).toBeLessThanOrEqual(420);
      return below!.y - over!.y - over!.height;
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("button", { name: /Remove notes.txt/ }).click();
  }
});

test("screen readers announce a reply sentence by sentence, once and without Markdown", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Aloud" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  const heard = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target instanceof Element && target.matches("[role=status]"))
          for (const line of addedNodes) texts.push(line.textContent ?? "");
    }).observe(document.body, { subtree: true, childList: true });
    return texts;
  });
  await message(page).fill("[[fake markdown delay=30]] please");
  await message(page).press("Enter");
  await expect(said(page).filter({ hasText: "Reply finished." })).toHaveCount(1);
  const texts = await heard.jsonValue();
  expect([texts[0], texts.at(-1)]).toEqual(["Parley is replying.", "Reply finished."]);
  // Spoken while the reply streams, each sentence once.
  expect(texts.length).toBeGreaterThan(3);
  const reply = texts.slice(1, -1).join(" ");
  expect(reply).toContain("Findings Some bold, some italic and inline code, with a link. Table.");
  expect(reply.match(/Some bold/g)).toHaveLength(1);
  expect(reply).toContain("Code block.");
  expect(reply).not.toMatch(/[*|`#]|please|Sales/);
});
