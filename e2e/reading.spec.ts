import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/page-checks";

const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const PHONE = { width: 390, height: 844 };

/** Whether a place holds each word in one line. */
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

test("on a phone tables scroll and keep their words whole, and the chat's name has room", async ({
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
  const table = log(page).getByRole("region", { name: "Table" });
  await expect(table.getByRole("cell", { name: "Enterprise" })).toBeVisible();
  expect(await hasWholeWords(table)).toBe(true);
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  const title = page.getByRole("heading", { name, level: 1 });
  expect(await title.evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true);
  await expect(page.getByRole("button", { name: "Assistant: None" })).toBeVisible();
  await expectAccessible(page);
});
