import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessibleSidebar, test } from "@/test/page-checks";

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Chats" });
const list = (page: Page) => sidebar(page).getByRole("navigation", { name: "Chats" });
const chat = (page: Page, name: string) => list(page).getByRole("link", { name });
const field = (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: "Name" });
const names = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => link.querySelector("span span")!.textContent));

/** Creates chats with these names; the last one is the most recent. */
async function make(
  api: { post: (path: string, body: object) => Promise<{ body: { uuid: string } }> },
  all: string[],
) {
  const made: { uuid: string }[] = [];
  for (const name of all) made.push((await api.post("/chats", { name })).body);
  return made;
}

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await sidebar(page).getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("menu").getByText(item, { exact: true }).click();
}

test("a project is created, filled by menu and by drag, renamed and deleted, and its chats remain", async ({
  signedIn: page,
  someone,
}) => {
  await make(someone.api, ["Budget", "Hiring"]);
  await page.goto("/");
  await choose(page, "Filter and sort chats", "New project…");
  await field(page).fill("Finance");
  await page.keyboard.press("Enter");
  const folders = list(page).getByRole("region", { name: "Projects" });
  const folder = folders.getByRole("button", { name: /^(Finance|Money) \d/ });
  await expect(folder).toHaveAccessibleName("Finance 0 chats");
  await folder.click();
  await expect(folders).toContainText("Drag a chat here, or move it from its menu.");

  await chat(page, "Budget").hover();
  await choose(page, "Actions for Budget", "Move to…");
  const move = page.getByRole("dialog", { name: "Move “Budget”" });
  await expect(move.getByRole("textbox", { name: "Project" })).toBeFocused();
  await expect(move.getByRole("button", { name: "Finance 0 chats" })).toBeVisible();
  await page.keyboard.type("fin");
  await page.keyboard.press("Enter");
  await expect(folder).toHaveAccessibleName("Finance 1 chat");
  const inside = folders.getByRole("list", { name: /Chats in/ }).getByRole("link");
  await expect(inside).toHaveCount(1);
  await expect(page.getByText("“Budget” is now in “Finance”. Only you see it.")).toBeVisible();
  await chat(page, "Hiring").dragTo(folder);
  await expect(page.getByText("“Hiring” is now in “Finance”. Only you see it.")).toBeVisible();
  await expect(inside).toHaveCount(2);
  await expectAccessibleSidebar(page);
  await page.reload();
  await expect(folder).toHaveAccessibleName("Finance 2 chats");
  await expect(inside, "the folder is still open").toHaveCount(2);
  await inside.filter({ hasText: "Hiring" }).hover();
  await choose(page, "Actions for Hiring", "Move to…");
  await page.getByRole("dialog").getByRole("button", { name: "Remove from “Finance”" }).click();
  await expect(inside).toHaveCount(1);
  await expect(page.getByText("“Hiring” is no longer in a project. Only you see it.")).toBeVisible();

  await folder.hover();
  const [menu, count] = await Promise.all(
    [
      folders.getByRole("button", { name: "Actions for the project Finance" }),
      folder.getByText("1", { exact: true }),
    ].map((place) => place.boundingBox()),
  );
  expect(menu!.x, "the menu is beside the count").toBeGreaterThanOrEqual(count!.x + count!.width);
  await choose(page, "Actions for the project Finance", "Rename…");
  await expect(field(page)).toBeFocused();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe("Finance");
  await field(page).fill("Money");
  await page.keyboard.press("Enter");
  await expect(folder).toHaveAccessibleName("Money 1 chat");
  await choose(page, "Actions for the project Money", "New chat here");
  await expect(page).toHaveURL(/\/chats\//);
  await expect(folder).toHaveAccessibleName("Money 2 chats");
  await choose(page, "Actions for the project Money", "Delete project…");
  await page.getByRole("dialog").getByRole("button", { name: "Delete project" }).click();
  await expect(folders).toBeHidden();
  await expect(list(page).getByRole("link")).toHaveCount(3);
  await expect(page.locator("body")).not.toBeFocused();
});

test("filters and sorting apply to the list of chats, also after a reload", async ({
  signedIn: page,
  someone,
}) => {
  const [alpha] = await make(someone.api, ["Alpha", "Charlie", "Bravo"]);
  await someone.api.patch(`/chats/${alpha!.uuid}/me`, { starred: true });
  await page.goto("/");
  const links = list(page).getByRole("link");
  await expect.poll(() => names(links)).toEqual(["Alpha", "Bravo", "Charlie"]);
  await choose(page, "Filter and sort chats", "Date created");
  await expect.poll(() => names(links)).toEqual(["Bravo", "Charlie", "Alpha"]);
  await choose(page, "Filter and sort chats", "Name");
  await expect.poll(() => names(links)).toEqual(["Alpha", "Bravo", "Charlie"]);
  await choose(page, "Filter and sort chats", "Pinned");
  await expect.poll(() => names(links)).toEqual(["Alpha"]);
  await page.reload();
  await expect.poll(() => names(links)).toEqual(["Alpha"]);
  await choose(page, "Filter and sort chats", "Unread");
  await expect(list(page)).toContainText("No chats match this filter.");
  await list(page).getByRole("button", { name: "Show all chats" }).click();
  await expect(links).toHaveCount(3);
  await page.getByLabel("Search chats").fill("brav");
  await expect.poll(() => names(links)).toEqual(["Bravo"]);
  await page.getByLabel("Search chats").fill("nothing like it");
  await expect(list(page)).toContainText("No chats match “nothing like it”");
  await list(page).getByRole("button", { name: "Search the archive" }).click();
  await expect(page.getByLabel("Search the archive")).toHaveValue("nothing like it");
});

test("a custom order is set by keyboard and by drag, and persists", async ({ signedIn: page, someone }) => {
  await make(someone.api, ["One", "Two", "Three"]);
  await page.goto("/");
  await choose(page, "Filter and sort chats", "Custom order");
  const links = list(page).getByRole("link");
  await expect(links).toHaveCount(3);
  const before = await names(links);
  await links.first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => names(links)).toEqual([before[1], before[0], before[2]]);
  await expect(links.nth(1)).toBeFocused();
  await expect(list(page).getByRole("status")).toHaveText(`${before[0]} is now number 2 of 3.`);
  await page.reload();
  await expect.poll(() => names(links)).toEqual([before[1], before[0], before[2]]);
  await links.nth(2).dragTo(links.nth(0));
  await expect.poll(() => names(links)).toEqual([before[2], before[1], before[0]]);
  await page.reload();
  await expect.poll(() => names(links)).toEqual([before[2], before[1], before[0]]);
});

