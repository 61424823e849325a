import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { otherSite } from "@/test/other-site";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { box, createVisitor, holdSending, log, publicChat } from "@/test/visitor";

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const notice = (page: Page) => page.getByRole("alert");
const getConversation = async (api: import("@/test/client").Client, chat: { id: number }) =>
  (await api.get(`/chats?parent_chat_id=${chat.id}`)).body[0].id as number;

test("by keyboard alone a reply is asked for, stopped and asked for again, until a person takes over", async ({
  page,
  product,
  someone: { api },
}) => {
  const chat = await publicChat({ api }, {}, "A long story [[fake stall=20]]");
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await expect(box(page)).toBeFocused();
  await expect(page.getByText("Hello, how can I help?")).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "A long story" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box(page)).toBeFocused();
  await expect(page.getByRole("group", { name: "Suggested questions" })).toBeHidden();
  await expect(page.getByRole("status")).toContainText("Assistant is replying.");
  await expect(log(page).getByText(/^w0 w1.* w19/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Stop the reply" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(log(page).getByText("Stopped")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop the reply" })).toHaveCount(0);
  await expect(log(page).locator("article")).toHaveCount(2);

  await page.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Stop the reply" })).toBeEnabled();
  await expect(
    log(page)
      .locator("article")
      .last()
      .getByText(/^w0 w1.* w19/),
  ).toBeVisible();
  const conversation = await getConversation(api, chat);
  await api.post(`/chats/${conversation}/take-over`);
  await expect(notice(page)).toHaveText("A team member is answering you now.");
  await expect(page.getByRole("button", { name: "Stop the reply" })).toHaveCount(0);
  await expect(log(page).getByText("Stopped")).toBeVisible();
  // The live event arrives before the sending is answered, for others and for the visitor.
  const answer = await holdSending(page);
  await box(page).fill("Who is there?");
  await box(page).press("Enter");
  await expect(log(page).locator("article[data-id]").getByText("Who is there?")).toBeVisible();
  await expect(log(page).getByText("Who is there?")).toHaveCount(1);
  answer();
  await api.multipart(`/chats/${conversation}/messages`, { message_input: "A **person**" });
  await expect(log(page).locator("article.team")).toHaveText("TeamA person");
  await expect(page.getByRole("status")).toContainText("Team: A person");
  await expect(notice(page)).toHaveText("A team member is answering you now.");
  await expectAccessible(page);
  await expectToFitPhone(page, 320);
  await api.post(`/chats/${conversation}/hand-back`);
  await expect(notice(page)).toBeHidden();
  await box(page).fill("Are you a machine?");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said: Are you a machine?")).toBeVisible();
  // Screen readers announce that a reply starts, each sentence once, and that it has ended.
  await expect(page.getByRole("status")).toContainText(/machine\?.*Reply finished\.$/);
  const heard = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const line of addedNodes) texts.push(line.textContent ?? "");
    }).observe(document.getElementById("status")!, { childList: true });
    return texts;
  });
  await box(page).fill("[[fake markdown delay=30]]");
  await box(page).press("Enter");
  await expect.poll(async () => (await heard.jsonValue()).at(-1)).toBe("Reply finished.");
  const texts = await heard.jsonValue();
  expect(texts[0]).toBe("Assistant is replying.");
  const reply = texts.slice(1, -1).join(" ");
  expect(reply).toContain("Findings Some bold, some italic and inline code, with a link. Table. First");
  expect(reply).toContain("Code block.");
  expect(reply.match(/Some bold/g)).toHaveLength(1);
  expect(reply).not.toMatch(/[*|`#]|Sales/);
});

test("files are sent and opened where the chat takes them, and the conversation is downloaded", async ({
  page,
  product,
  someone,
  browserConsole,
}) => {
  const closed = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${closed.uuid}`);
  await expect(box(page)).toBeFocused();
  await expect(page.getByRole("button", { name: "Attach files" })).toHaveCount(0);

  const chat = await publicChat(someone, { PUBLIC_CHAT_UPLOAD_FILES: true });
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await expect(box(page)).toBeFocused();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).press("Enter");
  await (await chooser).setFiles([
    { name: "map.png", mimeType: "image/png", buffer: PICTURE },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("the budget is 40") },
    { name: "wrong.txt", mimeType: "text/plain", buffer: Buffer.from("not this one") },
  ]);
  await page.getByRole("button", { name: "Remove wrong.txt" }).press("Enter");
  await expectAccessible(page);
  await box(page).fill("My files");
  await box(page).press("Enter");
  const map = log(page).getByRole("button", { name: "Open map.png" });
  await expect(map.locator("img")).toHaveJSProperty("naturalWidth", 1);
  await expect(log(page).getByText("the budget is 40")).toHaveCount(1);
  await expect(log(page).getByRole("button", { name: "Copy" })).toBeVisible();
  await expect(page.getByText("wrong.txt")).toHaveCount(0);

  await map.press("Enter");
  const large = page.getByRole("dialog", { name: "map.png" });
  await expect(large.getByRole("img", { name: "map.png" })).toHaveJSProperty("naturalWidth", 1);
  await expect(large.getByRole("button", { name: "Close" })).toBeFocused();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.keyboard.press("Escape");
  await expect(large).toHaveCount(0);
  await expect(map).toBeFocused();

  await page.reload();
  await expect(map.locator("img")).toHaveJSProperty("naturalWidth", 1);
  const downloads = async (name: string) => {
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name }).press("Enter");
    const download = await file;
    return [download.suggestedFilename(), readFileSync(await download.path(), "utf8")];
  };
  expect(await downloads("Download notes.txt")).toEqual(["notes.txt", "the budget is 40"]);
  await page.getByRole("button", { name: "More", exact: true }).press("Enter");
  const [name, text] = await downloads("Download conversation");
  expect(name).toBe("conversation.txt");
  expect(text).toMatch(/You \(.*\):\nMy files\n\[map\.png\]\n\[notes\.txt\]/);

  browserConsole.expects(/status of (415|500)/);
  await page.setInputFiles("#files", [
    { name: "photo.png", mimeType: "image/png", buffer: Buffer.from("no picture") },
  ]);
  await box(page).fill("Look at this");
  await box(page).press("Enter");
  await expect(notice(page)).toContainText("of a type that isn't supported here");
  await page.getByRole("button", { name: "Remove photo.png" }).press("Enter");
  await expect(box(page)).toHaveValue("Look at this");
  await box(page).press("Enter");
  await expect(log(page).getByRole("button", { name: "Copy" })).toHaveCount(2);
  await expect(notice(page)).toBeHidden();

  await page.route("**/documents/*/content", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("button", { name: "Download notes.txt" }).click();
  await expect(notice(page)).toHaveText("notes.txt couldn't be loaded. Please try again.");
  await expectAccessible(page);
});

