import type { Page } from "@playwright/test";
import { linkIn, startMailServer } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { startProduct } from "@/test/product";
import { client, PASSWORD, signIn } from "@/test/test";

const NEW = "quite another secret";
const said = (page: Page) => page.getByRole("alert").filter({ hasText: /./ });
const email = (page: Page) => page.getByLabel("E-mail address");
const password = (page: Page) => page.getByLabel("New password", { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const titled = (page: Page, name: string) => expect(page.getByRole("heading", { name })).toBeVisible();
const ours = async (page: Page) => {
  await expectAccessible(page);
  await expectToFitPhone(page);
};
/** Opens a link like a mail scanner, which does so before the reader. */
const scan = async (page: Page, link: string) => {
  for (const method of ["HEAD", "GET"]) {
    const { headers } = await fetch(link, { method, redirect: "manual" });
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  }
  await page.goto(link);
  await page.goto(link);
};

test("a mailed link signs in once after a click on its button and returns to the requested page", async ({
  page,
  product,
  someone,
  browserConsole,
}) => {
  // Expects errors of requests that the workspace sent while its session ended.
  browserConsole.expects(/status of (400.*\/login\/email\/submit|401)/);
  await page.goto("/assistants");
  await page.waitForURL(/\/login\?next=/);
  await page.getByRole("link", { name: "Sign in by e-mail" }).click();
  await titled(page, "Sign in by e-mail");
  await ours(page);
  await press(page, "E-mail me a link");
  await expect(email(page)).toHaveAccessibleDescription("Must be an e-mail address.");
  await email(page).fill(someone.email);
  await press(page, "E-mail me a link");
  await titled(page, "Check your inbox");
  await ours(page);

  const link = linkIn(await outbox(product.dataDir).next(someone.email), "/login/magic/");
  await scan(page, link);
  await titled(page, "Sign in");
  await ours(page);
  await press(page, "Sign in");
  await page.waitForURL("/assistants");
  await expect(page.getByRole("button", { name: /account/i })).toContainText(someone.user.full_name);

  await page.context().clearCookies();
  await page.goto(link);
  await titled(page, "This link no longer works");
  await ours(page);
  await page.getByRole("link", { name: "Request a new link" }).click();
  await page.waitForURL("/login/email?next=%2Fassistants");
});

test("a mailed link resets a forgotten password and signs out other browsers", async ({
  page,
  browser,
  product,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 400.*\/reset-password\/submit/);
  const elsewhere = await browser.newContext({ baseURL: product.url });
  try {
    const other = await elsewhere.newPage();
    await signIn(other, product.url, someone.email);
    await other.goto("/assistants");

    await page.goto("/login?next=/assistants");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await titled(page, "Forgot your password?");
    await email(page).fill(someone.email);
    await press(page, "E-mail me a link");
    await titled(page, "Check your inbox");

    const link = linkIn(await outbox(product.dataDir).next(someone.email), "/reset-password/");
    await scan(page, link);
    await titled(page, "Set a new password");
    await ours(page);
    await password(page).fill("short");
    await press(page, "Set password");
    await expect(password(page)).toHaveAccessibleDescription(/Must have at least 10 characters\.$/);
    await password(page).fill("password123");
    await press(page, "Set password");
    await expect(password(page)).toHaveAccessibleDescription(/This password is too common\.$/);
    await password(page).fill(NEW);
    await press(page, "Set password");
    await page.waitForURL("/login?done=reset&next=%2Fassistants");
    await expect(page.getByRole("status")).toHaveText("Your new password is set. Sign in with it.");
    await email(page).fill(someone.email);
    await page.getByLabel("Password", { exact: true }).fill(NEW);
    await press(page, "Sign in");
    await page.waitForURL("/assistants");

    await other.goto("/assistants");
    await other.waitForURL(/\/login/);
    await page.goto(link);
    await titled(page, "This link no longer works");
  } finally {
    await elsewhere.close();
  }
});

test("a mailed link creates an account, and the mail survives an outage and a crash", async ({
  page,
  browserConsole,
}) => {
  const mailServer = await startMailServer();
  const own = await startProduct({ env: { SMTP_URL: mailServer.url } });
  try {
    await mailServer.stop();
    const address = "olive@example.test";
    await page.goto(`${own.url}/register?next=/assistants&setup=${await own.setupToken()}`);
    await page.getByLabel("Your name").fill("Olive Owner");
    await email(page).fill(address);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await press(page, "Create account");
    await titled(page, "Check your inbox");
    await own.kill();
    await mailServer.start();
    await own.start();

    const link = linkIn(await mailServer.next(address), "/register/confirm/");
    await scan(page, link);
    await titled(page, "Confirm your address");
    await press(page, "Create my account");
    await page.waitForURL(`${own.url}/assistants`);
    await expect(page.getByRole("button", { name: /account/i })).toContainText("Olive Owner");
    const login = await client(own.url).form("/auth/login", { username: address, password: PASSWORD });
    expect(login.status).toBe(200);
    expect(mailServer.mails).toHaveLength(1);
  } finally {
    // The open page still sends requests to the stopped server.
    browserConsole.expects(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_CONNECTION_RESET/);
    await own.remove();
    await mailServer.stop();
  }
});

test("mailed links work without JavaScript, and redirect to no other site", async ({
  browser,
  product,
  someone,
  browserConsole,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  const page = await context.newPage();
  browserConsole.watch(page);
  const mails = outbox(product.dataDir);
  try {
    await page.goto("/forgot-password");
    await email(page).fill(`${"j".repeat(5000)}@example.test`);
    await press(page, "E-mail me a link");
    await expect(email(page)).toHaveAccessibleDescription(/./);
    await email(page).fill(someone.email);
    await press(page, "E-mail me a link");
    await titled(page, "Check your inbox");
    await page.goto(linkIn(await mails.next(someone.email), "/reset-password/"));
    await password(page).fill("password123");
    await press(page, "Set password");
    await expect(password(page)).toHaveAccessibleDescription(/This password is too common\.$/);
    expect(await page.content()).not.toContain("password123");
    await password(page).fill(NEW);
    await press(page, "Set password");
    await page.waitForURL("/login?done=reset");
    await mails.next(someone.email);

    await page.goto("/login/email?next=//evil.example");
    await email(page).fill(someone.email);
    await press(page, "E-mail me a link");
    await titled(page, "Check your inbox");
    const link = linkIn(await mails.next(someone.email), "/login/magic/");
    expect(link).not.toContain("evil");
    // A second tab, whose button is rejected with a message.
    const second = await context.newPage();
    await second.goto(link);
    await page.goto(`${link}?next=https://evil.example/`);
    await press(page, "Sign in");
    await page.waitForURL("/");
    await press(second, "Sign in");
    await titled(second, "This link no longer works");
    await expect(said(second)).toHaveCount(0);
  } finally {
    await context.close();
  }
});

test("an account without a password is created by a mailed link", async ({
  page,
  product,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/status of 400.*\/register\/passwordless\/submit/);
  // The fixture has created the installation's first account, which requires a password.
  expect(someone.user.id).toBeGreaterThan(0);
  const address = `lena.${Date.now()}@example.test`;
  await page.goto("/register?next=%2Fassistants");
  await page.getByRole("link", { name: "Create one without a password" }).click();
  await titled(page, "Create an account without a password");
  await ours(page);
  await press(page, "E-mail me a link");
  await expect(email(page)).toHaveAccessibleDescription("Must be an e-mail address.");
  await page.getByLabel("Your name").fill("Lena Linked");
  await email(page).fill(address);
  await press(page, "E-mail me a link");
  await titled(page, "Check your inbox");
  await page.goto(linkIn(await outbox(product.dataDir).next(address), "/register/confirm/"));
  await press(page, "Create my account");
  await page.waitForURL("/assistants");
  await expect(page.getByRole("button", { name: /account/i })).toContainText("Lena Linked");
});
