import type { Page } from "@playwright/test";
import { joined } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { PASSWORD, person, signIn } from "@/test/test";

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
const getRow = (page: Page, name: string) => rows(page).filter({ hasText: name });
const openMenu = (page: Page) => page.getByRole("button", { name: /^Account:/ }).click();

test("a link admits a member, who switches between groups, gets another role, and is removed", async ({
  signedIn: page,
  someone: ada,
  product,
  browser,
  browserConsole,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/settings/members");
  await expect(getRow(page, ada.email)).toContainText("(you)");
  await expect(page.getByText("No open invitations.")).toBeVisible();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = page.getByLabel("Invitation link");
  await expect(link).toBeFocused();
  const address = await link.inputValue();
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByLabel("E-mail address (optional)")).toBeFocused();
  await expect(rows(page).filter({ hasText: /^Link/ })).toContainText("Member · by Ada Example · expires");
  expect(await page.content()).not.toContain(address);

  const max = await person(product.url, "Max Member");
  const theirs = await (await browser.newContext({ baseURL: product.url })).newPage();
  browserConsole.watch(theirs);
  await theirs.goto(address);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText(`Join ${ada.group.name}`);
  await expectAccessible(theirs);
  await expectToFitPhone(theirs);
  await theirs.getByRole("link", { name: "Sign in" }).click();
  await theirs.getByLabel("E-mail address").fill(max.email);
  await theirs.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await theirs.keyboard.press("Enter");
  await theirs.getByRole("button", { name: "Join the group" }).click();
  await theirs.waitForURL(`${product.url}/`);
  const account = theirs.getByRole("button", { name: /^Account:/ });
  await expect(account).toContainText(ada.group.name);

  await theirs.getByRole("textbox", { name: "Message", exact: true }).fill("Only for this group");
  await theirs.keyboard.press("Enter");
  await theirs.waitForURL("**/chats/*");
  await expect(theirs.getByRole("log", { name: "Messages" })).toContainText("You said: Only for this group");
  await openMenu(theirs);
  const current = theirs.getByRole("menuitemradio", { name: ada.group.name });
  await expect(current).toHaveAttribute("aria-checked", "true");
  await theirs.getByRole("menuitemradio", { name: max.group.name }).click();
  await expect(account).toContainText(max.group.name);
  await expect(theirs.getByText("No chats yet")).toBeVisible();
  await openMenu(theirs);
  await current.click();
  await expect(account).toContainText(ada.group.name);

  await theirs.goto(address);
  await expect(theirs.getByText("You're already in this group.")).toBeVisible();
  await theirs.getByRole("button", { name: "Open the group" }).click();
  await theirs.waitForURL(`${product.url}/`);

  await theirs.goto("/settings/members");
  await expect(getRow(theirs, ada.email)).toContainText("Owner");
  await expect(theirs.getByRole("button", { name: /Remove|Create link/ })).toHaveCount(0);
  await expectAccessible(theirs);

  await page.reload();
  const role = page.getByLabel("Role of Max Member");
  await expect(role).toHaveValue("member");
  await role.selectOption("admin");
  await expect(page.getByText("Max Member is an admin now.")).toBeVisible();
  await page.getByLabel("Role of Ada Example").selectOption("member");
  await expect(page.getByText("This is the group's last owner.")).toBeVisible();
  await expect(page.getByLabel("Role of Ada Example")).toHaveValue("owner");
  browserConsole.expects(/status of (409|401)/);
  await expectAccessible(page);
  await expectToFitPhone(page);

  await getRow(page, "Max Member").getByRole("button", { name: "Remove" }).click();
  const question = page.getByRole("dialog", { name: "Remove Max Member?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(getRow(page, max.email)).toHaveCount(0);
  await expect(page.getByText("No open invitations.")).toBeVisible();
  await theirs.goto("/settings/members");
  await theirs.waitForURL(/\/login\?next=/);
  await theirs.goto(address);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("This invitation isn't valid");
  await expectAccessible(theirs);
  await theirs.context().close();

  await page.goto("/settings/audit-log");
  const entries = rows(page).filter({ has: page.getByRole("time") });
  await expect(entries.first()).toHaveText(/^Ada Example removed Max Member\./);
  const log = page.getByRole("main");
  for (const sentence of ["Ada Example made Max Member an admin.", "Max Member joined as a member."]) {
    await expect(log).toContainText(sentence);
  }
  await page.getByLabel("Event").selectOption("Sign-in failed");
  await expect(log).toContainText("No matches.");
  await page.getByLabel("Event").selectOption("Role changed");
  await expect(entries).toHaveText([/^Ada Example made Max Member an admin\./]);
  await page.getByLabel("Person").selectOption("Ada Example");
  await expect(entries).toHaveText([/^Ada Example made Max Member an admin\./]);
  await page.getByLabel("Event").selectOption("All events");
  await expect(log).not.toContainText("Max Member joined as a member.");
  await expect(entries.first()).toHaveText(/^Ada Example removed Max Member\./);
  await expectAccessible(page);
  await expectToFitPhone(page);
});

test("an invitation by mail is valid for its address, and can be revoked", async ({
  signedIn: page,
  someone: ada,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/status of (409|422)/);
  await page.goto("/settings/members");
  const email = page.getByLabel("E-mail address (optional)");
  await email.fill("nobody");
  const send = page.getByRole("button", { name: "Send invitation" });
  await send.click();
  await expect(email).toHaveAccessibleDescription(/Must be an e-mail address\.$/);
  await email.fill("eve@example.test");
  await page.getByLabel("Role", { exact: true }).selectOption("admin");
  await send.click();
  await expect(page.getByText("An invitation is on its way to eve@example.test.")).toBeVisible();
  const row = getRow(page, "eve@example.test");
  await expect(row).toContainText("Admin · by Ada Example");
  const link = linkIn(await outbox(product.dataDir).next("eve@example.test"), "/join/");
  await page.goto(link);
  await expect(page.getByText(`You're signed in as ${ada.email}. Sign out`)).toBeVisible();
  await expect(page.getByRole("button", { name: /Join|Open/ })).toHaveCount(0);
  await expectAccessible(page);
  // The server rejects the form even when it is submitted without the button.
  const forced = await page.request.post(`${link}/submit`, { headers: { "sec-fetch-site": "same-origin" } });
  expect(forced.url()).toBe(link);
  await page.goto("/settings/members");
  await row.getByRole("button", { name: "Revoke" }).click();
  await page
    .getByRole("dialog", { name: "Revoke the invitation for eve@example.test?" })
    .getByRole("button", { name: "Revoke" })
    .click();
  await expect(row).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This invitation isn't valid");
});

test("every page of an invitation shows the inviter and the group, and has no field for a group name", async ({
  page,
  someone: ada,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/status of 400/);
  const email = "ines@example.test";
  await ada.api.patch(`/groups/${ada.group.id}`, { name: "Harbor <b>" });
  await ada.api.post(`/groups/${ada.group.id}/invitations`, { email, role: "member" });
  const mails = outbox(product.dataDir);
  await page.goto(linkIn(await mails.next(email), "/join/"));
  const expectInvitation = async (title: string) => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText("Ada Example has invited you to join the group Harbor <b>.")).toBeVisible();
    await expect(page.getByLabel("Group")).toHaveCount(0);
  };
  await page.getByRole("link", { name: "Create an account" }).click();
  await expectInvitation("Create an account");
  await expect(page.getByLabel("E-mail address")).toHaveValue(email);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expectInvitation("Create an account");
  for (const [link, title] of [
    ["Sign in", "Sign in"],
    ["Forgot password?", "Forgot your password?"],
    ["Back to sign-in", "Sign in"],
    ["Sign in by e-mail", "Sign in by e-mail"],
    ["Sign in with your password", "Sign in"],
    ["Create one", "Create an account"],
    ["Create one without a password", "Create an account without a password"],
  ] as const) {
    await page.getByRole("link", { name: link, exact: true }).click();
    await expectInvitation(title);
  }
  await page.getByLabel("Your name").fill("Ines Guest");
  await page.getByRole("button", { name: "E-mail me a link" }).click();
  await expectInvitation("Check your inbox");
  await page.goto(linkIn(await mails.next(email), "/register/confirm/"));
  await expectInvitation("Confirm your address");
  await page.getByRole("button", { name: "Create my account" }).click();
  await page.waitForURL(`${product.url}/`);
  await expect(page.getByRole("button", { name: /^Account:/ })).toContainText("Harbor <b>");
  // Mailed links for signing in and for a new password also lead to the invitation.
  const { body: again } = await ada.api.post(`/groups/${ada.group.id}/invitations`, { role: "member" });
  await page.context().clearCookies();
  for (const [path, button, mailed, title] of [
    ["/login/email", "E-mail me a link", "/login/magic/", "Sign in"],
    ["/forgot-password", "E-mail me a link", "/reset-password/", "Set a new password"],
  ] as const) {
    await page.goto(`${path}?next=${encodeURIComponent(new URL(again.link).pathname)}`);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: button }).click();
    await expectInvitation("Check your inbox");
    await page.goto(linkIn(await mails.next(email), mailed));
    await expectInvitation(title);
  }
});