test("a sub-chat is created, shown below its chat, and sorted by that chat's setting", async ({
  signedIn: page,
  someone,
}) => {
  const [parent] = await make(someone.api, ["Project"]);
  const below = { parent_chat_id: parent!.uuid };
  for (const name of ["Bees", "Ants"]) await someone.api.post("/chats", { name, ...below });
  await page.goto("/");
  await expect(list(page).getByRole("link")).toHaveCount(1);
  await list(page).getByRole("button", { name: "Sub-chats of Project" }).click();
  const inside = list(page).getByRole("list", { name: "Sub-chats of Project" }).getByRole("link");
  await expect.poll(() => names(inside)).toEqual(["Ants", "Bees"]);
  await chat(page, "Project").hover();
  await choose(page, "Actions for Project", "New sub-chat");
  await expect(page).toHaveURL(/\/chats\//);
  await expect(inside).toHaveCount(3);
  await expectAccessibleSidebar(page);
  await someone.api.put(`/chats/${page.url().split("/").at(-1)}/name`, { name: "Cats" });
  await someone.api.put(`/chats/${parent!.uuid}/sub_chat_sorting_strategy?sorting_strategy=by_name`);
  await expect.poll(() => names(inside)).toEqual(["Ants", "Bees", "Cats"]);
});

test("a public chat is marked, and the open chat is visible in forced colours", async ({
  signedIn: page,
  someone: { api },
}) => {
  const [open] = await make(api, ["Help desk", "Notes"]);
  await api.put(`/chats/${open!.uuid}/public?is_public=true`);
  const sub = await api.post("/chats", { name: "Below", parent_chat_id: open!.uuid });
  expect(sub.status).toBe(200);
  await page.goto(`/chats/${open!.uuid}`);
  await expect(chat(page, "Help desk")).toHaveAccessibleName(/Public/);
  await expect(chat(page, "Notes")).not.toHaveAccessibleName(/Public/);
  const size = await sidebar(page).getByRole("button", { name: "Sub-chats of Help desk" }).boundingBox();
  expect(Math.min(size!.width, size!.height)).toBeGreaterThanOrEqual(24);
  await expectAccessibleSidebar(page);

  await page.emulateMedia({ forcedColors: "active" });
  await expect(chat(page, "Help desk")).toHaveCSS("outline-style", "solid");
  await expect(chat(page, "Notes")).toHaveCSS("outline-style", "none");
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  const thumb = page.getByRole("switch").first().locator("span");
  const ground = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground(thumb)).not.toBe(await ground(page.locator("html")));
});

