import type { Page } from "@playwright/test";
import { joined, person } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { signIn } from "@/test/test";

const palette = (page: Page) => page.getByRole("dialog", { name: "Find anything" });
const message = (page: Page) => page.getByLabel("Message", { exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole("main").getByRole("heading", { level: 1, name, exact: true });

// Opens the palette, types, and waits until the option is selected.
async function find(page: Page, typed: string, section: string, option: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(typed);
  const wanted = palette(page).getByRole("group", { name: section }).getByRole("option", { name: option });
  await expect(wanted).toBeVisible();
  await expect(async () => {
    if ((await wanted.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
    await expect(wanted).toHaveAttribute("aria-selected", "true", { timeout: 100 });
  }).toPass();
}

test("the palette opens a chat, starts one with an assistant or from a task, and runs an action by keyboard", async ({
  signedIn: page,
  someone,
}) => {
  await someone.api.post("/chats", { name: "Quarterly report" });
  await someone.api.post("/virtual-assistants", { name: "Kim Counsel", description: "Knows the law." });
  await someone.api.post("/tasks", { name: "First week", fields: { name: "Hello there" } });
  await page.goto("/");
  await expect(message(page)).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("group", { name: "Chats" })).toContainText("Quarterly report");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(message(page)).toBeFocused();

  // Tested before there are messages, because semantic search would find the nearest one.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("nothing is called like this");
  await expect(palette(page).getByRole("status")).toHaveText("No matches for “nothing is called like this”.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: /messages, documents/ })).toHaveValue(
    "nothing is called like this",
  );
  await expect(palette(page)).toBeHidden();

  // Commands rank above chats with the same name, and the arrow keys start there.
  await someone.api.post("/chats", { name: "New chat about settings" });
  for (const [typed, group, option] of [
    ["néw chat", "Go to", "New chat"],
    ["memo", "Go to", "Memory"],
    ["Kim Counsel", "Chat with", "Kim Counsel"],
  ]) {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(typed!);
    const first = palette(page).getByRole("option").first();
    await expect(first).toContainText(option!);
    await expect(first).toHaveAttribute("aria-selected", "true");
    await expect(palette(page).getByRole("group").first()).toHaveAccessibleName(group!);
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
  }
  await find(page, "quart", "Chats", "Quarterly report");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Quarterly report")).toBeVisible();
  await expect(palette(page)).toBeHidden();

  await find(page, "kim", "Chat with", "Kim Counsel");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).not.toHaveText("Quarterly report");
  await expect(message(page)).toHaveAttribute("placeholder", /Kim Counsel/);

  const before = page.url();
  await find(page, "first week", "Start from a template", "First week");
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(before);
  await expect(palette(page)).toBeHidden();

  for (const text of ["one", "two"]) {
    await find(page, "draft", "Run a prompt", "Draft a reply");
    await page.keyboard.press("Enter");
    const run = page.getByRole("dialog", { name: "Draft a reply" });
    await expect(run.getByLabel("Prompt")).toHaveValue(/\d+/);
    await run.getByLabel("Your text").fill(text);
    await expectAccessible(page);
    await run.getByRole("button", { name: "Run", exact: true }).press("Enter");
    await expect(run).toBeHidden();
    await expect(heading(page, "Draft a reply")).toBeVisible();
    await expect(page.getByRole("article").filter({ hasText: text }).first()).toBeVisible();
  }
});

// Opens the palette and types; returns the options once the first one is as expected.
async function type(page: Page, typed: string, first: string) {
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(typed);
  const options = palette(page).getByRole("option");
  await expect(options.first()).toContainText(first);
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  return options;
}

test("commands rank first when the search has words of their name, and chats come after them", async ({
  signedIn: page,
  someone,
}) => {
  for (const name of ["dark", "new chat", "usage"]) await someone.api.post("/chats", { name });
  await page.goto("/");
  await expect(message(page)).toBeFocused();
  for (const [typed, command] of [
    ["dark", "Switch between light and dark"],
    ["new chat", "New chat"],
    ["usa", "Usage"],
    ["us", "Usage"],
    ["today chats", "Summarize today's chats"],
  ]) {
    const options = await type(page, typed!, command!);
    if (typed === "dark")
      await expect(options).toHaveText([command!, "dark", "Search everything for “dark”"]);
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
  }
});

test("the palette has every page that the role may open", async ({ signedIn: page, someone, product }) => {
  const pages = (role: "owner" | "member") => [
    ["assistants", "Assistants"],
    ["projects", "Projects"],
    ["collections", "Collections"],
    ["video conversions", "Video conversions"],
    ["prompts", "Prompts"],
    ["settings", "Settings"],
    ["notifications", "Notifications"],
    ...(role === "owner" ? [["audit", "Audit log"]] : []),
  ];
  const expectPages = async (role: "owner" | "member") => {
    await page.goto("/");
    await expect(message(page)).toBeFocused();
    for (const [typed, name] of pages(role)) {
      await type(page, typed!, name!);
      await page.keyboard.press("Escape");
      await expect(palette(page)).toBeHidden();
    }
  };
  await expectPages("owner");
  await type(page, "audit", "Audit log");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Audit log")).toBeVisible();

  const mia = await joined(product.url, someone, "Mia Member");
  await page.context().clearCookies();
  await signIn(page, product.url, mia.email);
  await page.request.post("/switch-group/submit", { form: { group_id: someone.group.id } });
  await expectPages("member");
  for (const forbidden of ["audit", "webhooks", "status"]) {
    await type(page, forbidden, `Search everything for “${forbidden}”`);
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
  }
});

test("the palette has the actions of the open chat", async ({ signedIn: page, someone }) => {
  const { body: chat } = await someone.api.post("/chats", { name: "Budget" });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  await page.keyboard.press("Control+k");
  const ofChat = palette(page).getByRole("group", { name: "This chat" });
  for (const name of ["Open the canvas", "Members and settings", "Move to…", "Archive", "Delete chat"])
    await expect(ofChat.getByRole("option", { name, exact: true })).toHaveCount(1);
  await page.keyboard.press("Escape");

  await type(page, "rename", "Rename");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Rename" });
  await dialog.getByRole("textbox").fill("Budget 2027");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Budget 2027")).toBeVisible();
  await expect(message(page)).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await type(page, "rename", "Rename");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Chat actions" })).toBeFocused();

  await type(page, "mute", "Mute");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Muted “Budget 2027”.")).toBeVisible();
  await type(page, "unmute", "Unmute");
  await page.keyboard.press("Escape");
  await type(page, "canvas", "Open the canvas");
  await page.keyboard.press("Enter");
  await type(page, "canvas", "Close the canvas");
  await page.keyboard.press("Escape");
  await type(page, "choose the", "Choose the assistant and model");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Assistant and model" })).toBeVisible();
  await page.keyboard.press("Escape");
  await type(page, "shortcuts", "Keyboard shortcuts");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await type(page, "search in this", "Search in this chat");
  await page.keyboard.press("Enter");
  const within = page.getByRole("dialog", { name: "Search “Budget 2027”" });
  await expect(within.getByRole("combobox")).toHaveValue("");
  await page.keyboard.press("Escape");

  await page.goto("/assistants");
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("group", { name: "Go to" })).toBeVisible();
  await expect(ofChat).toHaveCount(0);
});

test("the palette keeps and leaves chats, opens the options, and switches the group", async ({
  signedIn: page,
  someone,
  product,
}) => {
  const host = await person(product.url, "Hope Host");
  const { link } = (await host.api.post(`/groups/${host.group.id}/invitations`, {})).body;
  await someone.api.post("/groups/join", { invitation_token: link.split("/").at(-1) });
  const { body: chat } = await someone.api.post("/chats", { name: "Passing", temp: true });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  await type(page, "options", "Options");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu", { name: "Options" })).toBeVisible();
  await page.keyboard.press("Escape");

  await type(page, "keep", "Keep");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Temporary chat" })).toBeHidden();
  expect((await someone.api.get(`/chats/${chat.uuid}`)).body.temp).toBe(false);

  await type(page, "leave", "Leave chat");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Leave “Passing”?" });
  await expect(question).toContainText("It will be deleted with everything in it.");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Leave chat" }).click();
  await expect(page.getByText("“Passing” was deleted.")).toBeVisible();
  await expect(page).toHaveURL(product.url);

  await type(page, "switch to", `Switch to ${host.group.name}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Hope Host's group/ })).toBeVisible();
});

test("members of the group are suggested by name before they have chosen a mention name", async ({
  signedIn: page,
  someone,
  product,
}) => {
  await joined(product.url, someone, "Zoë Müller");
  const { body: chat } = await someone.api.post("/chats", { name: "Team" });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  const offered = page.getByRole("listbox", { name: "Suggestions" });
  await page.keyboard.type("Ask @mü");
  await expect(offered.getByRole("option")).toHaveText([/Zoë Müller/]);
  await page.keyboard.press("Enter");
  await expect(message(page)).toHaveValue("Ask @zoe-muller ");
});

test("a mentioned assistant answers, and an action named at the start of a message runs in the chat", async ({
  signedIn: page,
  someone,
  model,
}) => {
  await someone.api.post("/virtual-assistants", { name: "Kim Counsel", mention_name: "kim" });
  const { body: chat } = await someone.api.post("/chats", { name: "Questions" });
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  const offered = page.getByRole("listbox", { name: "Suggestions" });
  await page.keyboard.type("Well, @");
  await expect(offered.getByRole("option")).toHaveCount(3);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Escape");
  await expect(offered).toBeHidden();
  await page.keyboard.press("Backspace");
  await page.keyboard.type("@ki");
  await expect(offered.getByRole("option")).toHaveCount(1);
  // Fast typing must keep the order of letters even when rendering is slow.
  await page.evaluate(() => {
    window.requestAnimationFrame = (paint) => window.setTimeout(() => paint(performance.now()), 300);
  });
  await page.keyboard.press("Enter");
  await expect(message(page)).toHaveValue("Well, @kim ");
  await page.keyboard.type("may I?", { delay: 100 });
  await expect(message(page)).toHaveValue("Well, @kim may I?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: /Kim Counsel/ })).toContainText("You said");

  await page.keyboard.type("/draft");
  await expect(offered.getByRole("option", { name: /Draft a reply/ })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(message(page)).toHaveValue("/draft_reply ");
  await expect(message(page)).toBeFocused();
  await page.keyboard.type("Can you come on Monday?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: /Parley/ })).toContainText("You said");
  await expect(
    page.getByRole("article").filter({ hasText: "Can you come on Monday?" }).first(),
  ).toBeVisible();
  await expect(page).toHaveURL(new RegExp(chat.uuid));
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain("Draft a reply to the message below");
});
