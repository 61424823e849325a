import type { Page } from "@playwright/test";
import { expect, test } from "@/test/page-checks";

const message = (page: Page) => page.getByLabel("Message", { exact: true });

/** Holds the page's scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: isLoading, resolve: load } = Promise.withResolvers<void>();
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await isLoading;
    await route.continue();
  });
  return load;
}

test("clicks and text before hydration take effect afterwards", async ({ signedIn: page, someone }) => {
  const chat = (await someone.api.post("/chats", { name: "Early" })).body;
  const loadScripts = await holdScripts(page);
  await page.goto(`/chats/${chat.uuid}`, { waitUntil: "commit" });
  await page.locator("main").getByRole("button", { name: "Chat actions" }).click();
  await message(page).fill("before anything");
  loadScripts();
  await expect(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
  await expect(message(page)).toHaveValue("before anything");
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
});

test("Enter before hydration sends what was typed, and a shortcut takes effect", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Early", virtual_assistant_id: null })).body;
  for (const sendKey of ["enter", "mod+enter"]) {
    await someone.api.patch("/users/me", { send_key: sendKey });
    const loadScripts = await holdScripts(page);
    await page.goto(`/chats/${chat.uuid}`, { waitUntil: "commit" });
    await message(page).fill(`with ${sendKey}`);
    await message(page).press("Enter");
    await page.keyboard.press("Control+k");
    loadScripts();
    await expect(page.getByRole("dialog", { name: "Find anything" }).getByRole("combobox")).toBeFocused();
    await page.unrouteAll({ behavior: "wait" });
    if (sendKey === "enter") await expect(page.getByRole("article")).toContainText(`with ${sendKey}`);
    else await expect(message(page)).toHaveValue("with mod+enter\n");
  }
});

for (const { name, fields, text, buttons, shows } of [
  {
    name: "a reply",
    fields: {},
    text: "Hello",
    buttons: ["Options", "Bad reply", "Good reply"],
    shows: (page: Page) => page.getByRole("button", { name: "Good reply", pressed: true }),
  },
  {
    name: "code",
    fields: { virtual_assistant_id: null },
    text: "```js\nlet a = 1;\n```",
    buttons: ["Copy code", "Open in canvas"],
    shows: (page: Page) => page.getByRole("region", { name: "Canvas", exact: true }),
  },
])
  test(`buttons of ${name} that the server rendered stay until their code has loaded`, async ({
    signedIn: page,
    someone,
  }) => {
    const chat = (await someone.api.post("/chats", { name: "Kept", ...fields })).body;
    await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: text, is_sync: "true" });
    const html = await (await page.request.get(`/chats/${chat.uuid}`)).text();
    const { promise: isChanged, resolve: loadRest } = Promise.withResolvers<void>();
    await page.route(/_next\/static\/.*\.js/, async (route) => {
      if (!html.includes(new URL(route.request().url()).pathname)) await isChanged;
      await route.continue();
    });
    await page.goto(`/chats/${chat.uuid}`, { waitUntil: "commit" });
    await expect(message(page)).toBeFocused();
    const rendered = await Promise.all(
      buttons.map((button) => page.getByRole("button", { name: button, exact: true }).elementHandle()),
    );
    await message(page).fill("Thanks");
    await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
    const before = await rendered.at(-1)!.boundingBox();
    loadRest();
    await rendered.at(-1)!.click();
    await expect(shows(page)).toBeVisible();
    expect(await rendered.at(-1)!.boundingBox()).toMatchObject({ y: before!.y });
    const kept = await Promise.all(rendered.map((button) => button!.evaluate((each) => each.isConnected)));
    expect(buttons.filter((_, at) => !kept[at])).toEqual([]);
  });

test("the message field leaves a focus from before hydration alone", async ({ signedIn: page, someone }) => {
  const chat = (await someone.api.post("/chats", { name: "Early" })).body;
  const loadScripts = await holdScripts(page);
  await page.goto(`/chats/${chat.uuid}`, { waitUntil: "commit" });
  const actions = page.locator("main").getByRole("button", { name: "Chat actions" });
  await actions.focus();
  loadScripts();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main button, main textarea")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber")),
    ),
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(actions).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "New chat" }).first().click();
  await expect(message(page)).toBeFocused();
});

test("settings stay where they were scrolled to before hydration, and show the current page's entry", async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  const loadScripts = await holdScripts(page);
  await page.goto("/settings/api-tokens", { waitUntil: "commit" });
  const entry = page.getByRole("navigation", { name: "Settings" }).locator("[aria-current]");
  await expect(entry).not.toBeInViewport();
  loadScripts();
  await expect(entry).toBeInViewport({ ratio: 1 });

  const loadProfile = await holdScripts(page);
  await page.goto("/settings/profile", { waitUntil: "commit" });
  const choice = page.getByRole("switch", { name: "Suggest follow-up questions" });
  await choice.scrollIntoViewIfNeeded();
  await choice.click();
  loadProfile();
  await expect(choice).toBeChecked();
  await expect(choice).toBeInViewport();
});
