import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { type Client, joined } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { person, signIn } from "@/test/test";

const composer = (page: Page) => page.getByLabel("Message", { exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const articles = (page: Page) => log(page).getByRole("article");
const saying = (page: Page, text: string) => articles(page).filter({ hasText: text });
const choose = async (page: Page, article: Locator, item: string) => {
  await article.hover();
  await article.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
// Scrolls a thread by less than a message in every frame, and returns the numbers of the lines that were at its top.
const scrollSteadilyTo = (page: Page, last: number) =>
  log(page).evaluate(
    (thread, last) =>
      new Promise<number[]>((resolve) => {
        const lines: number[] = [];
        const step = () => {
          const { top } = thread.getBoundingClientRect();
          const first = [...thread.querySelectorAll("article")].find(
            (article) => article.getBoundingClientRect().bottom > top,
          );
          const line = Number(first?.textContent?.match(/line (\d+)\./)?.[1]);
          if (line !== lines.at(-1)) lines.push(line);
          if (line === last || lines.length > last) return resolve(lines);
          thread.scrollTop += 30;
          requestAnimationFrame(step);
        };
        step();
      }),
    last,
  );

const createChat = async (owner: { api: Client }, other: { user: { id: number } }, name: string) =>
  (await owner.api.post("/chats", { name, virtual_assistant_id: null, member_user_ids: [other.user.id] }))
    .body;

test("people reply to one another, react, and can jump to the original message", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  const max = await joined(product.url, ada, "Max Member");
  const chat = await createChat(ada, max, "Plans");
  const say = (api: typeof ada.api, message_input: string) =>
    api.multipart(`/chats/${chat.id}/messages`, { message_input });
  await say(max.api, "Shall we meet on Tuesday?");
  for (let n = 0; n < 30; n++) await say(ada.api, `note ${n}`);
  await page.goto(`/chats/${chat.uuid}`);
  const asked = articles(page).filter({ hasText: "Shall we meet" }).first();
  await page.getByRole("button", { name: "Earlier messages" }).scrollIntoViewIfNeeded();
  await asked.scrollIntoViewIfNeeded();
  await expect(page.getByRole("article", { name: "Message from Max Member" })).toBeVisible();

  await asked.hover();
  await asked.getByRole("button", { name: "React" }).click();
  await page.getByRole("menuitem", { name: "Thumbs up" }).click();
  await expect(asked.getByRole("button", { name: "👍 1: Ada Example" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  await asked.getByRole("button", { name: "Reply to this message" }).click();
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole("region", { name: "Replying to" })).toContainText("Shall we meet on Tuesday?");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await composer(page).fill("Yes, at ten");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const answer = saying(page, "Yes, at ten");
  const quote = answer.getByRole("link", { name: "In reply to Max Member: Shall we meet on Tuesday?" });
  await expect(quote).toBeVisible();
  await expect(page.getByRole("region", { name: "Replying to" })).toHaveCount(0);
  await quote.click();
  await expect(asked).toBeInViewport();

  await max.api.put(`/chats/${chat.id}/messages/${await firstId()}/reactions/${encodeURIComponent("👍")}`);
  await expect(asked.getByRole("button", { name: "👍 2: Ada Example, Max Member" })).toBeVisible();
  await asked.getByRole("button", { name: /^👍 2/ }).click();
  await expect(asked.getByRole("button", { name: "👍 1: Max Member" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await expectAccessible(page);

  async function firstId(): Promise<number> {
    return (await ada.api.get(`/chats/${chat.id}/messages?size=100`)).body[0].id;
  }
});

test("a link opens a message far back, or reports that it is gone", async ({ signedIn: page, someone }) => {
  const chat = (await someone.api.post("/chats", { name: "Long", virtual_assistant_id: null })).body;
  const ids: number[] = [];
  for (let n = 0; n < 160; n++) {
    const sent = await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: `line ${n}.` });
    ids.push(sent.body.user_message_id);
  }
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/chats/${chat.uuid}`);
  await choose(page, saying(page, "line 159."), "Copy link");
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname + new URL(link).search).toBe(`/chats/${chat.uuid}?message=${ids[159]}`);

  await page.goto(link.replace(/message=\d+#.*/, `message=${ids[7]}#m-${ids[7]}`));
  await expect(saying(page, "line 7.")).toBeInViewport();
  await expect(page.locator(`#m-${ids[7]}`)).toBeFocused();
  await expect(page.locator(`#m-${ids[7]}`)).not.toHaveAttribute("data-marked");
  await expect(saying(page, "line 7.")).toBeInViewport();

  // Messages that were skipped by the jump are rendered while scrolling on, and the ones in view stay in place.
  const lines = await scrollSteadilyTo(page, 80);
  expect(lines).toEqual(Array.from({ length: 81 - lines[0]! }, (_, n) => lines[0]! + n));

  await someone.api.del(`/chats/${chat.id}/messages/${ids[3]}`);
  await page.goto(`/chats/${chat.uuid}?message=${ids[3]}`);
  await expect(page.getByText("This message no longer exists.")).toBeVisible();
});

test("a deleted message disappears immediately and returns with Undo, or is deleted even if the page is left", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Undo", virtual_assistant_id: null })).body;
  for (const message_input of ["one", "two", "three"])
    await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  const stored = async () =>
    (await someone.api.get(`/chats/${chat.id}/messages`)).body.map(
      ({ message }: { message: string }) => message,
    );
  await page.goto(`/chats/${chat.uuid}`);
  await choose(page, saying(page, "two"), "Delete message");
  await expect(saying(page, "two")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(saying(page, "two")).toBeVisible();
  expect(await stored()).toEqual(["one", "two", "three"]);

  await choose(page, saying(page, "one"), "Delete message");
  await expect(saying(page, "one")).toHaveCount(0);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(stored).toEqual(["two", "three"]);

  await choose(page, saying(page, "three"), "Delete message");
  await expect(saying(page, "three")).toHaveCount(0);
  await page.goto("/settings");
  await expect.poll(stored).toEqual(["two"]);
});

test("earlier versions of a regenerated reply can be browsed", async ({ signedIn: page, someone, model }) => {
  const chat = (await someone.api.post("/chats", { name: "Again" })).body;
  const sent = await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  model.setMode("tokens=3");
  try {
    await someone.api.post(`/chats/messages/${sent.body.user_message_id}/retry`);
  } finally {
    model.setMode("echo");
  }
  await page.goto(`/chats/${chat.uuid}`);
  const reply = page.getByRole("article", { name: /^Message from/ });
  await expect(reply).toContainText("w0 w1 w2");
  const answers = reply.getByRole("group", { name: "Answers" });
  await expect(answers).toContainText("2 / 2");
  // The page is hydrated; earlier clicks would be lost.
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeFocused();
  await answers.getByRole("button", { name: "Earlier answer" }).click();
  await expect(reply).toContainText("You said: hello");
  await expect(reply).not.toContainText("w0 w1");
  await expect(answers).toContainText("1 / 2");
  await expectAccessible(page);
  await answers.getByRole("button", { name: "Later answer" }).click();
  await expect(reply).toContainText("w0 w1 w2");
});

test("new messages start below a line, and a button jumps to it", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  const max = await joined(product.url, ada, "Max Member");
  const chat = await createChat(ada, max, "Busy");
  const own = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "I go to lunch" });
  await ada.api.post(`/chats/${chat.id}/read`, { message_id: own.body.user_message_id });
  for (let n = 0; n < 40; n++)
    await max.api.multipart(`/chats/${chat.id}/messages`, { message_input: `news ${n}.` });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(saying(page, "news 39.")).toBeInViewport();
  await page.getByRole("button", { name: "40 new messages" }).click();
  await expect(page.getByText("New messages", { exact: true })).toBeInViewport();
  await expect(saying(page, "news 0.")).toBeInViewport();
  await expect(page.getByRole("button", { name: "40 new messages" })).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(saying(page, "news 39.")).toBeInViewport();
  await expect(page.getByText("New messages", { exact: true })).toHaveCount(0);
});

test("a chat is printed as a document by its readers", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/status of 404/);
  const chat = (await someone.api.post("/chats", { name: "Minutes", goal: "Decide" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "[[fake markdown]] please" });
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("main").getByRole("button", { name: "Chat actions" }).click();
  const opening = page.context().waitForEvent("page");
  await page.getByRole("menuitem", { name: "Print or save as PDF" }).click();
  const paper = await opening;
  await expect(paper.getByRole("heading", { level: 1, name: "Minutes" })).toBeVisible();
  const messages = paper.getByRole("article");
  await expect(messages).toHaveCount(2);
  await expect(messages.first()).toHaveAccessibleName("Message from Ada Example");
  await expect(messages.last().getByRole("heading", { name: "Findings" })).toBeVisible();
  await expect(messages.last().getByRole("table")).toContainText("May");
  await expectAccessible(paper);
  await expectToFitPhone(paper);
  await paper.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(paper.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  await expect(paper.locator("html")).toHaveCSS("color-scheme", "light");

  const stranger = await person(product.url, "Eve");
  await signIn(page, product.url, stranger.email);
  await page.goto(`/print/chats/${chat.uuid}`);
  await expect(page.getByText("Findings")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Minutes");
});

test("lists and tables start on the side of their text, and chemical formulas and line breaks are rendered", async ({
  signedIn: page,
  someone,
}) => {
  const text = [
    "مرحبا بالجميع\n\n- واحد\n- اثنان\n\n| الاسم | العدد |\n|---|---|\n| تفاح<br>أحمر | 5 |",
    "- one\n\nWater is \\ce{H2O}. [Call](tel:+493012345) us.[^1]\n\n[^1]: First.\n\n    Second.",
  ].join("\n\n");
  const chat = (await someone.api.post("/chats", { name: "Sides", virtual_assistant_id: null })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: text });
  for (const path of [`/chats/${chat.uuid}`, `/print/chats/${chat.uuid}`]) {
    await page.goto(path);
    await expect(page.getByText("واحد", { exact: true })).toHaveCSS("direction", "rtl");
    await expect(page.getByText("one", { exact: true })).toHaveCSS("direction", "ltr");
    const left = async (name: string) => (await page.getByRole("cell", { name }).boundingBox())!.x;
    expect(await left("تفاح")).toBeGreaterThan(await left("5"));
    await expect(page.getByRole("cell", { name: "تفاح" }).locator("br")).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Call", exact: true })).toHaveAttribute(
      "href",
      "tel:+493012345",
    );
    await expect(page.getByText("Second.", { exact: true })).toBeVisible();
    await expect(page.locator("math")).toHaveCount(1);
  }
});

test("a chat is downloaded as Markdown, HTML and JSON", async ({ signedIn: page, someone }) => {
  const chat = (await someone.api.post("/chats", { name: "Minutes" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "We agreed." });
  await page.goto(`/chats/${chat.uuid}`);
  const download = async (item: string) => {
    await page.getByRole("button", { name: "Chat actions" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: item }).click(),
    ]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  };
  const markdown = await download("Export as Markdown");
  expect(markdown.name).toMatch(/^Minutes .+\.md$/);
  expect(markdown.text).toContain("We agreed.");
  const html = await download("Export as HTML");
  expect(html.name).toMatch(/^Minutes .+\.html$/);
  const json = await download("Export as JSON");
  expect(json.name).toMatch(/^Minutes .+\.json$/);
  expect(JSON.parse(json.text).messages).toHaveLength(2);
});
