import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const saying = (page: Page, text: string) => log(page).getByRole("article").filter({ hasText: text });
const box = async (place: Locator) => (await place.boundingBox())!;
/** Returns the vertical distance between two elements. */
const between = async (above: Locator, below: Locator) => {
  const [first, second] = [await box(above), await box(below)];
  return Math.round(second.y - first.y - first.height);
};
/** Returns whether an element is visible rather than merely attached. */
const isSeen = (place: Locator) =>
  place.evaluate((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
/** Returns the texts that the message's action buttons cover. */
const textsBelow = (button: Locator) =>
  button.evaluate((element) => {
    const bar = element.parentElement!;
    const own = bar.getBoundingClientRect();
    const covered: string[] = [];
    const texts = document.createTreeWalker(bar.closest("[role=log]")!, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement!;
      const isHidden =
        parent.getBoundingClientRect().width <= 1 || !parent.checkVisibility({ opacityProperty: true });
      if (bar.contains(text) || isHidden) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects())
        if (line.left < own.right && line.right > own.left && line.top < own.bottom && line.bottom > own.top)
          covered.push(text.textContent!);
    }
    return covered;
  });
const say = (api: { multipart: (path: string, fields: Record<string, string>) => Promise<unknown> }) => ({
  in: (chat: { id: number }, message_input: string) =>
    api.multipart(`/chats/${chat.id}/messages`, { message_input }),
});

test("the page uses its own font, which shifts nothing when it loads", async ({
  signedIn: page,
  someone,
  product,
}) => {
  // The chat has no assistant, because the line above a new reply appears only after loading.
  const chat = (await someone.api.post("/chats", { name: "Plans for the north", virtual_assistant_id: null }))
    .body;
  await say(someone.api).in(chat, "Which of the two plans do we follow this year?");
  const sizes: Promise<number>[] = [];
  let come = () => {};
  const due = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route("**/*.woff2", async (route) => {
    expect(new URL(route.request().url()).origin).toBe(product.url);
    await due;
    await route.continue();
  });
  page.on("response", (response) => {
    if (response.request().resourceType() === "font")
      sizes.push(response.body().then(({ length }) => length));
  });
  await page.goto(`/chats/${chat.uuid}`, { waitUntil: "commit" });
  await expect(composer(page)).toBeFocused();
  const isSet = () =>
    page.evaluate(() => {
      const [family] = getComputedStyle(document.body).fontFamily.split(",");
      const loaded = [...document.fonts].filter(({ status }) => status === "loaded");
      return loaded.some((face) => face.family.replaceAll('"', "") === family!.replaceAll('"', ""));
    });
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("h1, article, article p, form, aside a")].map((element) => {
        const { top, height } = element.getBoundingClientRect();
        return [element.tagName, Math.round(top), Math.round(height)];
      }),
    );
  const before = await places();
  expect(await isSet()).toBe(false);
  come();
  await expect.poll(isSet).toBe(true);
  expect(before.length).toBeGreaterThan(5);
  expect(await places()).toEqual(before);
  // Only the Latin subset of the font is loaded.
  expect(sizes).toHaveLength(1);
  expect(await sizes[0]).toBeLessThanOrEqual(40 * 1024);
  await expect(composer(page)).toHaveCSS("font-size", "16px");
});

test("messages of one author are grouped under their name, and those of others are separate", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  const max = await joined(product.url, ada, "Max Member");
  const chat = (
    await ada.api.post("/chats", {
      name: "Plans",
      virtual_assistant_id: null,
      member_user_ids: [max.user.id],
    })
  ).body;
  await say(ada.api).in(chat, "Shall we meet?");
  await say(ada.api).in(chat, "On Tuesday?");
  await say(max.api).in(chat, "Gladly.");
  await say(max.api).in(chat, "At ten?");
  // Marks all messages as read, because a line would otherwise separate the new ones.
  const [{ id }] = (await ada.api.get(`/chats/${chat.id}/messages?size=1`)).body;
  await ada.api.post(`/chats/${chat.id}/read`, { message_id: id });
  // Authors are named in the server-rendered page.
  const html = await (await page.goto(`/chats/${chat.uuid}`))!.text();
  expect(html).toContain("Message from Max Member");
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize({ width, height });
    const [first, second, third, fourth] = ["Shall we meet?", "On Tuesday?", "Gladly.", "At ten?"].map(
      (text) => saying(page, text),
    ) as [Locator, Locator, Locator, Locator];
    expect(await between(first, second)).toBe(24);
    expect(await between(second, third)).toBe(32);
    expect(await between(third, fourth)).toBe(24);
    for (const each of [first, second, third, fourth]) {
      await each.hover();
      const copy = each.getByRole("button", { name: "Copy", exact: true });
      await expect.poll(() => isSeen(copy)).toBe(true);
      expect(await textsBelow(copy)).toEqual([]);
      expect((await box(copy)).height).toBeGreaterThanOrEqual(24);
      await copy.hover();
      expect(await isSeen(copy)).toBe(true);
    }
    await expect(fourth).toHaveAccessibleName("Message from Max Member");
    await expect(log(page).getByText(/Max Member$/)).toHaveCount(1);
    await expect(fourth.getByRole("time")).toHaveText(/^\d{1,2}:\d\d/);
    await expect(fourth.getByText("At ten?")).toHaveCSS("font-size", "16px");
    await expect(fourth.getByText("At ten?")).toHaveCSS("line-height", "26px");
  }
  // The thread ends above the composer, with room for its gradient.
  expect(
    await between(saying(page, "At ten?"), page.locator("form", { has: composer(page) })),
  ).toBeGreaterThan(24);
});

