import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { vector } from "@electric-sql/pglite-pgvector";
import type { Page } from "@playwright/test";
import { startModelServer } from "@/test/fakes/model-server";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { client } from "@/test/test";

const SERVER = "OpenAI-compatible server";

/** Collects all API responses of a page. */
function answersTo(page: Page): () => Promise<string> {
  const answers: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/v1/")) answers.push(response.text().catch(() => ""));
  });
  return async () => (await Promise.all(answers)).join("\n");
}

test("the profile shows the user's account, and links to the other settings", async ({
  signedIn: page,
  someone,
}) => {
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: someone.email })).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  const navigation = page.getByRole("navigation", { name: "Settings" });
  await navigation.getByRole("link", { name: "Models" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Models" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Models" })).toHaveAttribute("aria-current", "page");
});

test("settings are grouped, and found by their contents", async ({ signedIn: page }) => {
  await page.goto("/settings/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Settings" });
  const links = (group: string) => navigation.getByRole("list", { name: group }).getByRole("link");
  await expect(links("You").first()).toHaveText("Profile");
  await expect(links("Group")).toContainText(["Group", "Members", "Models"]);
  const search = navigation.getByRole("searchbox", { name: "Search settings" });
  await search.fill("pass");
  await expect(navigation.getByRole("link")).toHaveText(["ProfilePassword"]);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await search.fill("no such thing");
  await expect(navigation.getByRole("status")).toHaveText("No settings match “no such thing”.");
  await search.fill("monthly");
  await navigation.getByRole("link", { name: "Usage" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
});

test("an API token is shown once, works, and is refused after its revocation", async ({
  signedIn: page,
  product,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED|status of 422/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/settings/api-tokens");
  await expect(page.getByText("You have no tokens yet.")).toBeVisible();
  const name = page.getByLabel("Name", { exact: true });
  const create = page.getByRole("button", { name: "Create token" });
  const own = page.getByRole("main").getByRole("listitem").filter({ hasText: "plt_…" });

  await create.click();
  await expect(name).toBeFocused();
  await name.fill("   ");
  await create.click();
  await expect(name).toHaveAccessibleDescription("Must not be empty.");
  await page.route("**/api-tokens", (route) => route.abort());
  await name.fill(`Nightly ${"report".repeat(15)}`);
  await create.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("The server can't be reached.");
  await page.unroute("**/api-tokens");
  await create.click();

  const shown = page.getByLabel("API token", { exact: true });
  await expect(shown).toHaveValue(/^plt_/);
  await expect(shown).toBeFocused();
  const token = await shown.inputValue();
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "I've stored it" }).click();
  await expect(shown).toBeHidden();
  await expect(name).toBeFocused();
  await expect(own).toContainText("never used");
  expect(await page.content()).not.toContain(token);

  const program = client(product.url, `Token ${token}`);
  expect((await program.get("/chats")).status).toBe(200);
  const list = await someone.api.get("/users/me/api-tokens");
  expect(list.body).toHaveLength(1);
  expect(JSON.stringify(list.body)).not.toContain(token);
  const source = await (await page.reload())?.text();
  expect(source).toContain(token.slice(-4));
  expect(source).not.toContain(token);
  await expect(own).toContainText("last used");
  await expect(own).toContainText("expires");
  await expectToFitPhone(page);

  await own.getByRole("button", { name: "Revoke" }).click();
  const question = page.getByRole("dialog", { name: /^Revoke “Nightly/ });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  expect((await program.get("/chats")).status).toBe(200);
  await own.getByRole("button", { name: "Revoke" }).click();
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("You have no tokens yet.")).toBeVisible();
  expect((await program.get("/chats")).status).toBe(401);
});