test("several chats are selected and moved, archived and deleted together", async ({
  signedIn: page,
  someone,
}) => {
  await make(someone.api, ["A1", "A2", "B1", "C1"]);
  await someone.api.post("/chat-workspaces", { name: "Finance" });
  await page.goto("/");
  const pick = async (...all: string[]) => {
    await choose(page, "Filter and sort chats", "Select chats…");
    for (const name of all) await list(page).getByRole("checkbox", { name }).check();
  };
  const bar = sidebar(page).getByRole("toolbar", { name: "Selected chats" });
  await pick("A1", "A2");
  await expect(bar.getByRole("status")).toHaveText("2 chats selected");
  await expectAccessibleSidebar(page);
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("2 chats archived.")).toBeVisible();
  await expect(list(page).getByRole("link").filter({ hasNotText: "Projects" })).toHaveCount(2);
  await expect(page.locator("body")).not.toBeFocused();

  await pick("B1");
  await bar.getByRole("button", { name: "Move to a project" }).click();
  await page.getByRole("menuitem", { name: "Finance" }).click();
  await expect(page.getByText("can still see them, and can open the project.")).toBeVisible();
  await expect(sidebar(page).getByRole("button", { name: "Finance 1 chat" })).toBeVisible();

  await pick("C1");
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(list(page)).toContainText("No chats yet");
  await sidebar(page).getByRole("button", { name: "Archive" }).click();
  const archive = sidebar(page).getByRole("navigation", { name: "Archived chats" });
  await expect(archive.getByRole("link")).toHaveCount(2);
  await archive.getByRole("link", { name: "A1" }).hover();
  await choose(page, "Actions for A1", "Unarchive");
  await expect(archive.getByRole("link")).toHaveCount(1);
  await sidebar(page).getByRole("button", { name: "Back to all chats" }).click();
  await expect(chat(page, "A1")).toBeVisible();
});

