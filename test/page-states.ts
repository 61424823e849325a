import type { Locator, Page } from "@playwright/test";
import { expect, findViolations } from "./page-checks";

// A string is the name of a button, a tab, a menu item, a summary or a mention to press.
type Step =
  | string
  | RegExp
  | { write: string; into: string }
  | { key: string }
  /** Waits for a text, for presses that open no layer. */
  | { see: string | RegExp };
/** Steps to perform before axe checks the page. */
export type Line = Step[];

const LAYERS = "dialog[open], [role=menu]";
const layers = (page: Page) => page.locator(LAYERS);

/**
 * Expects no axe violations after each line. Escape closes menus, popovers and dialogs, which must return the focus
 * to their opener. Panels, tabs and forms stay open for the next line.
 */
export async function expectAccessibleStates(page: Page, lines: Line[]): Promise<void> {
  for (const line of lines) {
    const title = `${new URL(page.url()).pathname}: ${line.map(describe).join(" → ")}`;
    let opener: Locator | undefined;
    for (const [at, step] of line.entries()) {
      const pressed = await take(page, step, line[at + 1]);
      opener ??= pressed;
    }
    await expect(page.locator(".animate-pulse")).toHaveCount(0);
    // The page below a layer is unchanged, so only the layer is checked.
    const isLayer = (await layers(page).count()) > 0;
    expect.soft(await findViolations(page, isLayer ? LAYERS : undefined), title).toEqual([]);
    if (!isLayer) continue;
    await closeLayers(page);
    if (opener) await expect.soft(opener, `${title}, closed`).toBeFocused();
  }
}

export async function expectAccessiblePages(
  page: Page,
  pages: [path: string, ...lines: Line[]][],
): Promise<void> {
  for (const [path, ...lines] of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expectAccessibleStates(page, lines);
  }
}

/** @returns the pressed element */
async function take(page: Page, step: Step, next: Step | undefined): Promise<Locator | undefined> {
  if (typeof step === "string" || step instanceof RegExp)
    return press(page, step, typeof next === "object" && "see" in next);
  if ("write" in step) await page.getByRole("textbox", { name: step.into, exact: true }).fill(step.write);
  else if ("see" in step)
    await expect(page.getByText(step.see).filter({ visible: true }).first()).toBeVisible();
  else {
    await page.keyboard.press(step.key);
    await expect(page.getByRole("dialog")).toBeVisible();
  }
}

async function press(page: Page, name: string | RegExp, isAwaited: boolean): Promise<Locator> {
  const layer = layers(page);
  const within = (await layer.count()) > 0 ? layer.last() : page;
  const named = { name, exact: true };
  const target = within
    .getByRole("button", named)
    .or(within.getByRole("tab", named))
    .or(within.getByRole("menuitem", named))
    .or(within.getByRole("checkbox", named))
    .or(within.locator("summary, .mention", { hasText: name }))
    .filter({ visible: true })
    .last();
  const element = await target.elementHandle();
  await target.click();
  if (isAwaited) return target;
  const open = ({ element, layers }: { element: Node; layers: string }) => {
    const layer = [...document.querySelectorAll(layers)].at(-1);
    if (layer && !layer.contains(element)) return true;
    const opened = "[aria-selected=true], [aria-expanded=true]:not([aria-haspopup]), details[open] > summary";
    return (element as Element).matches(opened);
  };
  await page.waitForFunction(open, { element: element!, layers: LAYERS }, { timeout: 20_000 });
  return target;
}

async function closeLayers(page: Page): Promise<void> {
  for (let open = await layers(page).count(); open > 0; open = await layers(page).count()) {
    await page.keyboard.press("Escape");
    await expect.poll(() => layers(page).count()).toBeLessThan(open);
  }
}

const describe = (step: Step) =>
  typeof step === "string" || step instanceof RegExp ? String(step) : Object.values(step).join(" ");