test("a group is renamed, a further one is created, and switching groups is limited to members", async ({
  signedIn: page,
  someone: ada,
  product,
  browserConsole,
}) => {
  browserConsole.expects(/status of (409|422)/);
  await page.goto("/settings/group");
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue(ada.group.name);
  await name.fill("   ");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(name).toHaveAccessibleDescription("Must not be empty.");
  await name.fill(`Research ${"x".repeat(80)}`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The name was saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Account:/ })).toContainText("Research");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Leave" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(question.getByRole("alert")).toContainText("The group's last owner can't leave.");
  await page.keyboard.press("Escape");

  await page.getByLabel("Name of the new group").fill("Second");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${product.url}/`);
  await expect(page.getByRole("button", { name: /^Account:/ })).toContainText("Second");

  // Cross-site form posts must not switch groups.
  const forged = await page.request.post(`${product.url}/switch-group/submit`, {
    form: { group_id: ada.group.id },
    headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  });
  expect(forged.status()).toBe(403);
  const foreign = await person(product.url);
  const refused = await page.request.post(`${product.url}/switch-group/submit`, {
    form: { group_id: foreign.group.id },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(refused.status()).toBe(404);
  await page.reload();
  await expect(page.getByRole("button", { name: /^Account:/ })).toContainText("Second");
});

test("a list of members that fails to load reports it, and can be retried", async ({
  signedIn: page,
  product,
  someone: ada,
  browserConsole,
}) => {
  browserConsole.expects(/status of 500/);
  const mia = await person(product.url, "Mia Member");
  const at = `/groups/${ada.group.id}`;
  const { link } = (await ada.api.post(`${at}/invitations`, { role: "admin" })).body;
  await mia.api.post("/groups/join", { invitation_token: link.split("/").at(-1) });
  await signIn(page, product.url, ada.email);
  await page.goto("/settings/members");
  await page.clock.install();
  await page.route("**/members?*", (route) =>
    route.fulfill({ status: 500, json: { error: "x", message: "The server had a problem." } }),
  );
  await page.getByLabel("Role of Mia Member").selectOption("member");
  const failure = page.getByRole("main").getByRole("alert");
  await expect(async () => {
    // Skips the delays between the client's retries.
    await page.clock.fastForward(5000);
    await expect(failure).toContainText("The server had a problem.", { timeout: 200 });
  }).toPass();
  await page.unroute("**/members?*");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toHaveCount(0);
  await expect(page.getByLabel("Role of Mia Member")).toHaveValue("member");
});

test("a member who leaves a group lands in another one, and sees nothing of the former", async ({
  page,
  product,
  someone: ada,
  browserConsole,
}) => {
  // Expects errors of requests that the open page sends while Mia leaves the group, and of a chat she cannot access.
  browserConsole.expects(/status of (401|404)/);
  const mia = await joined(product.url, ada, "Mia Member");
  const chat = (await ada.api.post("/chats", { name: "Ours", member_user_ids: [mia.user.id] })).body;
  await signIn(page, product.url, mia.email);
  await page.request.post("/switch-group/submit", { form: { group_id: ada.group.id } });
  await page.goto("/settings/group");
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("button", { name: /^Account:/ })).not.toContainText(ada.group.name);
  await page.goto(`/chats/${chat.uuid}`);
  await expect(page.getByRole("main")).not.toContainText("Ours");
  expect((await ada.api.get(`/chats/${chat.id}/users`)).body).toHaveLength(1);
});
