import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { startProduct } from "@/test/product";
import { PASSWORD } from "@/test/test";

let count = 0;
const newAddress = () => `visitor${++count}.${Date.now()}@example.test`;

const WRONG = "Incorrect e-mail address or password.";
const TAKEN = "An account with this e-mail address already exists.";

const getFields = (page: Page) => ({
  name: page.getByLabel("Your name"),
  email: page.getByLabel("E-mail address"),
  password: page.getByLabel("Password", { exact: true }),
  team: page.getByLabel("Group (optional)"),
});
const said = (page: Page) => page.getByRole("alert").filter({ hasText: /./ });

async function signInByForm(page: Page, email: string, password = PASSWORD): Promise<void> {
  const fields = getFields(page);
  await fields.email.fill(email);
  await fields.password.fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("the first visitor of an installation is asked to create the account that owns it", async ({ page }) => {
  test.skip(Boolean(process.env.TEST_CLUSTER), "behind a proxy nobody is at this machine");
  const empty = await startProduct();
  try {
    await page.goto(empty.url);
    await expect(page.getByRole("heading", { name: "Welcome to Parley" })).toBeVisible();
    await expectToFitPhone(page);
    await page.getByRole("link", { name: "Create the first account" }).click();
    await expect(page.getByRole("heading", { name: "Create the first account" })).toBeVisible();
    const { name, email, password } = getFields(page);
    await name.fill("Olive Owner");
    await email.fill(newAddress());
    await password.fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(`${empty.url}/`);
    await page.goto(`${empty.url}/settings/profile`);
    await expect(page.getByRole("definition").filter({ hasText: "Owner" }).last()).toHaveText("Owner");
  } finally {
    // Leaves the page, which would otherwise log failed requests to the stopped server.
    await page.goto("about:blank");
    await empty.remove();
  }
});

test("signing up reports all errors together, preserves the input, and ends in the workspace", async ({
  page,
  browserConsole,
}) => {
  browserConsole.expects(/status of 400.*\/register\/submit/);
  await page.goto("/register");
  const { name, email, password, team } = getFields(page);
  await email.fill("no address");
  await password.fill("short");
  await team.fill("Sailors");
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(said(page)).toHaveCount(3);
  await expect(name).toHaveAccessibleDescription(/./);
  await expect(name).toBeFocused();
  await expect(email).toHaveAccessibleDescription("Must be an e-mail address.");
  await expect(password).toHaveAccessibleDescription(/Must have at least 10 characters\.$/);
  await expect(email).toHaveValue("no address");
  await expect(password).toHaveValue("short");
  await expectAccessible(page);
  await expectToFitPhone(page);

  await name.fill("Vera Visitor");
  await email.fill(newAddress());
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("/");
  await page.goto("/settings/profile");
  await expect(page.getByRole("definition").filter({ hasText: "Sailors" })).toBeVisible();
});

test("signing up with a known address is refused at the field, however the address is written", async ({
  page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 400.*\/register\/submit/);
  await page.goto("/register");
  const { name, email, password } = getFields(page);
  await name.fill("Second Ada");
  await email.fill(` ${someone.email.toUpperCase()}`);
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(email).toHaveAccessibleDescription(TAKEN);
  await expect(email).toBeFocused();
  await expect(name).toHaveValue("Second Ada");
  await expect(password).toHaveValue(PASSWORD);

  await password.fill("password123");
  await email.fill(newAddress());
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(password).toHaveAccessibleDescription(/This password is too common\./);
  await expect(said(page)).toHaveCount(1);
});

test("signing in handles empty fields, a wrong password and a lost connection, and opens the workspace", async ({
  page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 400.*\/login\/submit/);
  browserConsole.expects(/ERR_FAILED/);
  await page.goto("/login");
  const { email, password } = getFields(page);
  await expect(email).toBeFocused();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(email).toHaveAccessibleDescription("Enter your e-mail address.");
  await expect(password).toHaveAccessibleDescription("Enter your password.");

  await signInByForm(page, someone.email, "not the right one");
  await expect(said(page)).toHaveText([WRONG]);
  await expect(said(page)).toBeFocused();
  await expect(email).toHaveValue(someone.email);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await signInByForm(page, newAddress(), PASSWORD);
  await expect(said(page)).toHaveText([WRONG]);

  await page.route("**/login/submit", (route) => route.abort());
  await signInByForm(page, someone.email);
  await expect(said(page)).toHaveText(["The server can't be reached. Check the connection and try again."]);
  await page.unroute("**/login/submit");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/");
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
});

test("a page that requires an account opens after signing in or signing up", async ({
  page,
  someone,
  context,
}) => {
  await page.goto("/settings/api-tokens?a=b");
  await page.waitForURL(/\/login\?next=/);
  await page.getByRole("link", { name: "Create one" }).click();
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
  const { name, email, password } = getFields(page);
  await name.fill("Nora Next");
  await email.fill(newAddress());
  await password.fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("/settings/api-tokens?a=b");

  // Closes the page, which would otherwise redirect itself when it notices the missing session cookie.
  await page.close();
  await context.clearCookies();
  const later = await context.newPage();
  await later.goto("/settings/api-tokens?a=b");
  await signInByForm(later, someone.email);
  await later.waitForURL("/settings/api-tokens?a=b");
  // A signed-in person skips the form.
  await later.goto("/login?next=/assistants");
  await later.waitForURL("/assistants");
});

test("another site's address in ?next= leads to the start page", async ({ page, someone }) => {
  await page.goto("/login?next=//evil.example");
  await signInByForm(page, someone.email);
  await expect(page.getByRole("button", { name: /account/i })).toContainText(someone.user.full_name);
  await expect(page).toHaveURL("/");
  for (const next of ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
    // Reads only the redirect, which is faster than loading the page.
    const answer = await page.request.get("/login", { params: { next }, maxRedirects: 0 });
    expect(answer.status()).toBe(307);
    expect(answer.headers().location).toBe("/");
  }
});

test("signing out ends the session permanently", async ({ signedIn: page }) => {
  await page.goto("/");
  const cookies = await page.context().cookies();
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign out?" })).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("/login");

  await page.goto("/assistants");
  await page.waitForURL("/login?next=%2Fassistants");
  // A session cookie that was kept from before is invalid.
  await page.context().addCookies(cookies);
  await page.goto("/");
  await page.waitForURL("/login");
});

test("account pages work without JavaScript", async ({ browser, product, someone, browserConsole }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const page = await context.newPage();
  browserConsole.watch(page);
  try {
    await page.goto("/register?next=/settings/profile");
    const { name, email, password } = getFields(page);
    await expect(page.getByRole("button", { name: "Show password" })).toBeHidden();
    await name.fill("Jane Noscript");
    await email.fill(someone.email);
    await password.fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(said(page)).toHaveText(TAKEN);
    await expect(email).toHaveAccessibleDescription(TAKEN);
    await expect(name).toHaveValue("Jane Noscript");
    await expect(email).toHaveValue(someone.email);
    await expect(password).toHaveValue("");

    const address = newAddress();
    await email.fill(address);
    await password.fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("/settings/profile");
    await expect(page.getByRole("definition").filter({ hasText: address })).toBeVisible();

    await page.goto("/logout");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("/login");
    await signInByForm(page, address, "not the right one");
    await expect(said(page)).toHaveText([WRONG]);
    await expect(email).toHaveValue(address);
    expect(await page.content()).not.toContain("not the right one");
    // The sign-up form does not show the error. Input too long for the cookie is rejected with a message as well.
    await page.getByRole("link", { name: "Create one" }).click();
    await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
    await expect(said(page)).toHaveCount(0);
    await name.fill("Jane");
    await email.fill(`${"j".repeat(5000)}@example.test`);
    await password.fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(email).toHaveAccessibleDescription(/./);
    await page.goto("/login");
    await email.fill(address);
    await password.fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("/");
  } finally {
    await context.close();
  }
});

test("account pages work by keyboard alone", async ({ page, someone }) => {
  // Requires an account, because an installation without one shows the setup page.
  expect(someone.email).not.toBe("");
  const { keyboard } = page;
  async function tabTo(role: "button" | "link", name: string | RegExp): Promise<void> {
    const wanted = page.getByRole(role, { name });
    await expect(wanted).toBeVisible();
    for (let steps = 0; steps < 40; steps++) {
      await keyboard.press("Tab");
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${role} ${name} cannot be reached with the Tab key.`);
  }
  await page.goto("/login");
  await expect(getFields(page).email).toBeFocused();
  await tabTo("link", "Create one");
  await keyboard.press("Enter");
  const { name, email, password, team } = getFields(page);
  await expect(name).toBeFocused();
  await keyboard.type("Kay Board");
  await keyboard.press("Tab");
  await expect(email).toBeFocused();
  const address = newAddress();
  await keyboard.type(address);
  await keyboard.press("Tab");
  await expect(password).toBeFocused();
  await keyboard.type(PASSWORD);
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await expect(password).toHaveAttribute("type", "text");
  await expect(page.getByRole("button", { name: "Hide password" })).toBeFocused();
  await keyboard.press("Tab");
  await expect(team).toBeFocused();
  await keyboard.press("Enter");
  await page.waitForURL("/");

  await tabTo("button", /account/i);
  await keyboard.press("Enter");
  await keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
  await keyboard.press("Enter");
  await page.waitForURL("/logout");
  await tabTo("button", "Sign out");
  await keyboard.press("Enter");
  await page.waitForURL("/login");
  await expect(email).toBeFocused();
  await keyboard.type(address);
  await keyboard.press("Tab");
  await keyboard.type(PASSWORD);
  await keyboard.press("Enter");
  await page.waitForURL("/");
});
