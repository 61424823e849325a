import type { Browser, Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expectSource } from "@/test/editor";
import { expect, expectAccessible, test } from "@/test/page-checks";
import { type person, signIn } from "@/test/test";

const canvas = (page: Page) => page.getByRole("region", { name: "Canvas", exact: true });
const text = (page: Page) => page.getByLabel("Canvas text");
const showSource = (page: Page) => canvas(page).getByRole("tab", { name: "Markdown" }).click();
const isSaved = (page: Page) => expect(canvas(page).getByRole("status")).toHaveText("Saved");

type Fixture = {
  page: Page;
  ada: Awaited<ReturnType<typeof person>>;
  product: { url: string };
  browser: Browser;
};

// Ada and Ben, who may both write, in separate browsers with the same canvas open.
async function openTogether({ page, ada, product, browser }: Fixture, written: string) {
  const ben = await joined(product.url, ada, "Ben Example");
  const chat = (await ada.api.post("/chats", { name: "Draft", canvas: written, page_type: "canvas" })).body;
  await ada.api.post(`/chats/${chat.id}/members`, { user_ids: [ben.user.id], role: "admin" });
  const theirs = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(theirs, product.url, ben.email);
  await theirs.request.post("/switch-group/submit", { form: { group_id: ada.group.id } });
  await Promise.all([page.goto(`/chats/${chat.uuid}`), theirs.goto(`/chats/${chat.uuid}`)]);
  for (const each of [page, theirs]) await expect(text(each)).toBeVisible();
  const stored = async (): Promise<string> => (await ada.api.get(`/chats/${chat.id}`)).body.canvas;
  return { ben, chat, theirs, stored };
}

async function typeAfter(page: Page, passage: string, typed: string): Promise<void> {
  await text(page).getByText(passage).click();
  await page.keyboard.press("End");
  await page.keyboard.type(typed, { delay: 90 });
}

test("two people write at once in the rich text editor, and no word is lost", async ({
  signedIn: page,
  someone: ada,
  product,
  browser,
  browserConsole,
}) => {
  // Browsers log the 409 of a change that is merged.
  browserConsole.expects(/409/);
  const { theirs, stored } = await openTogether(
    { page, ada, product, browser },
    "# Plan\n\nMonday:\n\nTuesday:\n",
  );
  await Promise.all([
    typeAfter(page, "Monday", " meet at ten in May."),
    typeAfter(theirs, "Tuesday", " we all travel to the fair."),
  ]);
  const together = "# Plan\n\nMonday: meet at ten in May.\n\n" + "Tuesday: we all travel to the fair.\n";
  await expect.poll(stored).toBe(together);
  // In the same line: one at its end, the other at its beginning.
  await Promise.all([
    typeAfter(page, "Monday", " Then eat."),
    (async () => {
      await text(theirs).getByText("Monday").click();
      await theirs.keyboard.press("Home");
      await theirs.keyboard.type("First ", { delay: 90 });
    })(),
  ]);
  await expect
    .poll(stored)
    .toBe(together.replace("Monday:", "First Monday:").replace("May.", "May. Then eat."));
  for (const each of [page, theirs]) {
    await expect(text(each)).toContainText("First Monday: meet at ten");
    await expect(text(each)).toContainText("May. Then eat.");
    await isSaved(each);
  }
  // Undo takes back one's own words only.
  await theirs.keyboard.press("Control+z");
  await expect.poll(stored).toContain("in May. Then eat.");
  await expect.poll(stored).not.toContain("First Monday");
});

