import type { Page } from "@playwright/test";
import { PASSWORD } from "@/test/client";
import { expect, test } from "@/test/page-checks";

async function signInByForm(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("password guessing from the same network doesn't lock the owner out of a known browser", async ({
  page,
  product,
  someone,
  browser,
  browserConsole,
}) => {
  browserConsole.expects(/status of 400.*\/login\/submit/);
  await signInByForm(page, someone.email);
  await page.waitForURL("/");
  const device = (await page.context().cookies()).find(({ name }) => name.endsWith("parley-device"))!;
  expect(device).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  // Leaves the page, which would otherwise redirect itself when it notices the missing session cookie.
  await page.goto("about:blank");
  await page.context().clearCookies({ name: /session/ });

  const guess = (password: string) =>
    someone.api.as(undefined).form("/auth/login", { username: someone.email, password });
  for (let n = 0; n < 10; n++) expect((await guess("not the right one")).status).toBe(401);
  expect(await guess(PASSWORD)).toMatchObject({ status: 429, body: { retry_after: expect.any(Number) } });

  // An unknown browser is told how long to wait, and can sign in by e-mail.
  const other = await browser.newContext({ baseURL: product.url });
  const stranger = await other.newPage();
  browserConsole.watch(stranger);
  await signInByForm(stranger, someone.email);
  await expect(stranger.getByRole("alert").filter({ hasText: /./ })).toHaveText(
    /^Too many attempts\. Try again in \d+ (seconds|minutes)\.$/,
  );
  await stranger.getByRole("link", { name: "Sign in by e-mail" }).click();
  // Waits for the page, because both pages have a field with this name.
  await stranger.waitForURL(/\/login\/email/);
  await stranger.getByLabel("E-mail address").fill(someone.email);
  await stranger.getByRole("button", { name: /link/i }).click();
  await stranger.waitForURL(/sent=1/);
  await other.close();

  await signInByForm(page, someone.email);
  await page.waitForURL("/");
});
