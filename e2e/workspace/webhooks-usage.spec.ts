import { readFile } from "node:fs/promises";
import { joined } from "@/test/client";
import { startReceiver } from "@/test/fakes/webhook-receiver";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("a webhook is created, tested, sent a message event, and redelivered", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 422/);
  const receiver = await startReceiver();
  try {
    await page.goto("/settings/webhooks");
    const address = page.getByLabel("Address");
    await expect(async () => {
      await page.getByRole("button", { name: "Add a webhook" }).click({ timeout: 1000 });
      await expect(address).toBeFocused({ timeout: 1000 });
    }).toPass();
    await address.fill("http://10.0.0.1/hook");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(address).toHaveAccessibleDescription(/private network/);
    await address.fill(`${receiver.url}/hook`);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByLabel("Secret of the webhook")).toHaveValue(/^whsec_/);
    await page.getByRole("button", { name: "I've stored it" }).click();

    receiver.status = 500;
    await page.getByRole("button", { name: "Send a test" }).click();
    await expect(
      page.getByRole("status").filter({ hasText: "The test failed. The server answered 500." }),
    ).toBeVisible();
    await expect(page.getByText("Failing")).toBeVisible();
    receiver.status = 200;
    const chat = (await someone.api.post("/chats", {})).body;
    await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(3);
    await page.getByRole("button", { name: "Deliveries" }).click();
    const deliveries = page
      .getByRole("listitem")
      .filter({ hasText: "message.created" })
      .getByRole("listitem");
    await expect(deliveries.filter({ hasText: "Delivered" }).first()).toBeVisible();
    await deliveries.getByRole("button", { name: "Redeliver" }).first().click();
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(4);
    await expectAccessible(page);
    await expectToFitPhone(page);
  } finally {
    await receiver.close();
  }
});

test("a webhook of another admin can be changed only by taking it over", async ({
  signedIn: page,
  someone,
  product,
}) => {
  const max = await joined(product.url, someone, "Max Admin");
  await someone.api.patch(`/groups/${someone.group.id}/members/${max.user.id}`, { role: "admin" });
  const hook = { url: "https://example.com/hook", events: ["message.created"] };
  await max.api.post("/webhooks", hook);
  await page.goto("/settings/webhooks");
  await expect(page.getByText("Created by Max Admin")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Regenerate secret" })).toHaveCount(0);
  const question = page.getByRole("dialog", { name: "Take over the webhook to example.com?" });
  await expect(async () => {
    await page.getByRole("button", { name: "Take over" }).click({ timeout: 1000 });
    await expect(question).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await question.getByRole("button", { name: "Take over" }).click();
  await expect(page.getByLabel("Secret of the webhook")).toHaveValue(/^whsec_/);
  await expect(page.getByRole("switch", { name: "Webhook to example.com" })).not.toBeChecked();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel("Address")).toHaveValue(hook.url);
});

test("usage is shown by day and by source, limited, priced and saved", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "=Plans" })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  await page.goto("/settings/usage");
  await expect(page.getByRole("table", { name: "Usage by assistant" })).toBeVisible();
  await page.getByLabel("Group by", { exact: true }).selectOption("Chat");
  const table = page.getByRole("table", { name: "Usage by chat" });
  await expect(table.getByRole("row", { name: /=Plans 1 / })).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(await readFile(await saved.path(), "utf8")).toContain(`"'=Plans",`);

  await page.getByLabel(/^Price of .*, input$/).fill("1000");
  await page.getByRole("button", { name: "Save prices" }).click();
  await expect(table.getByRole("columnheader", { name: "Cost" })).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);

  await page.getByLabel("Monthly token limit").fill("1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const bars = page.getByRole("progressbar", { name: /used this month/ });
  await expect(bars.first()).toHaveAttribute("aria-valuenow", "100");
  // 50,000,000 tokens is the default limit in Settings → Installation.
  await expect(bars.last()).toHaveAccessibleName(/ of 50,000,000 tokens used this month/);
  await page.goto("/");
  await expect(page.getByText("The group has used all its tokens for this month")).toBeVisible();
});

test("storage is shown by kind with its limit, for the group and for the user", async ({
  signedIn: page,
  someone,
}) => {
  const file = new File(["a".repeat(3 * 1024 * 1024)], "plan.txt");
  const [document] = (await someone.api.multipart("/documents", { files: [file] })).body;
  await page.goto("/settings/usage");
  for (const name of ["This group", "You, in all of your groups"]) {
    const table = page.getByRole("table", { name });
    await expect(table.getByRole("row", { name: /^Files 3 MB/ })).toBeVisible();
    await expect(table.getByRole("row", { name: /^Stored responses of the API 0 bytes/ })).toBeVisible();
  }
  await expect(page.getByText("3 MB of 100 GB stored")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await someone.api.del(`/documents/${document.id}`);
  await page.reload();
  await expect(page.getByRole("row", { name: /^Files 0 bytes/ })).toHaveCount(2);
});