test("the cursor stays where one types, and what was written without a connection is merged", async ({
  signedIn: page,
  someone: ada,
  product,
  browser,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|409/);
  const { theirs, stored } = await openTogether(
    { page, ada, product, browser },
    "Top line.\n\nMiddle line.\n\nBottom line.",
  );
  for (const each of [page, theirs]) await showSource(each);
  await theirs.route("**/canvas", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.fallback(),
  );
  await typeAfter(theirs, "Middle line.", " Typed without");
  await expect(canvas(theirs).getByRole("alert")).toContainText("Not saved");
  await typeAfter(page, "Top line.", " Meanwhile here.");
  await typeAfter(page, "Bottom line.", " And there.");
  await isSaved(page);
  await expect(text(theirs)).toContainText("Top line. Meanwhile here.");
  await expect(text(theirs)).toContainText("Bottom line. And there.");
  await theirs.unroute("**/canvas");
  await theirs.keyboard.type(" a connection.");
  const merged =
    "Top line. Meanwhile here.\n\nMiddle line. Typed without a connection.\n\nBottom line. And there.";
  await expect.poll(stored).toBe(merged);
  await expectSource(text(page), merged);
  await expectSource(text(theirs), merged);
});

test("different words for the same passage are a question", async ({
  signedIn: page,
  someone: ada,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|409/);
  const chat = (
    await ada.api.post("/chats", { name: "Draft", canvas: "Price: ten\n\nNote", page_type: "canvas" })
  ).body;
  const stored = async () => (await ada.api.get(`/chats/${chat.id}`)).body.canvas;
  await page.goto(`/chats/${chat.uuid}`);
  await showSource(page);
  await page.route("**/canvas", (route) => route.abort(), { times: 1 });
  await text(page).fill("Price: twelve\n\nNote");
  await expect(canvas(page).getByRole("alert")).toContainText("Not saved");
  await ada.api.put(`/chats/${chat.id}/canvas`, { canvas: "Price: eleven\n\nNote" });
  const conflict = page.getByRole("region", { name: "Someone changed the canvas while you were writing." });
  await expect(conflict).toBeVisible();
  await ada.api.put(`/chats/${chat.id}/canvas`, { canvas: "Price: eleven\n\nNote 2" });
  await expect(conflict.getByRole("region", { name: "Their version" })).toContainText("Note 2");
  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(stored).toBe("Price: twelve\n\nNote");
});

// The text before someone's cursor in its line or paragraph.
const textBefore = (page: Page) =>
  page.locator(".canvas-cursor").evaluate((caret) => {
    // The editor may have replaced it meanwhile.
    if (!caret.parentElement) return undefined;
    const range = document.createRange();
    range.setStart(caret.parentElement, 0);
    range.setEndBefore(caret);
    return range.toString();
  });

test("each person sees the other's cursor and name, in both editors, while both write", async ({
  signedIn: page,
  someone: ada,
  product,
  browser,
  browserConsole,
}) => {
  browserConsole.expects(/409/);
  const { theirs, stored } = await openTogether(
    { page, ada, product, browser },
    "# Plan\n\n**Monday**: meet.\n\nTuesday: travel.\n",
  );
  await text(theirs).getByText("Tuesday").click();
  await theirs.keyboard.press("End");
  await expect(page.locator(".canvas-cursor")).toHaveAttribute("data-name", "Ben Example");
  await expect.poll(() => textBefore(page)).toBe("Tuesday: travel.");
  await expect(canvas(page)).toContainText("Also here: Ben Example");
  await expectAccessible(page);

  // In the source, with text before it that only one of them has.
  await showSource(page);
  await text(page).getByText("# Plan").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" for all of us");
  await expect(theirs.locator(".canvas-cursor")).toHaveAttribute("data-name", "Ada Example");
  await expect.poll(() => textBefore(theirs)).toBe("Plan for all of us");
  await text(theirs).getByText("Monday").click();
  await theirs.keyboard.press("Home");
  await theirs.keyboard.type("On ");
  await expect.poll(() => textBefore(page)).toMatch(/^(\*\*)?On (\*\*)?$/);
  await expect.poll(stored).toContain("# Plan for all of us");
  await expect.poll(stored).toContain("On ");
  await isSaved(page);
});