test("without a connection nothing is lost; a failed reply and the end of the chat are said", async ({
  page,
  context,
  product,
  someone,
  browserConsole,
}) => {
  const chat = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await box(page).fill("First");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said: First")).toBeVisible();
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await expect(notice(page)).toContainText("You're offline");
  await box(page).fill("Second");
  await box(page).press("Enter");
  await expect(log(page).getByText("Not sent")).toBeVisible();
  await expectAccessible(page);
  const conversation = await getConversation(someone.api, chat);
  await someone.api.multipart(`/chats/${conversation}/messages`, { message_input: "Said meanwhile" });
  await context.setOffline(false);
  await expect(log(page).getByText("Said meanwhile")).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await expect(log(page).getByText("You said: Second")).toBeVisible();
  await expect(log(page).getByText("Not sent")).toHaveCount(0);
  await expect(log(page).getByText("Second", { exact: true })).toHaveCount(1);

  await box(page).fill("Third [[fake 401]]");
  await box(page).press("Enter");
  await expect(log(page).getByText("There was no reply. Please try again.")).toBeVisible();
  browserConsole.expects(/status of 404/);
  await someone.api.put(`/chats/${chat.id}/public?is_public=false`);
  await expect(notice(page)).toContainText("This conversation has ended.");
  await expect(box(page)).toBeDisabled();
  await expectAccessible(page);
  await expectToFitPhone(page, 320);
});

