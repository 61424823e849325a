import { PASSWORD, person } from "@/test/client";
import { startOidcServer } from "@/test/fakes/oidc-server";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { startProduct } from "@/test/product";

test("people sign in with an OpenID Connect provider, return to their page, and cancel", async ({
  page,
  browser,
}) => {
  const issuer = await startOidcServer();
  const provider = { id: "acme", name: "Acme", issuer: issuer.issuer, ...issuer.client };
  const own = await startProduct({ env: { OIDC_PROVIDERS: JSON.stringify([provider]) } });
  issuer.register(`${own.url}/login/oidc/acme/return`);
  try {
    // Creates the installation's first account, which requires a password.
    await person(own.url);
    issuer.setPerson({ sub: "pat", email: "pat@acme.test", email_verified: true, name: "Pat Person" });
    await page.goto(`${own.url}/assistants`);
    const begin = page.getByRole("link", { name: "Continue with Acme" });
    await expectAccessible(page);
    await expectToFitPhone(page);
    await begin.click();
    await expect(page).toHaveTitle("Identity provider");
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Single sign-on failed." })).toBeVisible();
    await expectAccessible(page);

    await begin.click();
    await page.getByRole("link", { name: "Agree" }).click();
    await page.waitForURL(`${own.url}/assistants`);
    await expect(page.getByRole("button", { name: /account/i })).toContainText("Pat Person");

    // In another browser, the same person gets the same account.
    const other = await (await browser.newContext()).newPage();
    await other.goto(`${own.url}/login`);
    await other.getByRole("link", { name: "Continue with Acme" }).click();
    await other.getByRole("link", { name: "Agree" }).click();
    await other.waitForURL(`${own.url}/`);
    await expect(other.getByRole("button", { name: /account/i })).toContainText("Pat Person");
    await expect(other.getByRole("button", { name: /account/i })).toContainText("Pat Person's group");
    await other.context().close();
    for (const secret of [provider.client_secret, "code="]) expect(own.output()).not.toContain(secret);
  } finally {
    await own.remove();
    await issuer.close();
  }
});

test("where single sign-on is the only way, the owner of the installation still gets in", async ({
  page,
}) => {
  const issuer = await startOidcServer();
  const provider = { id: "acme", name: "Acme", issuer: issuer.issuer, ...issuer.client };
  const own = await startProduct({
    env: { OIDC_PROVIDERS: JSON.stringify([provider]), SIGN_IN: "sso" },
  });
  issuer.register(`${own.url}/login/oidc/acme/return`);
  try {
    const owner = await person(own.url);
    issuer.setPerson({ sub: "pat", email: "pat@acme.test", email_verified: true, name: "Pat Person" });
    await page.goto(`${own.url}/register`);
    await expect(
      page.getByText("Accounts are created when people sign in with single sign-on."),
    ).toBeVisible();
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toBeHidden();
    await page.getByRole("link", { name: "Continue with Acme" }).click();
    await page.getByRole("link", { name: "Agree" }).click();
    await expect(page.getByRole("button", { name: /account/i })).toContainText("Pat Person");
    await page.goto(`${own.url}/settings/profile`);
    await expect(page.getByRole("heading", { name: "Language and writing" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Password" })).toHaveCount(0);

    await page.context().clearCookies();
    await page.goto(`${own.url}/login`);
    await page.getByText("Sign in as the owner of this installation").click();
    await expectAccessible(page);
    await expectToFitPhone(page);
    await page.getByLabel("E-mail").fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("button", { name: /account/i })).toContainText("Ada Example");
  } finally {
    await own.remove();
    await issuer.close();
  }
});
