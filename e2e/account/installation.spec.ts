import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { startProduct } from "@/test/product";
import { PASSWORD, person, signIn } from "@/test/test";

/** Header of a proxy, which marks a request as remote. */
const ELSEWHERE = { "x-forwarded-for": "203.0.113.9" };

test("a stranger cannot set up an installation, and the setup link works once", async ({
  page,
  browser,
  browserConsole,
}) => {
  test.slow();
  browserConsole.expects(/status of 400.*\/register\/submit/);
  const own = await startProduct({ env: { SIGN_UP: "invited" } });
  try {
    await page.setExtraHTTPHeaders(ELSEWHERE);
    for (const path of ["/", "/register", "/register/passwordless", "/register?setup=guessed"]) {
      await page.goto(own.url + path);
      await expect(page.getByText("This installation isn't set up yet.")).toBeVisible();
      await expect(page.getByRole("textbox")).toHaveCount(0);
    }
    await expectAccessible(page);
    await expectToFitPhone(page);

    const link = `${own.url}/register?setup=${await own.setupToken()}`;
    await page.goto(link);
    await expect(page.getByText("After that, people need an invitation to sign up.")).toBeVisible();
    await page.getByLabel("Your name").fill("Olive Owner");
    await page.getByLabel("E-mail address").fill("olive@example.test");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "at least 10" })).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(`${own.url}/`);
    await page.goto(`${own.url}/settings/installation`);
    await expect(page.getByText("By invitation: group owners and admins invite people.")).toBeVisible();

    // The setup link is used up, and signing up requires an invitation.
    const other = await browser.newPage();
    await other.goto(link);
    await expect(other.getByText("New accounts need an invitation.")).toBeVisible();
    await other.getByRole("link", { name: "Sign in" }).click();
    await expect(other.getByRole("button", { name: "Sign in" })).toBeVisible();
    await expect(other.getByText("No account yet?")).toHaveCount(0);
    await other.close();
  } finally {
    // Leaves the page, which would otherwise log failed requests to the stopped server.
    await page.goto("about:blank");
    await own.remove();
  }
});

test("the owner suspends an account, whose open tab is signed out, and a group, and limits what groups use", async ({
  page,
  browser,
}) => {
  test.slow();
  const own = await startProduct();
  try {
    const owner = await person(own.url, "Olga Owner");
    const eve = await person(own.url, "Eve Example");
    await person(own.url, "Sam Stranger");
    const theirs = await browser.newPage();
    await signIn(theirs, own.url, eve.email);
    await theirs.goto(own.url);
    await expect(theirs.getByRole("link", { name: "New chat" }).first()).toBeVisible();

    await signIn(page, own.url, owner.email);
    await page.goto(`${own.url}/settings/installation`);
    await expect(page.getByRole("link", { name: "Installation" })).toHaveAttribute("aria-current", "page");
    const accounts = page.getByRole("region", { name: "Accounts" });
    const groups = page.getByRole("region", { name: "Groups" });
    await expect(accounts.getByRole("listitem")).toHaveCount(3);
    const olga = accounts.getByRole("listitem").filter({ hasText: "Olga Owner" });
    await expect(olga.getByRole("button", { name: "Suspend" })).toHaveCount(0);
    await expectAccessible(page);
    await expectToFitPhone(page);

    await accounts.getByRole("searchbox", { name: "Search accounts" }).fill("eve");
    await expect(accounts.getByRole("listitem")).toHaveCount(1);
    await accounts.getByRole("button", { name: "Suspend" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).press("Enter");
    await expect(accounts.getByText("Suspended", { exact: true })).toBeVisible();
    // The tab notices the end of its session without any action.
    const ended = theirs.getByRole("alert").filter({ hasText: "Your session has ended." });
    await expect(ended).toBeVisible({ timeout: 30_000 });
    await expect(theirs.getByText("Parley can't be reached.")).toHaveCount(0);
    await ended.getByRole("link", { name: "Sign in to continue" }).click();
    await theirs.getByLabel("E-mail address").fill(eve.email);
    await theirs.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await theirs.getByRole("button", { name: "Sign in" }).click();
    await expect(theirs.getByText("Incorrect e-mail address or password.")).toBeVisible();
    await accounts.getByRole("button", { name: "Reactivate" }).click();
    await expect(accounts.getByText("Suspended", { exact: true })).toHaveCount(0);
    // The field is empty if the form was submitted before hydration.
    await theirs.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await theirs.getByRole("button", { name: "Sign in" }).click();
    await expect(theirs).toHaveURL(`${own.url}/`);
    await accounts.getByRole("searchbox").fill("nobody of this name");
    await expect(accounts.getByText("No matches for “nobody of this name”.")).toBeVisible();

    const mine = groups.getByRole("listitem").filter({ hasText: "Olga Owner's group" });
    await expect(mine.getByText("(yours)")).toBeVisible();
    await expect(mine.getByRole("button", { name: "Suspend" })).toHaveCount(0);
    const sams = groups.getByRole("listitem").filter({ hasText: "Sam Stranger's group" });
    await sams.getByRole("button", { name: "Limit" }).click();
    await sams.getByLabel("Monthly token limit").fill("much");
    await sams.getByRole("button", { name: "Save" }).click();
    await expect(sams.getByRole("alert")).toBeVisible();
    await sams.getByLabel("Monthly token limit").fill("2,000,000");
    await sams.getByRole("button", { name: "Save" }).click();
    await expect(sams).toContainText("0 of 2,000,000 tokens this month");
    const byDefault = page.getByLabel("Monthly token limit per group");
    await byDefault.fill("3000000");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(mine).toContainText("0 of 3,000,000 tokens this month");
    await sams.getByRole("button", { name: "Suspend" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
    await expect(sams.getByText("Suspended", { exact: true })).toBeVisible();

    await page.context().clearCookies();
    await signIn(page, own.url, eve.email);
    await page.goto(`${own.url}/settings/installation`);
    await expect(page.getByText("Only the owner of the installation can open this page.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Installation" })).toHaveCount(0);
    await theirs.close();
  } finally {
    await page.goto("about:blank");
    await own.remove();
  }
});