test("what was not sent is sent after a reload, once, and a second tab shows the same conversation", async ({
  page,
  context,
  product,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED/);
  const chat = await publicChat(someone);
  const address = `${product.url}/public/chats/${chat.uuid}`;
  await page.route(/\/events$/, (route) => route.abort());
  await page.goto(address);
  let arrives = true;
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    // The server processes the first request, and its response is lost.
    if (arrives) await route.fetch();
    arrives = false;
    await route.abort();
  });
  await box(page).fill("Are you there?");
  await box(page).press("Enter");
  await expect(log(page).getByText("Not sent")).toHaveCount(1);
  await box(page).fill("And now?");
  await box(page).press("Enter");
  await expect(log(page).getByText("Not sent")).toHaveCount(2);
  await page.unrouteAll();
  await page.reload();
  await expect(log(page).getByText("You said: And now?")).toBeVisible();
  await expect(log(page).getByText("And now?", { exact: true })).toHaveCount(1);
  await expect(log(page).getByText("Are you there?", { exact: true })).toHaveCount(1);
  await page.reload();
  await expect(log(page).getByText("And now?", { exact: true })).toHaveCount(1);

  const second = await context.newPage();
  await second.goto(address);
  await expect(log(second).getByText("You said: And now?")).toBeVisible();
  await box(second).fill("From the second tab");
  await box(second).press("Enter");
  await expect(log(page).getByText("You said: From the second tab")).toBeVisible();
});

test("what is typed survives a reload, and a message with a file that was not sent is sent by itself", async ({
  page,
  product,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED/);
  const chat = await publicChat(someone, { PUBLIC_CHAT_UPLOAD_FILES: true });
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await expect(box(page)).toBeFocused();
  const kept = () =>
    page.evaluate(async () => {
      if ((await indexedDB.databases()).length === 0) return 0;
      return new Promise<number>((resolve) => {
        const opened = indexedDB.open("parley-unsent");
        opened.onsuccess = () => {
          const keys = opened.result.transaction("files").objectStore("files").getAllKeys();
          keys.onsuccess = () => resolve(keys.result.length);
        };
      });
    });
  const stored = page.waitForResponse(/kept-files/);
  await page.setInputFiles("#files", [
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("the budget is 40") },
  ]);
  await stored;
  await page.route(/\/messages$/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await box(page).fill("My notes");
  await box(page).press("Enter");
  await expect(log(page).getByText("Not sent")).toBeVisible();
  await expect.poll(kept).toBe(1);
  await box(page).fill("And half a thought");
  await page.unrouteAll();
  await page.reload();
  await expect(log(page).getByRole("button", { name: "Download notes.txt" })).toBeVisible();
  const own = log(page)
    .getByRole("article")
    .filter({ has: page.getByText("You", { exact: true }) });
  await expect(own).toHaveCount(1);
  await expect(own).toContainText("My notes");
  await expect(box(page)).toHaveValue("And half a thought");
  await expect.poll(kept).toBe(0);
});

test("answers that a reply offers are buttons, also after a reload, and are sent by keyboard", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await box(page).fill("this:\n\nShall I?\n\n[[Yes]]\n[[No]]");
  await box(page).press("Enter");
  const offered = page.getByRole("group", { name: "Suggested answers" });
  await expect(offered.getByRole("button")).toHaveText(["Yes", "No"]);
  await expect(log(page).locator(".assistant .bubble")).toHaveText(/Shall I\?$/);
  await expect(page.getByRole("status")).toContainText("Suggested answers: Yes, No");
  await expectAccessible(page);
  await page.reload();
  await expect(offered.getByRole("button")).toHaveText(["Yes", "No"]);
  await expect(log(page).locator(".assistant .bubble")).toHaveText(/Shall I\?$/);
  await box(page).fill("not yet");
  await offered.getByRole("button", { name: "No" }).press("Enter");
  await expect(log(page).getByText("You said: No")).toBeVisible();
  await expect(offered).toBeHidden();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("not yet");
});

