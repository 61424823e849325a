import type { Page } from "@playwright/test";
import { startModelServer } from "@/test/fakes/model-server";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const SMALL = "openai-compatible:stand-in-small";
const button = (page: Page) => page.getByRole("button", { name: /^Assistant: / });
const chooser = (page: Page) => page.getByRole("dialog", { name: "Assistant and model" });
const models = (page: Page) => chooser(page).getByRole("region", { name: "Model", exact: true });
const choice = (page: Page, name: string | RegExp) =>
  models(page).locator("[data-choice]").filter({ hasText: name });
const reply = (page: Page) => page.getByRole("log", { name: "Messages" }).getByText("You said:");

test("the model of a chat is chosen in its header, and replies", async ({
  signedIn: page,
  someone,
  model,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Plans" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(button(page)).toHaveAccessibleName("Assistant: Parley · Default");
  await button(page).click();
  await expect(choice(page, "Default (stand-in-large)")).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);
  await choice(page, "stand-in-small").click();
  await expect(chooser(page)).toBeHidden();
  await expect(button(page)).toHaveAccessibleName("Assistant: Parley · stand-in-small");
  await expect(button(page)).toBeFocused();

  await page.getByRole("textbox", { name: "Message", exact: true }).fill("hello");
  await page.keyboard.press("Enter");
  await expect(reply(page)).toBeVisible();
  expect(model.requests.at(-1)?.model).toBe("stand-in-small");
  await page.getByRole("button", { name: "More" }).last().click();
  await page.getByRole("menuitem", { name: "How this was made" }).click();
  const facts = page.getByRole("dialog", { name: "How this was made" });
  await expect(facts.getByText("stand-in-small")).toBeVisible();
});

test("a new chat starts with the model that was chosen for it", async ({ signedIn: page, model }) => {
  await page.goto("/");
  await button(page).click();
  await choice(page, "stand-in-small").click();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("first");
  await page.keyboard.press("Enter");
  await expect(reply(page)).toBeVisible();
  await expect(button(page)).toHaveAccessibleName("Assistant: Parley · stand-in-small");
  expect(model.requests.at(-1)?.model).toBe("stand-in-small");
});

test("models can be searched, and favorites stay on top", async ({ signedIn: page, someone }) => {
  const names = [...Array(9)].map((_, n) => ({ id: `pebble-${n + 1}`, context_length: 32_000 * (n + 1) }));
  const own = await startModelServer({ models: names });
  try {
    await someone.api.put("/models/connections/openai-compatible", { base_url: own.url });
    const prices = [{ model: "openai-compatible:pebble-7", input: 0.25, output: 2 }];
    await someone.api.put("/usage/prices", { prices });
    const chat = (await someone.api.post("/chats", { name: "Plans" })).body;
    await page.goto(`/chats/${chat.uuid}`);
    // The page is hydrated once its field has the focus.
    await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
    await button(page).press("Enter");
    await expect(choice(page, "Default (pebble-1)")).toBeVisible();
    await expect(choice(page, "pebble-7")).toContainText("224k context · 0.25 in, 2 out per million tokens");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("ble-7");
    await expect(models(page).locator("[data-choice]")).toHaveCount(1);
    await expectAccessible(page);
    const star = chooser(page).getByRole("button", { name: "Favorite: pebble-7" });
    await star.click();
    await expect(star).toHaveAttribute("aria-pressed", "true");
    await expect
      .poll(async () => (await someone.api.get("/users/me")).body.favorite_models)
      .toEqual(["openai-compatible:pebble-7"]);
    await page.keyboard.press("Escape");
    await expect(chooser(page)).toBeHidden();
    await expect(button(page)).toBeFocused();

    await page.reload();
    await button(page).click();
    await expect(models(page).locator("[data-choice]").nth(1)).toHaveText(/^pebble-7/);
    await page.getByRole("searchbox", { name: "Search assistants and models" }).fill("pebble-3");
    await expect(choice(page, "pebble-3")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(button(page)).toHaveAccessibleName("Assistant: Parley · pebble-3");
  } finally {
    await own.close();
  }
});

test("an assistant with a fixed model states it, and typing a letter selects an assistant", async ({
  signedIn: page,
  someone,
}) => {
  const { id } = (await someone.api.post("/virtual-assistants", { name: "Harbour", model: SMALL })).body;
  await page.goto(`/assistants/${id}`);
  await page.getByRole("tab", { name: "Model" }).click();
  await page.getByRole("switch", { name: "Always use this model" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("form", { name: "Assistant" }).getByRole("status")).toHaveText("Saved");

  const chat = (await someone.api.post("/chats", { name: "Plans" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await button(page).click();
  await expect(choice(page, "Default")).toBeVisible();
  await page.keyboard.press("h");
  await page.keyboard.press("Enter");
  await expect(button(page)).toHaveAccessibleName("Assistant: Harbour · stand-in-small");
  await button(page).click();
  await expect(chooser(page)).toContainText("Harbour always uses stand-in-small");
  await expect(models(page)).toHaveCount(0);
  await expectAccessible(page);
  await chooser(page).getByRole("link", { name: "Edit the assistant" }).click();
  await expect(page).toHaveURL(`/assistants/${id}`);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the chooser is a bottom sheet, and the chat's name gets most of the header", async ({
    signedIn: page,
    someone,
  }) => {
    const name = "Quarterly plans for the north and for the south of the country";
    const chat = (await someone.api.post("/chats", { name, model: SMALL })).body;
    await page.goto(`/chats/${chat.uuid}`);
    const title = page.getByRole("heading", { name, level: 1 });
    expect((await title.boundingBox())!.width).toBeGreaterThanOrEqual(0.55 * 390);
    await button(page).tap();
    await expect(choice(page, "stand-in-small")).toHaveAttribute("aria-pressed", "true");
    const box = (await chooser(page).boundingBox())!;
    expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 390, 844]);
    await expectAccessible(page);
    await choice(page, "stand-in-large").first().tap();
    await expect(chooser(page)).toBeHidden();
    await expect(button(page)).toHaveAccessibleName("Assistant: Parley · Default");
    await page.getByRole("button", { name: "Chat actions" }).tap();
    await page.getByRole("menuitem", { name: "Open the canvas" }).tap();
    await expect(page.getByRole("dialog", { name: "Canvas" })).toBeVisible();
    await expectToFitPhone(page);
  });
});