test("chats are pinned in any folder, tagged, and found by their tag", async ({
  signedIn: page,
  someone: { api },
}) => {
  const [budget, hiring] = await make(api, ["Budget", "Hiring", "Lunch"]);
  const folder = (await api.post("/chat-workspaces", { name: "Finance" })).body;
  await api.put(`/chats/${budget!.uuid}/workspace`, { chat_workspace_id: folder.id });
  await page.goto(`/chats/${budget!.uuid}`);
  const pins = list(page).getByRole("region", { name: "Pinned" });
  await expect(pins).toBeHidden();
  await page.getByRole("main").getByRole("button", { name: "Chat actions" }).click();
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await expect(pins.getByRole("link", { name: "Budget" })).toBeVisible();
  await chat(page, "Lunch").dragTo(pins.getByRole("link", { name: "Budget" }));
  await expect(pins.getByRole("link")).toHaveCount(2);
  await expect(list(page).getByRole("link", { name: "Lunch" })).toHaveCount(1);

  await choose(page, "Actions for Hiring", "Tags…");
  const tags = page.getByRole("dialog", { name: "Tags for “Hiring”" });
  await expect(tags.getByLabel("Add a tag")).toBeFocused();
  await page.keyboard.type("People");
  await page.keyboard.press("Enter");
  await expect(tags.getByRole("button", { name: "Remove #People" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(chat(page, "Hiring")).toContainText("#People");
  await sidebar(page).getByRole("button", { name: "Filter and sort chats" }).click();
  await page.getByRole("menuitemradio", { name: "#People 1 chat" }).click();
  await expect.poll(() => names(list(page).getByRole("link"))).toEqual(["Hiring"]);
  await expectAccessibleSidebar(page);
  await page.reload();
  await expect.poll(() => names(list(page).getByRole("link"))).toEqual(["Hiring"]);
  await sidebar(page)
    .getByRole("button", { name: /#People.*show all chats/ })
    .click();
  await expect(pins.getByRole("link")).toHaveCount(2);
  expect((await api.get(`/chats/${hiring!.uuid}`)).body.tags).toEqual(["People"]);
});

test("the list stays in place below the pointer during updates, and fourteen chats are visible", async ({
  signedIn: page,
  someone: { api },
}) => {
  const all = Array.from({ length: 16 }, (_, n) => `Chat ${n + 1}`);
  const made = await make(api, all);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  const links = list(page).getByRole("link");
  await expect(links.nth(13)).toBeInViewport({ ratio: 1 });
  expect((await links.first().boundingBox())!.height).toBeLessThanOrEqual(36);

  await links.nth(2).hover();
  const before = await names(links);
  await api.multipart(`/chats/${made[0]!.uuid}/messages`, { message_input: "news" });
  await expect(links.filter({ hasText: "news" })).toHaveCount(1);
  expect(await names(links)).toEqual(before);
  await page.getByRole("main").hover();
  await expect.poll(() => names(links)).toEqual(["Chat 1", ...before.filter((name) => name !== "Chat 1")]);
});

test("the sidebar doesn't shift while it is parsed and hydrated, whatever it shows", async ({
  signedIn: page,
  someone,
}) => {
  const [pinned, inside] = await make(someone.api, ["Pinned", "Inside", "Others", "More"]);
  const folder = (await someone.api.post("/chat-workspaces", { name: "Folder" })).body;
  await someone.api.patch(`/chats/${pinned!.uuid}/me`, { starred: true });
  await someone.api.put(`/chats/${inside!.uuid}/workspace`, { chat_workspace_id: folder.id });
  await page.goto("/");
  await list(page).getByRole("button", { name: "Folder 1 chat" }).click();
  await expect(chat(page, "Inside")).toBeVisible();
  /** Returns the positions of everything in the sidebar. */
  const places = () =>
    sidebar(page).evaluate((aside) =>
      [aside, ...aside.querySelectorAll("a, button, h2, input")].map((element) => {
        const { x, y, width } = element.getBoundingClientRect();
        const place = [x, y, ...(element === aside ? [width] : [])].map(Math.round);
        return `${element.textContent} ${place}`;
      }),
    );
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((shifts) => {
      for (const { sources } of shifts.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
        for (const { node } of sources)
          if (node?.parentElement?.closest("#sidebar")) moved.push(node.textContent ?? "");
    }).observe({ type: "layout-shift", buffered: true });
  });
  // A slow processor paints while the page is parsed.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  for (const order of [undefined, "Name", "Unread"]) {
    if (order) await choose(page, "Filter and sort chats", order);
    const { promise: painted, resolve: loadScripts } = Promise.withResolvers<void>();
    await page.route(/\/_next\/static\/.*\.js/, async (route) => {
      await painted;
      await route.fallback();
    });
    await page.goto("/", { waitUntil: "commit" });
    await expect(sidebar(page).getByRole("button", { name: /^Account:/ })).toBeVisible();
    const before = await places();
    loadScripts();
    await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeFocused();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await places()).toEqual(before);
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
    if (!order) expect(before.join()).toContain("Inside");
    await page.unrouteAll();
  }
});