test("an earlier conversation is opened by keyboard to be read, and another tab follows", async ({
  page,
  context,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const address = `${product.url}/public/chats/${chat.uuid}`;
  await page.goto(address);
  const more = page.getByRole("button", { name: "More", exact: true });
  const menu = page.getByRole("dialog", { name: "More" });
  await expect(more).toBeEnabled();
  await more.press("Enter");
  await expect(menu.getByRole("button")).toHaveText(["Turn on sound", "Close"]);
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await box(page).fill("First question");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said: First question")).toBeVisible();
  const second = await context.newPage();
  await second.goto(address);
  await expect(log(second).getByText("You said: First question")).toBeVisible();
  await page.getByRole("button", { name: "New conversation" }).press("Enter");
  await notice(page).getByRole("button", { name: "New conversation" }).press("Enter");
  await expect(log(second).locator("article")).toHaveCount(0);
  await second.close();

  await more.press("Enter");
  await menu.getByRole("button", { name: "Earlier conversations" }).press("Enter");
  const list = page.getByRole("dialog", { name: "Earlier conversations" });
  await expectAccessible(page);
  await list.getByRole("button", { name: /^First question/ }).press("Enter");
  const earlier = page.getByRole("dialog", { name: "First question" });
  await expect(earlier.getByText("You said: First question")).toBeVisible();
  await expect(earlier.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page);
  await expectToFitPhone(page, 320);
  await earlier.getByRole("button", { name: "Back" }).press("Enter");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(more).toBeFocused();
});

test("an answer in a hidden tab is in its title, and sounds once the visitor has turned that on", async ({
  page,
  product,
  someone: { api },
}) => {
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...given) {
      document.documentElement.dataset.tones = `${Number(document.documentElement.dataset.tones ?? 0) + 1}`;
      return start.apply(this, given);
    };
  });
  const chat = await publicChat({ api });
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await box(page).fill("First");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said: First")).toBeVisible();
  const setHidden = (isHidden: boolean) =>
    page.evaluate((is) => {
      Object.defineProperty(document, "hidden", { value: is, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  const path = `/chats/${await getConversation(api, chat)}/messages`;
  await setHidden(true);
  await api.multipart(path, { message_input: "One" });
  await expect(page).toHaveTitle("(1) Help desk");
  const tones = page.locator("html");
  await expect(tones).not.toHaveAttribute("data-tones");
  await setHidden(false);
  await expect(page).toHaveTitle("Help desk");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Turn on sound" }).click();
  await expect(tones).toHaveAttribute("data-tones", "2");
  await page.getByRole("button", { name: "Close" }).click();
  await setHidden(true);
  await api.multipart(path, { message_input: "Two" });
  await expect(tones).toHaveAttribute("data-tones", "4");
});

test("a browser whose storage throws keeps the conversation while the page is open", async ({
  page,
  product,
  someone,
}) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Denied", "SecurityError");
        },
      });
  });
  const chat = await publicChat(someone, { PUBLIC_CHAT_UPLOAD_FILES: true });
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await expect(box(page)).toBeEnabled();
  await page.setInputFiles("#files", [
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("the budget is 40") },
  ]);
  await box(page).fill("My notes");
  await box(page).press("Enter");
  await expect(log(page).getByRole("button", { name: "Download notes.txt" })).toBeVisible();
  await expect(log(page).getByRole("button", { name: "Copy" })).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Turn on sound" }).click();
  await expect(page.getByRole("button", { name: "Turn off sound" })).toBeVisible();
});

