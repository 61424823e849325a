import { startFirebaseKeys } from "@/test/fakes/firebase-keys";
import { startGoogleServer } from "@/test/fakes/google-server";
import { startProduct } from "@/test/product";
import { expect, person, test } from "@/test/test";

test("a Google sign-in returns to the requested page, and can be completed only in the same browser", async ({
  page,
  browser,
}) => {
  const firebase = await startFirebaseKeys();
  const google = await startGoogleServer(() =>
    firebase.token({ sub: "uid-gia", email: "gia@firebase.test", name: "Gia Google" }),
  );
  const own = await startProduct({
    env: {
      FIREBASE_PROJECT_ID: firebase.project,
      FIREBASE_KEYS_URL: firebase.url,
      FIREBASE_API_KEY: "web-key",
      FIREBASE_AUTH_URL: google.url,
    },
  });
  try {
    // Creates the installation's first account, which requires a password.
    const owner = await person(own.url);
    const invitations = `/groups/${owner.group.id}/invitations`;
    const { link } = (await owner.api.post(invitations, { role: "member" })).body;
    await page.goto(`${own.url}/assistants`);
    const begin = page.getByRole("link", { name: "Continue with Google" });
    await begin.click();
    await expect(page).toHaveTitle("Google");
    const back = await page.getByRole("link", { name: "Agree" }).getAttribute("href");
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(back!);
    await expect(stranger.getByRole("alert").filter({ hasText: "Google failed" })).toBeVisible();

    await page.getByRole("link", { name: "Agree" }).click();
    await page.waitForURL(`${own.url}/assistants`);
    await expect(page.getByRole("button", { name: /account/i })).toContainText("Gia Google");
    expect(google.ended).toEqual([`${own.url}/login/google/return?state=s&code=agreed`]);

    // Signs in to the same account again. A rejected sign-in shows a message, signs nobody in, and keeps the
    // invitation.
    await page.context().clearCookies();
    google.setRefusing(true);
    await page.goto(link);
    await page.getByRole("link", { name: "Sign in" }).click();
    await begin.click();
    await page.getByRole("link", { name: "Agree" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Google failed" })).toBeVisible();
    await expect(page.getByText(`has invited you to join the group ${owner.group.name}.`)).toBeVisible();
    google.setRefusing(false);
    await begin.click();
    await page.getByRole("link", { name: "Agree" }).click();
    await page.waitForURL(link);
    await page.getByRole("button", { name: "Join the group" }).click();
    await expect(page.getByRole("heading", { name: "Hello, Gia" })).toBeVisible();
    expect(own.output()).not.toContain("web-key");
  } finally {
    await own.remove();
    await google.close();
    await firebase.close();
  }
});
