import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectAccessibleSidebar,
  expectToFitPhone,
  test,
} from "@/test/page-checks";

const pages = [
  "/",
  "/inbox",
  "/assistants",
  "/assistants/new",
  "/documents",
  "/documents/collections",
  "/video",
  "/tasks",
  "/task-actions",
  "/task-actions/new",
  "/settings/profile",
  "/settings/notifications",
  "/settings/memory",
  "/settings/sessions",
  "/settings/api-tokens",
  "/settings/group",
  "/settings/members",
  "/settings/models",
  "/settings/audit-log",
  "/chats/00000000-0000-4000-8000-000000000000",
  "/no-such-page",
];

/** Checks the focused element: it must have a visible focus ring, a name and a position inside the viewport. */
const wrongWithFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    if (focused === document.body) return undefined;
    const said = focused.getAttribute("aria-label") ?? focused.textContent?.trim() ?? "";
    const what = `${focused.tagName} “${said.slice(0, 40)}” ${focused.id}`;
    const around = [focused, focused.closest("form"), focused.closest("label")].filter(
      (each) => each !== null,
    );
    const isShown = around.some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return (
        (outlineStyle !== "none" && outlineWidth !== "0px") || each.matches("form:has(textarea):focus-within")
      );
    });
    const { bottom, right, top, left } = focused.getBoundingClientRect();
    const isInSight = bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
    return [!isShown && `no ring: ${what}`, !isInSight && `out of sight: ${what}`].filter(Boolean).join(", ");
  });

/**
 * Checks what applies to every page: a title, no axe violations, small screens, and visible focus at every tab stop.
 */
async function expectUsable(page: Page): Promise<void> {
  await expect(page.locator("main h1:not(article *)")).toHaveCount(1);
  await expect(page).toHaveTitle(/Parley/);
  await expectAccessible(page);
  for (const width of [390, 320]) await expectToFitPhone(page, width);
  // Equals 1440 by 900 at 200% zoom.
  await page.setViewportSize({ width: 720, height: 450 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  // Starts at the top of the page, even when a field has the focus.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
  });
  let stops = 0;
  for (; stops < 60; stops++) {
    await page.keyboard.press("Tab");
    const wrong = await wrongWithFocus(page);
    if (wrong === undefined) break;
    expect.soft(wrong, `stop ${stops + 1}`).toBe("");
  }
  expect(stops).toBeGreaterThan(10);
}

for (const path of pages)
  test(`${path} works by keyboard, for screen readers, on a phone and at 200%`, async ({
    signedIn: page,
    browserConsole,
  }) => {
    browserConsole.expects(/status of 404/);
    await page.goto(path);
    await expectUsable(page);
  });

test("a full chat, a task, an action and an assistant work by keyboard, for screen readers and on a phone", async ({
  signedIn: page,
  someone: { api },
}) => {
  test.slow();
  const { body: chat } = await api.post("/chats", { name: "Rendered", goal: "A plan", canvas: "# Draft" });
  const files = [new File(["a,b"], "numbers.csv")];
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: "[[fake markdown]] please", files });
  await api.post("/chats", { name: "Below", parent_chat_id: chat.uuid });
  await api.post("/chat-workspaces", { name: "Finance" });
  const { body: task } = await api.post("/tasks", { name: "First week", fields: { goal: "Settle in" } });
  const [action] = (await api.get("/tasks/actions")).body;
  const [assistant] = (await api.get("/virtual-assistants")).body;

  await page.goto(`/chats/${chat.uuid}`);
  await expect(page.getByRole("article", { name: /Parley/ })).toBeVisible();
  await expectUsable(page);
  for (const path of [`/tasks/${task.id}`, `/task-actions/${action.id}`, `/assistants/${assistant.id}`]) {
    await page.goto(path);
    await expectUsable(page);
  }
});

test("the sidebar moves the focus when it is shown and hidden", async ({ signedIn: page }) => {
  await page.goto("/");
  const open = page.getByRole("button", { name: "Show the sidebar" });
  const hide = page.getByRole("button", { name: "Hide the sidebar" });
  await hide.focus();
  await page.keyboard.press("Enter");
  await expect(open).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(hide).toBeFocused();

  await page.setViewportSize({ width: 390, height: 800 });
  await expect(hide).toBeHidden();
  await open.focus();
  await page.keyboard.press("Enter");
  await expect(hide).toBeFocused();
  await expectAccessibleSidebar(page);
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") ?? null)).toBeNull();
  }
  await page.keyboard.press("Escape");
  await expect(hide).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Templates", exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/tasks$/);
  await expect(hide).toBeHidden();
  await expect(open).toBeFocused();
});

test("the first tab stop skips the sidebar", async ({ signedIn: page }) => {
  await page.goto("/tasks");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("a deleted item passes the focus to its neighbour", async ({ signedIn: page, someone }) => {
  for (const name of ["First", "Second"]) await someone.api.post("/users/me/api-tokens", { name });
  for (const name of ["Red", "Green"]) await someone.api.post("/chats", { name });
  await page.goto("/settings/api-tokens");
  const revoke = page.getByRole("main").getByRole("button", { name: "Revoke" });
  await revoke.first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).press("Enter");
  await expect(revoke).toHaveCount(1);
  await expect(revoke).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(revoke).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).press("Enter");
  await expect(revoke).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");

  const chats = page.getByRole("navigation", { name: "Chats" });
  await chats.getByRole("button", { name: "Actions for Green" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Archive" }).press("Enter");
  await expect(chats.getByRole("link", { name: "Green" })).toBeHidden();
  await expect(chats.getByRole("link", { name: "Red" })).toBeFocused();
});

test("the question mark lists shortcuts, letters navigate menus, and a dialog starts in its field", async ({
  signedIn: page,
  someone,
}) => {
  const { uuid } = (await someone.api.post("/chats", { name: "Keys" })).body;
  await page.goto(`/chats/${uuid}`);
  const field = page.getByLabel("Message", { exact: true });
  await field.press("?");
  await expect(field).toHaveValue("?");
  await field.fill("");
  await page.locator("main").focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();

  const list = page.getByRole("complementary", { name: "Chats" });
  await list.getByRole("button", { name: "Actions for Keys" }).press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("d");
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toBeFocused();
  await page.keyboard.type("ren");
  await expect(page.getByRole("menuitem", { name: /^Rename/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
});