test("a message that the page was told of is sent, also when the answer to its sending is lost", async ({
  page,
  product,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED/);
  const chat = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await box(page).fill("First");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said: First")).toBeVisible();
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await log(page).getByText("You said: Are you there?").waitFor();
    await route.abort();
  });
  await box(page).fill("Are you there?");
  await box(page).press("Enter");
  const unsent = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith(":unsent")).length);
  await expect.poll(unsent).toBe(1);
  await expect.poll(unsent).toBe(0);
  await expect(log(page).getByText("Are you there?", { exact: true })).toHaveCount(1);
  await expect(log(page).getByText("Not sent")).toHaveCount(0);
  await expect(notice(page)).toBeHidden();
});

test("a file of a type that is not taken is refused by its name when it is chosen", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone, { PUBLIC_CHAT_UPLOAD_FILES: true });
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await expect(box(page)).toBeFocused();
  await page.setInputFiles("#files", [
    { name: "tool.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") },
    { name: "Notes.TXT", mimeType: "text/plain", buffer: Buffer.from("the budget is 40") },
  ]);
  await expect(notice(page)).toHaveText("This file type isn't supported: tool.exe");
  await expect(page.getByRole("button", { name: "Remove Notes.TXT" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove tool.exe" })).toHaveCount(0);
});

test("a long conversation is paged back by keyboard, and stays where it is read", async ({
  page,
  product,
  someone: { api },
}) => {
  const chat = await publicChat({ api });
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await box(page).fill("Where it began");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said: Where it began")).toBeVisible();
  const path = `/chats/${await getConversation(api, chat)}/messages`;
  for (let each = 1; each <= 110; each++)
    await api.multipart(path, { message_input: `Message ${each} of the team` });
  await page.reload();
  await expect(box(page)).toBeFocused();
  await expect(log(page).getByText("Message 110 of the team")).toBeInViewport();
  await expect(log(page).getByText("Message 10 of the team")).toHaveCount(0);
  const earlier = page.getByRole("button", { name: "Show earlier messages" });
  const first = log(page).getByText("Message 11 of the team");
  await earlier.focus();
  const before = (await first.boundingBox())!.y;
  await page.keyboard.press("Enter");
  await expect(log(page).getByText("Where it began", { exact: true })).toHaveCount(1);
  await expect(page.getByRole("status")).toContainText("Earlier messages are shown.");
  await expect(earlier).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  expect(Math.abs((await first.boundingBox())!.y - before)).toBeLessThan(2);
  await expect(log(page).locator("article")).toHaveCount(112);

  await api.multipart(path, { message_input: "The newest" });
  await page.getByRole("button", { name: "New messages" }).press("Enter");
  await expect(log(page).getByText("The newest")).toBeInViewport();
  await expect(page.getByRole("button", { name: "New messages" })).toBeHidden();
  await expect(log(page).locator("article")).toHaveCount(113);
  for (const size of [
    { width: 390, height: 350 },
    { width: 1440, height: 900 },
    { width: 390, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect(log(page).getByText("The newest")).toBeInViewport();
  }
  await expectAccessible(page);
});

test("a chat that only some sites may embed has a preview in the workspace", async ({
  signedIn: page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone, { PUBLIC_CHAT_ALLOWED_ORIGINS: ["https://shop.example"] });
  await page.goto(`${product.url}/chats/${chat.uuid}/publish`);
  const preview = page.frameLocator("iframe[title='Preview of the public chat']");
  await expect(preview.getByText("Hello, how can I help?")).toBeVisible();
});

test("a session that a stranger put into the link gets nothing of what the visitor writes", async ({
  page,
  context,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const address = `${product.url}/public/chats/${chat.uuid}`;
  const stranger = await createVisitor(product.url, chat, "the marker of a stranger");
  await page.goto(`${address}?sid=${stranger.sid}`);
  await box(page).fill("My secret");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said: My secret")).toBeVisible();
  expect(page.url()).toBe(address);
  for (const path of ["messages", "events", "conversations"])
    expect((await stranger.api.get(`${stranger.base}/${path}`, stranger.headers)).status).toBe(404);
  expect((await stranger.say("Tell me more")).status).toBe(404);

  await page.reload();
  await expect(log(page).getByText("You said: My secret")).toBeVisible();
  await page.goto("about:blank");
  await page.goBack();
  await expect(log(page).getByText("You said: My secret")).toBeVisible();
  const second = await context.newPage();
  await second.goto(address);
  await expect(log(second).getByText("You said: My secret")).toBeVisible();
});

for (const { fragment, more, asks } of [
  { fragment: "", more: "", asks: true },
  { fragment: "#own", more: "", asks: true },
  { fragment: "#visit=0123456789abcdef", more: "&session=own", asks: false },
])
  test(`a page that frames the chat with a session and "${fragment}" gets nothing of what the visitor writes`, async ({
    page,
    product,
    someone,
  }) => {
    const chat = await publicChat(someone);
    const address = `${product.url}/public/chats/${chat.uuid}`;
    const marker = "0123456789abcdef";
    const [empty, prepared] = [
      await createVisitor(product.url, chat, marker),
      await createVisitor(product.url, chat, marker),
    ];
    await prepared.ask("Prepared");
    // Forges the messages of a launcher.
    const forged = `addEventListener("message", ({ source, data }) => {
      if (data.type === "ready") for (const type of ["shown", "identify", "accept"])
        source.postMessage({ source: "parley-launcher", type, marker: "${marker}", person: { id: "1", name: "Eve" },
          kept: { "parley:${chat.uuid}": "${prepared.sid}", "parley:${chat.uuid}:marker": "${marker}" } }, "*");
    })`;
    using site = await otherSite((path) => ({
      html: `<!doctype html><title>Bank</title><script>${forged}</script><iframe width="400" height="600"
        src="${address}?sid=${path.slice(1)}${more}${fragment}"></iframe>`,
    }));
    const frame = page.frameLocator("iframe");
    const field = frame.getByRole("textbox", { name: "Write a message" });
    const messages = frame.getByRole("log", { name: "Messages" });
    await page.goto(`${site.url}/${empty.sid}`);
    await field.fill("My secret");
    await field.press("Enter");
    await expect(messages.getByText("You said: My secret", { exact: true })).toBeVisible();
    expect(JSON.stringify((await empty.read()) ?? "")).not.toContain("My secret");

    await page.goto(`${site.url}/${prepared.sid}`);
    if (asks) {
      await expect(frame.getByText("started on another device")).toBeVisible();
      await expect(field).toBeDisabled();
      await frame.getByRole("button", { name: "New conversation" }).last().click();
    }
    await expect(frame.getByText("Prepared")).toHaveCount(0);
    await field.fill("Another secret");
    await field.press("Enter");
    await expect(messages.getByText("You said: Another secret", { exact: true })).toBeVisible();
    expect(JSON.stringify(await prepared.read())).not.toContain("secret");
  });

test("after continuing a conversation from elsewhere a new one has a session of its own", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const phone = await createVisitor(product.url, chat, "the marker of a phone");
  await phone.ask("From my phone");
  await page.goto(`${product.url}/public/chats/${chat.uuid}?sid=${phone.sid}`);
  // The question returns until it is answered.
  await expect(page.getByText("started on another device")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).click();
  await box(page).fill("Go on");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said: Go on")).toBeVisible();
  await page.getByRole("button", { name: "New conversation" }).click();
  await page.getByRole("alert").getByRole("button", { name: "New conversation" }).click();
  await expect(log(page).locator("article")).toHaveCount(0);
  await box(page).fill("Only here");
  await box(page).press("Enter");
  await expect(log(page).getByText("You said: Only here")).toBeVisible();
  expect(JSON.stringify(await phone.read())).not.toContain("Only here");
});
