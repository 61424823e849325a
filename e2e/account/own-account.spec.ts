import { execFileSync } from "node:child_process";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { client, PASSWORD, signIn } from "@/test/test";

const NEW_PASSWORD = "another long enough secret";

test("a changed name appears everywhere", async ({ signedIn: page, browserConsole }) => {
  browserConsole.expects(/status of 422|ERR_FAILED/);
  await page.goto("/settings/profile");
  const name = page.getByLabel("Your name");
  const save = page.getByRole("button", { name: "Save name" });
  await expect(name).toHaveValue("Ada Example");
  await expectAccessible(page);
  await expectToFitPhone(page);

  await name.fill("  ");
  await save.click();
  await expect(name).toHaveAccessibleDescription("Must not be empty.");
  await page.route("**/users/me", (route) => route.abort());
  await name.fill(" Ada King ");
  await save.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("The server can't be reached.");
  await page.unroute("**/users/me");
  await save.click();
  await expect(name).toHaveValue("Ada King");
  await expect(page.getByRole("button", { name: /^Account:/ })).toContainText("Ada King");
  await page.reload();
  await expect(name).toHaveValue("Ada King");
});

test("changing the password requires the current one, and signs out everywhere else", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/status of 4(00|22)/);
  await page.goto("/settings/profile");
  const current = page.getByLabel("Current password", { exact: true });
  const next = page.getByLabel("New password", { exact: true });
  const change = page.getByRole("button", { name: "Change password" });

  await current.fill("not the right one");
  await next.fill("short");
  await change.click();
  await expect(next).toHaveAccessibleDescription(/Must have at least 10 characters\.$/);
  await next.fill(NEW_PASSWORD);
  await change.click();
  await expect(current).toHaveAccessibleDescription("The current password is incorrect.");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await current.fill(PASSWORD);
  await change.click();
  await expect(page.getByText("Your password was changed.")).toBeVisible();
  await expect(current).toHaveValue("");
  expect((await someone.api.get("/chats")).status).toBe(401);
  const login = (password: string) =>
    client(product.url).form("/auth/login", { username: someone.email, password });
  expect((await login(PASSWORD)).status).toBe(401);
  expect((await login(NEW_PASSWORD)).status).toBe(200);
});

test("sessions are listed with the current one marked, and can be ended one by one or all together", async ({
  signedIn: page,
  someone,
  product,
  browser,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED/);
  const other = await browser.newContext({ baseURL: product.url });
  try {
    const elsewhere = await other.newPage();
    await signIn(elsewhere, product.url, someone.email);
    await page.goto("/settings/sessions");
    const sessions = page.getByRole("main").getByRole("listitem").filter({ hasText: "Last used" });
    await expect(sessions).toHaveCount(3);
    await expect(sessions.filter({ hasText: "This session" })).toHaveCount(1);
    await expect(sessions.first()).toContainText("This session");
    await expect(sessions.first()).toContainText(/Chrome on .*Workspace/s);
    await expect(sessions.first().getByRole("button")).toHaveCount(0);
    await expectAccessible(page);
    await expectToFitPhone(page);

    // Signs out a session that was created through the API.
    const program = sessions.filter({ hasText: "API ·" });
    await page.route("**/users/me/sessions/*", (route) => route.abort());
    await program.getByRole("button", { name: "Sign out" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expect(dialog.getByRole("alert")).toContainText("The server can't be reached.");
    await page.unroute("**/users/me/sessions/*");
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expect(sessions).toHaveCount(2);
    expect((await someone.api.get("/chats")).status).toBe(401);

    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await dialog.getByRole("button", { name: "Sign out everywhere else" }).click();
    await expect(page.getByText("You're not signed in anywhere else.")).toBeVisible();
    await expect(sessions).toHaveCount(1);
    await elsewhere.goto("/");
    await elsewhere.waitForURL("/login");
    await page.reload();
    await expect(sessions).toHaveCount(1);
  } finally {
    await other.close();
  }
});

test("sessions and profile report load errors, and can be retried", async ({
  signedIn: page,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED/);
  await page.clock.install();
  for (const [name, path] of [
    ["Sessions", "**/users/me/sessions"],
    ["Profile", "**/users/me"],
  ] as const) {
    await page.goto("/settings/models");
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.route(path, (route) => route.abort());
    const failure = page.getByRole("main").getByRole("alert");
    await expect(async () => {
      // Returning to the page reloads the data; the client retries with delays.
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
      await page.clock.fastForward(60_000);
      await expect(failure).toContainText("The server can't be reached.", { timeout: 300 });
    }).toPass();
    await page.unroute(path);
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(failure).toHaveCount(0);
  }
});

test("account data can be downloaded, and the account permanently deleted", async ({
  signedIn: page,
  someone,
  product,
  browserConsole,
}) => {
  // Expects errors of a wrong password, and of requests that the page sent after the account was deleted.
  browserConsole.expects(/status of 40[01]/);
  const chat = (await someone.api.post("/chats", { name: "Plans", virtual_assistant_id: null })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "Keep this", is_sync: "true" });
  await page.goto("/settings/profile");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^parley-[\d-]+\.zip$/);
  const all = execFileSync("unzip", ["-p", await download.path()], { encoding: "utf8" });
  for (const text of [someone.email, "Keep this"]) expect(all).toContain(text);

  const open = page.getByRole("button", { name: "Delete account" });
  await open.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(someone.email);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();

  await open.click();
  const password = dialog.getByLabel("Your password", { exact: true });
  await password.fill("not the right one");
  await password.press("Enter");
  await expect(password).toHaveAccessibleDescription("The password is incorrect.");
  await password.fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await page.waitForURL("/login");
  await page.goto("/assistants");
  await page.waitForURL(/\/login\?/);
  const login = await client(product.url).form("/auth/login", {
    username: someone.email,
    password: PASSWORD,
  });
  expect(login.status).toBe(401);
});
