import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { signIn } from "@/test/test";

const openPanel = (page: Page) => page.getByRole("button", { name: "Members and settings" }).click();
const panel = (page: Page) => page.getByRole("tabpanel");
const getRow = (page: Page, name: string) => panel(page).getByRole("listitem").filter({ hasText: name });
const openSettings = async (page: Page) => {
  await openPanel(page);
  await page.getByRole("tab", { name: "Settings" }).click();
};

test("people are added to a chat, get roles, are removed, and leave", async ({
  signedIn: page,
  someone: ada,
  product,
  browserConsole,
}) => {
  const [mia] = [await joined(product.url, ada, "Mia Member"), await joined(product.url, ada, "Max Member")];
  const chat = (await ada.api.post("/chats", { name: "Team", virtual_assistant_id: null })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await openPanel(page);
  await expect(page.getByRole("tab", { name: "Members" })).toBeFocused();
  await expect(getRow(page, "Ada Example")).toContainText("(you)");
  await expectAccessible(page);

  await page.getByLabel("Add people").fill("member");
  await page.getByLabel("Add people").press("Enter");
  await expect(page.getByRole("button", { name: /^Add M(ia|ax) Member$/ }).first()).toBeFocused();
  await page.getByRole("button", { name: "Add Mia Member" }).click();
  await expect(page.getByText("Mia Member can see this chat now.")).toBeVisible();
  await page.getByLabel("Role of new members").selectOption("admin");
  await page.getByLabel("Add people").fill("max");
  await page.getByLabel("Add people").press("Enter");
  await expect(page.getByLabel("Role of Max Member")).toHaveValue("admin");
  await expect(page.getByRole("button", { name: "Members and settings" })).toContainText("3");
  await page.getByLabel("Add people").fill("new@example.test");
  await page.getByRole("button", { name: "Add new@example.test" }).click();
  await expect(page.getByText(/new@example.test isn.t in the group yet/)).toBeVisible();
  await expectAccessible(page);

  expect((await mia.api.get(`/chats/${chat.uuid}`)).status).toBe(200);

  browserConsole.expects(/409/);
  await page.getByLabel("Role of Ada Example").selectOption("member");
  await expect(getRow(page, "Ada Example").getByRole("alert")).toContainText("last owner");
  await expect(page.getByLabel("Role of Ada Example")).toHaveValue("owner");
  await page.getByLabel("Role of Mia Member").selectOption("owner");
  await expect.poll(async () => (await mia.api.get(`/chats/${chat.uuid}`)).body.my_role).toBe("owner");
  await page.getByRole("button", { name: "Remove Max Member" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(getRow(page, "Max Member")).toHaveCount(0);

  await page.getByRole("button", { name: "Leave chat" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave chat" }).click();
  await expect(page.getByText("You left “Team”.")).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/`);
  expect((await ada.api.get(`/chats/${chat.uuid}`)).status).toBe(404);
});

test("a value that was just saved doesn't give way to the previous one", async ({
  signedIn: page,
  someone: ada,
}) => {
  const chat = (await ada.api.post("/chats", { name: "Plans", extra: { a: "old" } })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await openSettings(page);
  const value = panel(page).getByLabel("Value of a");
  await expect(value).toHaveValue("old");
  // Simulates a busy page, which runs its timers late.
  await page.evaluate(() => {
    const { setTimeout } = window;
    const startLate = (task: TimerHandler, delay = 0, ...values: unknown[]) =>
      setTimeout(task, delay + 300, ...values);
    Object.assign(window, { setTimeout: startLate });
  });
  const shown = await page.evaluateHandle(() => {
    const values: string[] = [];
    const watch = () => {
      const { value } = document.querySelector<HTMLInputElement>("[aria-label='Value of a']")!;
      if (value !== values.at(-1)) values.push(value);
      requestAnimationFrame(watch);
    };
    watch();
    return values;
  });
  const saved = page.waitForResponse((response) => response.url().endsWith("/extra"));
  await value.fill("new");
  await value.blur();
  await saved;
  await expect(panel(page).getByText("Saved", { exact: true })).toBeVisible();
  await expect(value).toHaveValue("new");
  expect(await shown.jsonValue()).toEqual(["old", "new"]);
});

test("every setting is saved immediately, and members can only mute the chat for themselves", async ({
  signedIn: page,
  someone: ada,
  product,
  browser,
  browserConsole,
}) => {
  const mia = await joined(product.url, ada, "Mia Member");
  const parent = (await ada.api.post("/chats", { name: "All plans" })).body;
  const chat = (await ada.api.post("/chats", { name: "Plans", member_user_ids: [mia.user.id] })).body;
  const stored = async () => (await ada.api.get(`/chats/${chat.id}`)).body;
  await page.goto(`/chats/${chat.uuid}`);
  await openSettings(page);
  await expectAccessible(page);
  // A new chat has four of the twelve settings on, and its assistant calculates only with documents.
  const switches = panel(page).getByRole("switch");
  await expect(switches).toHaveCount(13);
  await expect(panel(page).getByRole("switch", { name: "Calculation" })).not.toBeChecked();
  await expect(panel(page).getByRole("switch", { checked: true })).toHaveCount(4);

  const name = panel(page).getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Better plans");
  await name.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Better plans" })).toBeVisible();
  await panel(page).getByRole("textbox", { name: "Goal" }).fill("To plan.");
  await expect.poll(async () => (await stored()).goal).toBe("To plan.");
  await panel(page).getByRole("textbox", { name: "Memo" }).fill("Be brief.");
  // Closing the panel saves pending changes.
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect.poll(async () => (await stored()).memo).toBe("Be brief.");
  await openSettings(page);
  await expect(panel(page).getByRole("textbox", { name: "Memo" })).toHaveValue("Be brief.");

  browserConsole.expects(/409|422/);
  const mention = panel(page).getByRole("textbox", { name: "Mention name" });
  await mention.fill("parley");
  await mention.press("Enter");
  await expect(panel(page).getByRole("alert")).toContainText("taken");
  await mention.fill("@plans");
  await mention.press("Enter");
  await expect.poll(async () => (await stored()).mention_name).toBe("plans");
  const extra = panel(page).getByRole("group", { name: "Extra" });
  await extra.getByRole("button", { name: "Add a value" }).click();
  await expect(extra.getByLabel("Name of a value")).toBeFocused();
  await page.keyboard.type("a");
  await extra.getByLabel("Value of a").fill("1");
  await extra.getByRole("button", { name: "Add a value" }).click();
  await page.keyboard.type("says");
  await extra.getByLabel("Value of says").fill("one, two");
  await extra.getByLabel("Value of says").blur();
  await expect.poll(async () => (await stored()).extra).toEqual({ a: 1, says: "one, two" });
  await extra.getByText("As JSON", { exact: true }).click();
  const json = extra.getByLabel("Extra as JSON");
  await json.fill("{");
  await json.blur();
  await expect(extra.getByRole("alert")).toContainText("JSON object");
  await json.fill('{"a": [2]}');
  await json.blur();
  await expect.poll(async () => (await stored()).extra).toEqual({ a: [2] });
  await expect(extra.getByLabel("Value of a")).toHaveValue("[2]");
  await extra.getByRole("button", { name: "Remove a" }).click();
  await expect(extra.getByRole("button", { name: "Add a value" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect.poll(async () => (await stored()).extra).toEqual({});

  for (const label of ["Summary", "Chat history", "Mute"])
    await panel(page).getByRole("switch", { name: label, exact: true }).click();
  await expect.poll(stored).toMatchObject({ summary_enabled: true, chat_history: false, muted: true });
  await panel(page).getByLabel("Assistant").selectOption("None");
  await panel(page).getByLabel("Opens on").selectOption("canvas");
  await panel(page).getByLabel("Parent chat").selectOption("All plans");
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByLabel("Name of the new project").fill("Projects");
  await page.keyboard.press("Enter");
  await expect(panel(page).getByLabel(/^Project/)).toHaveValue(/\d+/);
  await expect.poll(stored).toMatchObject({
    virtual_assistant: null,
    page_type: "canvas",
    parent_chat_id: parent.id,
    chat_workspace: { name: "Projects" },
  });
  await expectToFitPhone(page);
  await panel(page).getByLabel("Opens on").selectOption("chat");
  await expect.poll(stored).toMatchObject({ page_type: "chat" });

  const theirs = await (await browser.newContext({ baseURL: product.url })).newPage();
  browserConsole.watch(theirs);
  await theirs.setViewportSize({ width: 390, height: 800 });
  await signIn(theirs, product.url, mia.email);
  await theirs.request.post("/switch-group/submit", { form: { group_id: ada.group.id } });
  await theirs.goto(`/chats/${chat.uuid}`);
  await openSettings(theirs);
  await expect(panel(theirs).getByText("can change its settings")).toBeVisible();
  await expect(panel(theirs).getByRole("textbox", { name: "Goal" })).toHaveCount(0);
  await expect(panel(theirs).getByRole("switch", { name: "Summary" })).toHaveCount(0);
  await panel(theirs).getByRole("switch", { name: "Mute" }).click();
  await expect.poll(async () => (await mia.api.get(`/chats/${chat.id}`)).body.muted).toBe(true);
  await expectAccessible(theirs);
  await expectToFitPhone(theirs);
});

test("a mention name is chosen in the profile", async ({ signedIn: page, someone, browserConsole }) => {
  browserConsole.expects(/409|422/);
  await page.goto("/settings/profile");
  const field = page.getByRole("textbox", { name: "Mention name" });
  const save = page.getByRole("button", { name: "Save mention name" });
  await field.fill("parley");
  await save.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("taken");
  await field.fill("@ada");
  await save.click();
  await expect(page.getByText("Your mention name was saved.")).toBeVisible();
  await expect(field).toHaveValue("ada");
  await expectAccessible(page);
  const { users } = (await someone.api.get("/chats/available-mentions")).body;
  expect(users).toMatchObject([{ mention_name: "ada" }]);
});
