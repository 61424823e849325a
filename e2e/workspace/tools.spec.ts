import { startMcpOauthServer } from "@/test/fakes/mcp-oauth-server";
import { startMcpServer } from "@/test/fakes/mcp-server";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const WRITES = "[[fake call every_thing__toggle-simulated-logging {}]]";

test("an MCP server is connected and given to an assistant, and its tool waits for approval in a chat", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 422/);
  const everything = await startMcpServer();
  await page.goto("/settings/tools");
  await expect(page.getByRole("heading", { level: 1, name: "Tools" })).toBeVisible();
  await expect(page.getByText("No servers yet.")).toBeVisible();
  const connect = page.getByRole("button", { name: "Connect a server" });
  const name = page.getByLabel("Name", { exact: true });
  await expect(async () => {
    await connect.click({ timeout: 1000 });
    await expect(name).toBeFocused({ timeout: 1000 });
  }).toPass();
  await name.fill("Every Thing");
  await page.getByLabel("Address").fill(everything.url);
  await page.getByLabel("Headers (optional)").fill("Authorization Bearer");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("isn't in the form Name: value.")).toBeVisible();
  await page.getByLabel("Headers (optional)").fill("Authorization: Bearer of-a-secret");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Connect", exact: true }).click();

  const uses = page.getByRole("switch", { name: "Parley uses Every Thing" });
  await uses.click();
  await expect(uses).toBeChecked();
  await expect(page.getByText("used by Parley")).toBeVisible();
  await page.getByRole("button", { name: "Tools", exact: true }).click();
  const echo = page.getByRole("switch", { name: "Tool Echo" });
  await expect(echo).toBeChecked();
  await echo.click();
  await expect(echo).not.toBeChecked();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByText("Authorization is stored.")).toBeVisible();
  expect(await page.content()).not.toContain("of-a-secret");

  const chat = (await someone.api.post("/chats", { name: "Tools" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  const composer = page.getByRole("textbox", { name: "Message" });
  await expect(composer).toBeFocused();
  await composer.fill(WRITES);
  await page.keyboard.press("Enter");
  const permission = page.getByRole("region", { name: "Tool permission" });
  await expect(permission).toContainText("Allow toggle-simulated-logging from Every Thing?");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await permission.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByText(/The person did not allow it/).last()).toBeVisible();
  await expect(permission).toBeHidden();

  await composer.fill(WRITES);
  await page.keyboard.press("Enter");
  await expect(permission).toBeVisible();
  await page.reload();
  await permission.getByRole("button", { name: "Always in this chat" }).click();
  await expect(page.getByText(/simulated.*logging/i).last()).toBeVisible();
  await expect(permission).toBeHidden();
  await composer.fill(WRITES);
  await page.keyboard.press("Enter");
  const lastSteps = async () => {
    const messages = (await someone.api.get(`/chats/${chat.id}/messages`)).body;
    return messages.at(-1).reasoning_steps.map(({ label }: { label: string }) => label);
  };
  await expect.poll(lastSteps).toEqual(["Using toggle-simulated-logging of Every Thing"]);

  // The server sends an elicitation while its tool runs.
  await composer.fill("[[fake call every_thing__trigger-elicitation-request {}]]");
  await page.keyboard.press("Enter");
  await permission.getByRole("button", { name: "Allow once" }).click();
  const form = page.getByRole("region", { name: "Question from a server" });
  await expect(form).toContainText("Every Thing needs more information to continue");
  await form.getByRole("button", { name: "Send answer" }).click();
  await expect(form.getByText("Must not be empty.")).toBeVisible();
  await form.getByLabel("String", { exact: true }).fill("Ada Lovelace");
  await form.getByRole("checkbox", { name: "Piano" }).check();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await form.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText(/Ada Lovelace/).last()).toBeVisible();
  await expect(form).toBeHidden();

  await everything.close();
  await page.goto("/settings/tools");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("The server does not accept connections.")).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("No servers yet.")).toBeVisible();
});

test("an MCP server that requires a sign-in is signed in to, and again after its expiry", async ({
  signedIn: page,
  someone,
}) => {
  const notes = await startMcpOauthServer();
  await someone.api.post("/mcp-servers", { name: "Notes", url: notes.url });
  await page.goto("/settings/tools");
  await expect(page.getByText("Sign-in required")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("1 of 1 tool ")).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/tools$/);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeHidden();
  notes.revoke();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await notes.close();
});