test("a model server is tested and connected, its key is never shown, and it replies", async ({
  signedIn: page,
}) => {
  const own = await startModelServer();
  const KEY = "sk-own-key-of-the-team-1234567890";
  const answers = answersTo(page);
  try {
    await page.goto("/settings/models");
    await expect(page.getByText(/^By default, .* answers\./)).toBeVisible();
    await page.getByRole("button", { name: `Connect ${SERVER}` }).click();
    const address = page.getByLabel("Address");
    const key = page.getByLabel("API key (optional)");
    const tryIt = page.getByRole("button", { name: "Test connection" });
    await address.fill("http://127.0.0.1:9/v1");
    await key.fill(KEY);
    await expect(key).toHaveAttribute("type", "password");
    await tryIt.click();
    const rows = page.getByRole("list", { name: "Connections" }).getByRole("listitem");
    const form = rows.filter({ has: tryIt });
    const row = rows.filter({ hasText: own.url });
    await expect(form.getByText(/cannot be reached/)).toBeVisible();
    await expectAccessible(page);

    own.setMode("401");
    await address.fill(own.url);
    await tryIt.click();
    await expect(form.getByText(/ refused the API key\.$/)).toBeVisible();
    await expect(form).not.toContainText("sk-secret-of-someone");
    own.setMode("echo");
    await tryIt.click();
    await expect(form.getByText(/ answered in [\d.]+ s\.$/)).toBeVisible();
    await form.getByRole("button", { name: "stand-in-small" }).click();
    await expect(page.getByLabel("Model (optional)")).toHaveValue("stand-in-small");
    await expectAccessible(page);
    await expectToFitPhone(page);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${SERVER} is connected.`)).toBeVisible();
    await expect(row.getByText("Connected", { exact: true })).toBeVisible();
    await expect(row).toContainText(`${own.url} · stand-in-small · key stored`);
    const change = page.getByRole("button", { name: `Edit ${SERVER}` });
    await expect(change).toBeFocused();
    await expect(page.getByText(/^By default, stand-in-small.* answers\./)).toBeVisible();

    const source = await (await page.reload())?.text();
    expect(source).toContain(own.url);
    expect(source).not.toContain(KEY);
    await change.click();
    await expect(key).toHaveValue("");
    await expect(key).toHaveAccessibleDescription("A key is stored. Leave blank to keep it.");
    expect(await page.content()).not.toContain(KEY);
    expect(await answers()).toContain('"has_key":true');
    expect(await answers()).not.toContain(KEY);

    await page.getByRole("link", { name: "New chat" }).click();
    await page.getByRole("textbox", { name: "Message", exact: true }).fill("Who is it?");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article", { name: /Parley/ })).toContainText("You said: Who is it?");
    expect(own.requests.map(({ model }) => model)).toContain("stand-in-small");
    expect(own.authorizations.at(-1)).toBe(`Bearer ${KEY}`);

    await page.goto("/settings/models");
    await change.click();
    await address.fill("http://127.0.0.1:9/v1");
    // A key is bound to the address that it was entered for.
    await expect(key).toHaveAccessibleDescription(
      "The stored key belongs to the previous address and isn't sent to another one.",
    );
    await page.getByRole("button", { name: "Disconnect" }).click();
    const question = page.getByRole("dialog", { name: `Disconnect ${SERVER}?` });
    await question.getByRole("button", { name: "Disconnect" }).click();
    await expect(page.getByRole("button", { name: `Connect ${SERVER}` })).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(page.getByRole("button", { name: `Connect ${SERVER}` })).toBeFocused();
    expect(await answers()).not.toContain(KEY);
  } finally {
    await own.close();
  }
});

test("models that fail to load report it, and can be retried", async ({ signedIn: page, browserConsole }) => {
  browserConsole.expects(/status of 500/);
  await page.clock.install();
  const refuse = {
    status: 500,
    json: { error: "Internal Server Error", message: "The server had a problem." },
  };
  await page.route("**/api/v1/models", (route) => route.fulfill(refuse));
  await page.goto("/settings/models");
  const failure = page.getByRole("main").getByRole("alert");
  await expect(async () => {
    // Skips the delays between the client's retries.
    await page.clock.fastForward(5000);
    await expect(failure).toContainText("The server had a problem.", { timeout: 200 });
  }).toPass();
  await page.unroute("**/api/v1/models");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^By default, .* answers\./)).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test("a member without rights sees the settings, and cannot change them", async ({
  signedIn: page,
  someone,
  product,
}) => {
  test.skip(Boolean(process.env.TEST_CLUSTER), "it opens the embedded database");
  const [assistant] = (await someone.api.get("/virtual-assistants")).body;
  await someone.api.patch(`/groups/${someone.group.id}`, { members_create: "nothing" });
  await product.stop();
  // Changes the role in the database, because a member would need an invitation.
  const database = await PGlite.create(join(product.dataDir, "database"), {
    extensions: { vector, pg_trgm, unaccent },
  });
  await database.query("update group_members set role = 'member' where user_id = $1", [someone.user.id]);
  await database.close();
  await product.start();

  await page.goto("/settings/models");
  await expect(page.getByText("Ask one of them for another model.")).toBeVisible();
  await expect(page.getByText(/^By default, .* answers\./)).toBeVisible();
  await expect(page.getByRole("button", { name: /Connect|Edit/ })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFitPhone(page);
  const given = { base_url: "http://127.0.0.1:9/v1" };
  expect((await someone.api.put("/models/connections/ollama", given)).status).toBe(403);
  expect((await someone.api.get("/models/connections")).status).toBe(403);

  await page.goto("/assistants/new");
  await page.waitForURL("/assistants");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("link", { name: "New assistant" })).toHaveCount(0);
  await page.goto(`/assistants/${assistant.id}`);
  await expect(page.getByRole("heading", { level: 1, name: assistant.name })).toBeVisible();
  await expect(
    page.getByRole("main").getByText("owners and admins of your group can change it."),
  ).toBeVisible();
  await expect(page.getByRole("main").locator("input, textarea, select, fieldset")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
  await expectToFitPhone(page);

  await page.getByRole("link", { name: "Assistants" }).first().click();
  await page
    .getByRole("main")
    .getByRole("link", { name: `About “${assistant.name}”` })
    .click();
  await page.getByRole("link", { name: "Start a chat" }).click();
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await page.getByRole("link", { name: `Chat with ${assistant.name}` }).click();
  await expect(page.getByRole("button", { name: `Assistant: ${assistant.name}` })).toBeVisible();
});
