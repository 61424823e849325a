import type { Page } from "@playwright/test";
import { setSpoken } from "@/test/fakes/speech";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Compare models" });
const reply = (page: Page, name: string) => page.getByRole("article", { name: `Reply from ${name}` });
const said = (page: Page, text: string) => page.getByRole("log", { name: "Messages" }).getByText(text);
const [LARGE, SMALL, FINDER] = ["stand-in-large", "stand-in-small", "Document finder"] as const;

async function compare(page: Page, names: readonly string[]) {
  await page.getByRole("button", { name: "Chat actions" }).click();
  await page.getByRole("menuitem", { name: "Compare models" }).click();
  for (const name of names)
    await dialog(page)
      .getByRole("checkbox", { name: new RegExp(`^${name}`) })
      .check();
}

test("a comparison asks several models, each reply can be stopped, and the chat continues with one", async ({
  signedIn: page,
  someone,
  model,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Plans" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await compare(page, [LARGE]);
  await expect(dialog(page).getByRole("button", { name: "Compare", exact: true })).toBeDisabled();
  for (const name of [SMALL, FINDER])
    await dialog(page)
      .getByRole("checkbox", { name: new RegExp(`^${name}`) })
      .check();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("region", { name: "Comparing models" })).toContainText(
    "stand-in-large, stand-in-small, Document finder",
  );
  await expect(message(page)).toBeFocused();
  await message(page).fill("Count [[fake tokens=2000 delay=20]]");
  await page.keyboard.press("Enter");
  for (const name of [LARGE, SMALL]) await expect(reply(page, name)).toContainText("w0 w1");
  // The columns use the full width.
  const window = (await page.getByRole("log", { name: "Messages" }).boundingBox())!;
  const columns = page.getByRole("region", { name: "Replies from 3 models" }).getByRole("list").first();
  expect((await columns.boundingBox())!.width).toBeGreaterThan(window.width - 80);
  expect(await columns.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(page.getByRole("region", { name: "Comparing models" })).toBeHidden();
  await expect(page.getByRole("button", { name: `Continue with this reply from ${FINDER}` })).toBeVisible();
  await page.getByRole("button", { name: `Stop ${LARGE}` }).click();
  await expect(reply(page, LARGE)).toContainText("Stopped.");
  await expect(page.getByRole("button", { name: `Stop ${SMALL}` })).toBeVisible();
  await page.getByRole("button", { name: `Stop ${SMALL}` }).click();
  await expect(reply(page, SMALL)).toContainText("Stopped.");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectToFitPhone(page);
  await page.getByRole("button", { name: `Continue with this reply from ${SMALL}` }).click();
  await expect(page.getByRole("article", { name: /^Reply of/ })).toHaveCount(0);
  const kept = page.getByRole("article", { name: "Message from Parley" });
  await expect(kept).toHaveCount(1);
  await expect(kept).toContainText("w0 w1");

  await message(page).fill("And then?");
  await page.keyboard.press("Enter");
  await expect(said(page, "You said: And then?")).toBeVisible();
  const told = model.requests.at(-1)!.messages.filter(({ role }) => role !== "system");
  expect(told.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  await page.reload();
  await expect(page.getByRole("article", { name: "Message from Parley" })).toHaveCount(2);
});

test("a new chat can start with a comparison by keyboard or voice", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  // Playwright's trace fetches blobs, which the page's policy blocks.
  browserConsole.expects(/^Connecting to 'blob:/);
  await page.context().grantPermissions(["microphone"]);
  const chosen = page.getByRole("region", { name: "Comparing models" });
  const choose = async () => {
    await page.goto("/");
    await expect(message(page)).toBeFocused();
    await page.getByRole("button", { name: "Compare models" }).press("Enter");
    for (const name of [LARGE, SMALL])
      await dialog(page)
        .getByRole("checkbox", { name: new RegExp(`^${name}`) })
        .press("Space");
    await dialog(page).getByRole("button", { name: "Compare", exact: true }).press("Enter");
    await expect(chosen).toContainText(`${LARGE}, ${SMALL}`);
    await expect(message(page)).toBeFocused();
  };
  await choose();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Compare models" }).click();
  await expect(chosen).toBeHidden();

  await choose();
  await page.keyboard.type("Which bike?");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/chats\//);
  for (const name of [LARGE, SMALL]) await expect(reply(page, name)).toContainText("You said: Which bike?");
  const statuses = page.getByRole("region", { name: "Replies from 2 models" }).getByRole("status");
  await expect(statuses.first()).toHaveText("2 of 2 models have replied.");
  await page.getByRole("button", { name: `Continue with this reply from ${SMALL}` }).press("Enter");
  await expect(page.getByRole("article", { name: "Message from Parley" })).toHaveCount(1);

  await choose();
  setSpoken("Which train?");
  await page.getByRole("button", { name: "Record a voice message" }).press("Space");
  await expect(page.getByRole("region", { name: "Voice message" })).toContainText("0:01");
  await page.getByRole("button", { name: "Send the recording" }).press("Enter");
  await page.waitForURL(/\/chats\//);
  for (const name of [LARGE, SMALL]) await expect(reply(page, name)).toContainText("You said: Which train?");
  await expect(said(page, "Which train?").first()).toBeVisible();
  expect((await someone.api.get("/chats")).body).toHaveLength(2);
});

test("a failed reply leaves the others of a comparison, which stays until one is chosen", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Plans" })).body;
  const models = ["google:gone", `openai-compatible:${SMALL}`].map((name) => ["models", name]);
  await page.goto(`/chats/${chat.uuid}`);
  await someone.api.multipart(`/chats/${chat.uuid}/messages?${new URLSearchParams(models)}`, {
    message_input: "hello",
  });
  await expect(reply(page, "gone")).toContainText("Google is not connected");
  await expect(reply(page, SMALL)).toContainText("You said: hello");
  await expect(page.getByRole("button", { name: "Continue with this reply from gone" })).toHaveCount(0);
  await page.reload();
  await expect(reply(page, SMALL)).toContainText("You said: hello");
  await message(page).fill("Go on");
  await page.keyboard.press("Enter");
  await expect(said(page, "You said: Go on")).toBeVisible();
  await page.getByRole("button", { name: `Continue with this reply from ${SMALL}` }).click();
  await expect(page.getByRole("article", { name: /^Reply of/ })).toHaveCount(0);
});

test("model parameters can be set for an assistant and for a chat, and reset", async ({
  signedIn: page,
  someone,
  model,
}) => {
  const { id } = (await someone.api.post("/virtual-assistants", { name: "Helper", avatar: "🦊" })).body;
  await page.goto(`/assistants/${id}`);
  await page.getByRole("tab", { name: "Model" }).click();
  const form = page.getByRole("form", { name: "Assistant" });
  await form.getByLabel("Temperature", { exact: true }).fill("0.2");
  await form.getByLabel("Reasoning effort").selectOption("High");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByText("Saved", { exact: true })).toBeVisible();

  const chat = (await someone.api.post("/chats", { name: "Plans", virtual_assistant_id: id })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("button", { name: "Members and settings" }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  const temperature = page.getByLabel("Temperature", { exact: true });
  await expect(temperature).toHaveAttribute("placeholder", "Default: 0.2 (Helper)");
  await expect(page.getByLabel("Reasoning effort")).toHaveValue("");
  await expect(page.getByLabel("Reasoning effort")).toContainText("Default: High (Helper)");
  await temperature.fill("2.5");
  await temperature.blur();
  await expect(page.getByRole("alert").filter({ hasText: "Must be a number from 0 to 2." })).toBeVisible();
  await temperature.fill("1.5");
  await temperature.blur();
  await expect.poll(async () => (await someone.api.get(`/chats/${chat.id}`)).body.temperature).toBe(1.5);
  await page.getByLabel("Maximum length", { exact: true }).fill("90");
  await page.getByLabel("Maximum length", { exact: true }).blur();
  await page.getByRole("textbox", { name: "Instructions" }).fill("Rhyme.");
  await page.getByRole("textbox", { name: "Instructions" }).blur();
  await expect
    .poll(async () => (await someone.api.get(`/chats/${chat.id}`)).body)
    .toMatchObject({ max_output_tokens: 90, instructions: "Rhyme." });
  await page.getByRole("button", { name: "Reset: Temperature" }).click();
  await expect.poll(async () => (await someone.api.get(`/chats/${chat.id}`)).body.temperature).toBeNull();
  await expectAccessible(page);
  await message(page).fill("[[fake strict]]");
  await page.keyboard.press("Enter");
  await expect(said(page, "You said: [[fake strict]]")).toBeVisible();
  expect(model.requests.at(-4)).toMatchObject({
    temperature: 0.2,
    reasoning_effort: "high",
    max_tokens: 90,
  });
  await page.getByRole("button", { name: "More" }).last().click();
  await page.getByRole("menuitem", { name: "How this was made" }).click();
  await expect(page.getByRole("dialog", { name: "How this was made" })).toContainText(
    "Temperature, Reasoning effort, Maximum length: not supported by this model",
  );
});
