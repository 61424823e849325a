import type { Locator, Page } from "@playwright/test";
import { expect, findViolations, test } from "@/test/page-checks";
import { box, log, publicChat, visitorOf } from "@/test/visitor";

/**
 * Axe finds nothing in what opens on a page: menus, dialogs, panels. The pages themselves are in keyboard.spec.ts.
 *
 * A line is pressed one name after the other: buttons, tabs, items of menus. "Key: …" presses a key, "Write: …" writes
 * into the message, "Dialog" waits for one. After it, dialogs and menus are closed; a panel stays open for the next line.
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
  const [, kind, what = ""] = /^(Key|Write): (.*)$/.exec(String(step)) ?? [];
  if (kind === "Key") return page.keyboard.press(what);
  if (kind === "Write") return page.getByRole("textbox", { name: "Message", exact: true }).fill(what);
  if (step === "Dialog") return expect(page.getByRole("dialog")).toBeVisible();
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

test("of a chat, its sidebar and what finds anything", async ({ signedIn: page, someone: { api } }) => {
  const { body: chat } = await api.post("/chats", { name: "Trip", canvas: "# Route" });
  await api.post("/chat-workspaces", { name: "Holidays" });
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
    ["Close the panel"],
    ["Canvas"],
    [/^Actions for Canvas/],
    ["New page", "Dialog"],
    ["Close the canvas"],
    ["Filter and sort chats"],
    ["Filter and sort chats", "New folder…"],
    ["Actions for Trip"],
    ["Actions for the folder Holidays"],
    ["Actions for the folder Holidays", "Rename…"],
    ["Actions for the folder Holidays", "Delete folder…"],
    [/^Account:/],
    ["Key: Control+k", "Dialog"],
    ["Key: Control+/", "Dialog"],
    ["Filter and sort chats", "Select chats…"],
  ]);
});

test("of other pages of the workspace", async ({ signedIn: page, someone: { api }, product }) => {
  const files = [new File(["Of the sea"], "notes.txt")];
  const [document] = (await api.multipart("/documents", { files })).body;
  const { body: task } = await api.post("/tasks", { name: "First week", fields: { goal: "Settle in" } });
  const { body: desk } = await api.post("/chats", { name: "Help desk", is_public: true });
  await (await visitorOf(product.url, desk)).ask("Where is my parcel?");
  const [{ chat_uuid: conversation }] = (await api.get("/inbox/conversations")).body.conversations;
  const pages: [string, Line[]][] = [
    ["/documents", [["Actions for notes.txt"], ["Actions for notes.txt", "Rename"]]],
    [`/documents/${document.id}`, [[]]],
    ["/documents/collections", [["New collection", "Dialog"]]],
    [`/tasks/${task.id}`, [["Template actions"], ["Template actions", "Edit name and description"]]],
    ["/task-actions", [[/^Try/, "Dialog"]]],
    [`/inbox/${conversation}`, [[], ["Take over"], ["Saved replies", "Dialog"]]],
    [`/chats/${desk.uuid}/publish`, [[]]],
    ["/settings/webhooks", [["Add a webhook"]]],
    ["/settings/tools", [["Connect a server"]]],
  ];
  for (const [path, lines] of pages) {
    await page.goto(path);
    await expectAccessibleStates(page, lines);
  }
});

test("of a public chat", async ({ page, product, someone }) => {
  const chat = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await expect(box(page)).toBeFocused();
  await expectAccessibleStates(page, [[], ["More"]]);
  await box(page).fill("[[fake markdown]]\n\n- [ ] Tent");
  await box(page).press("Enter");
  await expect(log(page).getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  await expectAccessibleStates(page, [
    [],
    ["More"],
    ["More", "Rate this chat"],
    ["More", "Earlier conversations"],
  ]);
});

test("of the API reference", async ({ page }) => {
  await page.goto("/docs/chats");
  await page.getByRole("combobox").fill("message");
  await expectAccessibleStates(page, [[], ["Key: Escape", "Try it"]]);
});
