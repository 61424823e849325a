import type { Locator, Page } from "@playwright/test";
import { expect, findViolations, test } from "@/test/page-checks";

/**
 * Checks menus, dialogs and panels with axe; keyboard.spec.ts checks the pages themselves.
 *
 * A line is a sequence of accessible names to press: buttons, tabs, menu items. "Write: …" fills in the message.
 * Dialogs and menus are closed after a line; a panel stays open.
 */
type Line = (string | RegExp)[];

async function expectAccessibleStates(page: Page, lines: Line[]): Promise<void> {
  for (const line of lines) {
    for (const step of line) await take(page, step);
    await expect(page.locator(".animate-pulse")).toHaveCount(0);
    expect.soft(await findViolations(page), line.join(" → ")).toEqual([]);
    const layer = layers(page);
    while ((await layer.count()) > 0) await page.keyboard.press("Escape");
  }
}

const layers = (page: Page) => page.locator("dialog[open], [role=menu]");

async function take(page: Page, step: string | RegExp): Promise<void> {
  const [, written] = /^Write: (.*)$/.exec(String(step)) ?? [];
  if (written !== undefined) return page.getByRole("textbox", { name: "Message", exact: true }).fill(written);
  const layer = layers(page);
  const within: Page | Locator = (await layer.count()) > 0 ? layer.last() : page;
  const named = { name: step, exact: true };
  const target = within
    .getByRole("button", named)
    .or(within.getByRole("tab", named))
    .or(within.getByRole("menuitem", named))
    .last();
  const opensLayer = await target.evaluate((element) =>
    element.matches("[aria-haspopup], [aria-expanded=false], [role=menuitem]"),
  );
  await target.click();
  if (opensLayer)
    await expect(page.locator("[aria-expanded=true], dialog[open], [role=menu]").first()).toBeVisible();
}

test("of a chat", async ({ signedIn: page, someone: { api } }) => {
  const { body: chat } = await api.post("/chats", { name: "Trip", canvas: "# Route" });
  const text = "[[fake markdown]]\n\n- [ ] Tent\n- [x] Stove";
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: text, is_sync: "true" });
  await page.goto(`/chats/${chat.uuid}`);
  const task = page.getByRole("checkbox", { name: "To do" });
  await expect(task).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Done" })).toBeChecked();
  await expectAccessibleStates(page, [
    [],
    ["Chat actions"],
    ["Chat actions", "Rename"],
    ["Chat actions", "Tags…"],
    ["Chat actions", "Move to…"],
    ["Chat actions", "Compare models"],
    ["Chat actions", "Delete chat"],
    [/^Assistant:/],
    ["React"],
    ["More"],
    ["More", "How this was made"],
    ["Write: @"],
    ["Write: /"],
    ["Write: "],
    ["Members and settings"],
    ["Settings"],
    ["Documents"],
    ["Share"],
  ]);
});
