import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

// Tests of other files share the model.
test.afterEach(({ model }) => model.setMode("echo"));

const reply = (page: Page) => page.getByRole("article", { name: /^Message from Parley/ });
const running = (page: Page) => page.getByRole("article", { name: "Reply in progress" });

test("a stopped reply is continued where it stands", async ({ signedIn: page, someone, model }) => {
  const chat = (await someone.api.post("/chats", { name: "Counting" })).body;
  model.setMode("tokens=500 delay=30");
  await page.goto(`/chats/${chat.uuid}`);
  const field = page.getByLabel("Message", { exact: true });
  await field.fill("Count");
  await field.press("Enter");
  await expect(running(page)).toContainText("w3");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(reply(page)).toContainText("Stopped.");
  const { id, message } = (await someone.api.get(`/chats/${chat.id}/messages`)).body.at(-1);
  await expectAccessible(page);
  await expectToFitPhone(page);

  model.setMode("tokens=60 delay=50");
  await reply(page).getByRole("button", { name: "Continue" }).click();
  // The running reply begins with the text so far.
  await expect(running(page)).toContainText(message.trim());
  await expect(reply(page)).toContainText("w59");
  await expect(reply(page)).not.toContainText("Stopped.");
  await expect(page.getByRole("group", { name: "Answers" })).toHaveCount(0);
  const whole = (await someone.api.get(`/chats/${chat.id}/messages`)).body.at(-1);
  expect(whole.id).toBe(id);
  expect(whole.message.startsWith(`${message}w0 w1`)).toBe(true);
});

test("only the last reply of a chat offers to continue, and a refusal is shown", async ({
  signedIn: page,
  someone,
  model,
  browserConsole,
}) => {
  browserConsole.expects(/status of 409/);
  const chat = (await someone.api.post("/chats", { name: "Counting" })).body;
  const ask = (message_input: string) =>
    someone.api.multipart(`/chats/${chat.id}/messages`, { message_input, is_sync: "false" });
  for (const text of ["first", "second"]) {
    model.setMode("tokens=500 delay=30");
    const task = (await ask(text)).body.streaming_task_id;
    const state = async () => (await someone.api.get(`/chats/streaming/${task}`)).body;
    await expect.poll(async () => (await state()).text).toContain("w3");
    await someone.api.del(`/chats/streaming_response/${task}`);
    await expect.poll(async () => (await state()).status).toBe("cancelled");
  }
  await page.goto(`/chats/${chat.uuid}`);
  await expect(reply(page).getByText("Stopped.")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(1);
  // The page is hydrated; earlier clicks would be lost.
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  await page.route("**/continue*", (route) =>
    route.fulfill({ status: 409, json: { error: "conflict", message: "It is over.", status_code: 409 } }),
  );
  await reply(page).last().getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("It is over.")).toBeVisible();
  await expect(reply(page).last().getByRole("button", { name: "Continue" })).toBeEnabled();
});