test("message actions appear on hover and focus without taking space", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Two questions" })).body;
  await say(someone.api).in(chat, "one");
  await say(someone.api).in(chat, "two");
  await page.goto(`/chats/${chat.uuid}`);
  await expect(composer(page)).toBeFocused();
  const copy = (text: string) => saying(page, text).getByRole("button", { name: "Copy", exact: true });
  const [early, late] = [copy("You said: one"), copy("You said: two")];
  expect([await isSeen(early), await isSeen(late)]).toEqual([false, true]);
  const places = () => Promise.all(["one", "two"].map((text) => box(saying(page, `You said: ${text}`))));
  const before = await places();
  await saying(page, "You said: one").hover();
  await expect.poll(() => isSeen(early)).toBe(true);
  expect(await places()).toEqual(before);
  expect(await textsBelow(early)).toEqual([]);
  await page.mouse.move(0, 0);
  await expect.poll(() => isSeen(early)).toBe(false);
  await late.focus();
  while (!(await early.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press("Shift+Tab");
  await expect.poll(() => isSeen(early)).toBe(true);
  expect(await places()).toEqual(before);
});

test("a notification doesn't cover the message that is being edited", async ({
  signedIn: page,
  someone: ada,
  product,
}) => {
  const max = await joined(product.url, ada, "Max Member");
  const chat = (await ada.api.post("/chats", { name: "Here", virtual_assistant_id: null })).body;
  const other = (
    await ada.api.post("/chats", {
      name: "There",
      virtual_assistant_id: null,
      member_user_ids: [max.user.id],
    })
  ).body;
  for (let n = 0; n < 24; n++) await say(ada.api).in(chat, `line ${n}.`);
  await page.goto(`/chats/${chat.uuid}`);
  const edited = saying(page, "line 12.");
  await edited.hover();
  await edited.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.fill("one\ntwo\nthree\nfour\nfive");
  // Scrolls the editor to where toasts appear.
  await editor.evaluate((element) => element.scrollIntoView({ block: "end" }));
  await say(max.api).in(other, "Are you there?");
  const toast = page.locator("[data-toast]").filter({ hasText: "Are you there?" });
  await expect(toast).toBeVisible();
  await expect(editor).toBeFocused();
  const [above, below] = [await box(toast), await box(editor)];
  expect(above.width).toBeLessThanOrEqual(420);
  const overlaps = above.y < below.y + below.height && above.y + above.height > below.y;
  expect(overlaps).toBe(false);
});

test("the button to new messages covers none of them", async ({ signedIn: page, someone: ada, product }) => {
  const max = await joined(product.url, ada, "Max Member");
  const chat = (
    await ada.api.post("/chats", {
      name: "Busy",
      virtual_assistant_id: null,
      member_user_ids: [max.user.id],
    })
  ).body;
  const own = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "I go to lunch" });
  await ada.api.post(`/chats/${chat.id}/read`, { message_id: own.body.user_message_id });
  for (let n = 0; n < 24; n++) await say(max.api).in(chat, `news ${n}.`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/chats/${chat.uuid}`);
  const last = saying(page, "news 23.");
  const before = await box(last);
  const way = page.getByRole("button", { name: "24 new messages" });
  await expect(way).toBeVisible();
  // The button must be between messages rather than on top of one.
  const { y, height } = await box(way);
  const isFree = await page.evaluate(
    (at) => document.elementFromPoint(40, at)?.closest("article") === null,
    y + height / 2,
  );
  expect(isFree).toBe(true);
  // New messages must not move the visible ones.
  expect(await box(last)).toEqual(before);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a tap shows message actions, tabs stay on one line, and the title gets most of the header", async ({
    signedIn: page,
    someone: ada,
    product,
  }) => {
    const max = await joined(product.url, ada, "Max Member");
    const name = "Quarterly plans for the north and for the south of the country";
    const chat = (
      await ada.api.post("/chats", {
        name,
        virtual_assistant_id: null,
        member_user_ids: [max.user.id],
        scheduled_jobs_enabled: true,
        email_integration_enabled: true,
      })
    ).body;
    await say(max.api).in(chat, "Shall we meet?");
    await say(ada.api).in(chat, "On Tuesday.");
    await page.goto(`/chats/${chat.uuid}`);
    const title = page.getByRole("heading", { name, level: 1 });
    expect((await box(title)).width).toBeGreaterThanOrEqual(0.55 * 390);

    const reply = saying(page, "Shall we meet?").getByRole("button", { name: "Reply to this message" });
    expect(await isSeen(reply)).toBe(false);
    await saying(page, "Shall we meet?").getByText("Shall we meet?").tap();
    await expect.poll(() => isSeen(reply)).toBe(true);
    expect((await box(reply)).height).toBeGreaterThanOrEqual(40);
    expect(await textsBelow(reply)).toEqual([]);
    await reply.tap();
    await expect(page.getByRole("region", { name: "Replying to" })).toContainText("Shall we meet?");
    await expectToFitPhone(page);
    await expectToFitPhone(page, 320);

    await page.getByRole("button", { name: "Members and settings" }).tap();
    const tabs = page.getByRole("dialog", { name }).getByRole("tab");
    await expect(tabs).toHaveCount(6);
    const countLines = () =>
      tabs.evaluateAll((all) => new Set(all.map((tab) => tab.getBoundingClientRect().top)).size);
    expect(await countLines()).toBe(1);
    await tabs.first().focus();
    await page.keyboard.press("End");
    await expect(tabs.last()).toBeFocused();
    await expect(tabs.last()).toBeInViewport({ ratio: 0.95 });
    await expectAccessible(page);
  });
});

test("a chat is complete at 200 % zoom and at a width of 320 pixels", async ({ signedIn: page, someone }) => {
  const chat = (await someone.api.post("/chats", { name: "Donaudampfschifffahrtsgesellschaft" })).body;
  await say(someone.api).in(
    chat,
    `Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz ${"x".repeat(200)}`,
  );
  // Screens of 1440 and 640 pixels at 200% zoom.
  for (const [width, height] of [
    [720, 450],
    [320, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/chats/${chat.uuid}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Send", exact: true })).toBeInViewport({ ratio: 1 });
    expect((await box(log(page))).height).toBeGreaterThan(150);
    await expectToFitPhone(page, width);
  }
});

test("forced colours show what is selected, focused and disabled", async ({ signedIn: page, someone }) => {
  const chat = (await someone.api.post("/chats", { name: "Contrast", virtual_assistant_id: null })).body;
  await say(someone.api).in(chat, "A bubble");
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveCSS("outline-style", "solid");
  const [ink, grey] = await page.evaluate(() =>
    ["CanvasText", "GrayText"].map((color) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = color;
      const { color: shown } = getComputedStyle(probe);
      probe.remove();
      return shown;
    }),
  );
  expect(grey).not.toBe(ink);
  await expect(page.getByRole("button", { name: "Send", exact: true })).toHaveCSS("color", grey!);
  await expect(page.locator("aside").getByRole("link", { name: /^Contrast/ })).toHaveCSS(
    "outline-style",
    "solid",
  );
  await expect(
    log(page).getByText("A bubble").locator("xpath=ancestor::div[contains(@class,'bg-accent-soft')]"),
  ).toHaveCSS("border-top-style", "solid");
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: "Share" }).click();
  await composer(page).focus();
  await expect(page.getByRole("tab", { name: "Share" })).toHaveCSS("outline-style", "solid");
  await expect(page.getByRole("tab", { name: "Members" })).toHaveCSS("outline-style", "none");
});

test("the assistant button's accessible name contains its visible text", async ({
  signedIn: page,
  someone,
}) => {
  const { id } = (await someone.api.post("/virtual-assistants", { name: "Harbour Guide" })).body;
  const chat = (await someone.api.post("/chats", { name: "Named", virtual_assistant_id: id })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(page.getByRole("button", { name: "Assistant: Harbour Guide · Default" })).toBeVisible();
  const axe = new AxeBuilder({ page }).setLegacyMode().withRules(["label-content-name-mismatch"]);
  expect((await axe.analyze()).violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
});
