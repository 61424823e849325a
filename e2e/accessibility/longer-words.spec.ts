import type { Page } from "@playwright/test";
import { expect, test } from "@/test/page-checks";

/** Lengthens every word of the interface by almost half, like a longer language; user content stays. */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    const longer = (text: string) =>
      text.replace(/\p{L}+/gu, (word) => word + word.slice(-1).repeat(Math.ceil(word.length * 0.4)));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (!node.parentElement!.closest("script, style, pre, code, kbd, textarea, svg"))
        node.textContent = longer(node.textContent!);
    for (const field of document.querySelectorAll<HTMLInputElement>("[placeholder]"))
      field.placeholder = longer(field.placeholder);
  });

/** Finds layout faults: overflow of the screen, clipped words, overlapping controls. */
const broken = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const named = (element: Element) =>
      `${element.tagName.toLowerCase()} "${element.textContent!.trim().slice(0, 40)}"`;
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) found.push(`the page is ${wide} px too wide`);
    const controls = [...document.querySelectorAll("button, a[href], input, select, [role=tab]")].filter(
      (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
    for (const element of controls) {
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
      const isShown = clipPath === "none";
      const isCut = isShown && element.scrollWidth > element.clientWidth + 1 && overflowX !== "visible";
      if (isCut && textOverflow !== "ellipsis" && !element.matches("input, select"))
        found.push(`cut off: ${named(element)}`);
    }
    const inFlow = controls.filter((element) => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (/fixed|absolute|sticky/.test(getComputedStyle(at).position)) return false;
      return true;
    });
    const boxes = inFlow.map((element) => [element, element.getBoundingClientRect()] as const);
    for (const [at, [one, a]] of boxes.entries())
      for (const [other, b] of boxes.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 2) found.push(`${named(one)} lies over ${named(other)}`);
      }
    return found;
  });

/** Waits for hydration, because changed text would cause mismatches. */
async function settled(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("button, a")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber")),
    ),
  );
}

const PAGES = [
  "/",
  "/assistants",
  "/assistants/new",
  "/documents",
  "/documents/collections",
  "/search",
  "/tasks",
  "/task-actions/new",
  "/video",
  ...["profile", "sessions", "notifications", "memory", "import", "api-tokens"].map(
    (at) => `/settings/${at}`,
  ),
  ...["group", "members", "models", "tools", "webhooks", "usage", "audit-log"].map((at) => `/settings/${at}`),
];

for (const width of [390, 1440])
  test(`translations that are nearly half as long again break no layout at a width of ${width} px`, async ({
    signedIn: page,
    someone: { api },
  }) => {
    const chat = (await api.post("/chats", { name: "Plans" })).body;
    await api.multipart(`/chats/${chat.id}/messages`, { message_input: "Which plan do we follow?" });
    await page.setViewportSize({ width, height: 800 });
    const faults: string[] = [];
    for (const path of [...PAGES, `/chats/${chat.uuid}`]) {
      await settled(page, path);
      await lengthen(page);
      faults.push(...(await broken(page)).map((fault) => `${path}: ${fault}`));
    }
    await page.goto("about:blank");
    await page.context().clearCookies();
    for (const path of ["/login", "/register", "/forgot-password"]) {
      await settled(page, path);
      await lengthen(page);
      faults.push(...(await broken(page)).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
