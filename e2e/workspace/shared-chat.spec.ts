import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";
import { PASSWORD, person, signIn } from "@/test/test";

const linkIn = (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: /^(As of|Live)/ });

test("a chat is shared by a link, read without an account, and unshared", async ({
  signedIn: page,
  someone,
  browser,
  browserConsole,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Minutes", goal: "Decide" })).body;
  const files = [new File(["hello"], "agenda.txt")];
  await someone.api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "[[fake markdown]] please",
    files,
  });
  await page.goto(`/chats/${chat.uuid}`);
  await page.getByRole("main").getByRole("button", { name: "Chat actions" }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share “Minutes”" });
  await expect(dialog.getByText("No links yet")).toBeVisible();
  await dialog.getByLabel("Who can open it").selectOption("Anyone with the link");
  await dialog.getByLabel("Expires after").selectOption("7 days");
  await dialog.getByRole("button", { name: "Create link" }).press("Enter");
  await expect(dialog.getByText("Anyone with the link · created by Ada Example")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  const url = await linkIn(page).inputValue();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  const answer = (await reader.goto(url))!;
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "cache-control": "private, no-store",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  });
  await expect(reader.locator("meta[name=robots]").first()).toHaveAttribute("content", /noindex/);
  await expect(reader).toHaveTitle("Minutes · Parley");
  const messages = reader.getByRole("article");
  await expect(messages).toHaveCount(2);
  await expect(messages.first()).toHaveAccessibleName("Message from Ada Example");
  await expect(messages.first()).toContainText("agenda.txt");
  await expect(messages.last().getByRole("table")).toContainText("May");
  await expect(reader.getByText(/^As it was on .+ Times are in UTC\.$/)).toBeVisible();
  await expect(reader.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  const html = await answer.text();
  for (const hidden of [someone.email, "Decide", "reasoning", "/api/v1/documents"])
    expect(html).not.toContain(hidden);

  const fresh = await (await browser.newContext()).newPage();
  browserConsole.watch(fresh);
  await fresh.goto(url);
  await expect(fresh.getByRole("button", { name: "Print or save as PDF" })).toBeVisible();
  await expectAccessible(fresh);
  await expectToFitPhone(fresh);
  await fresh.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(fresh.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  await expect(fresh.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(fresh.getByRole("article")).toHaveCount(2);

  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page
    .getByRole("dialog", { name: "Revoke this link?" })
    .getByRole("button", { name: "Revoke" })
    .click();
  await expect(dialog.getByText("No links yet")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Create link" })).toBeFocused();
  const seen = async (address: string) => {
    const { status, headers } = await reader
      .goto(address)
      .then((got) => ({ status: got!.status(), headers: got!.headers() }));
    // Next sometimes adds a preload header for the style sheet.
    const { date: _, "content-security-policy": __, link: ___, ...same } = headers;
    return { status, same, title: await reader.title(), text: await reader.getByRole("main").textContent() };
  };
  const revoked = await seen(url);
  expect([revoked.status, revoked.title]).toEqual([200, "This link doesn't work · Parley"]);
  expect(revoked.text).toContain("Ask the person who sent it for a new one");
  const other = (await someone.api.post(`/chats/${chat.id}/shares`, {})).body.url;
  for (const unknown of ["nothing", "A".repeat(43), `${url.slice(-43, -1)}_`, other.slice(-43).toLowerCase()])
    expect(await seen(new URL(unknown, url).href)).toEqual(revoked);
  await fresh.close();
  await plain.close();
});

test("a link for the group requires a sign-in by a member, and returns to the chat", async ({
  page,
  someone,
  product,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Minutes" })).body;
  const { url } = (await someone.api.post(`/chats/${chat.id}/shares`, { is_live: true })).body;
  await page.goto(url);
  await expect(page).toHaveURL(/\/login\?next=%2Fshared%2F/);
  await page.getByLabel("E-mail").fill(someone.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Minutes" })).toBeVisible();
  await expect(page.getByText("Live: the chat as it is now.")).toBeVisible();
  await expect(page.getByText("No messages yet")).toBeVisible();
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: "We agreed." });
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(2);

  const stranger = await person(product.url, "Eve");
  await signIn(page, product.url, stranger.email);
  await page.goto(url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link doesn't work");
  await expectAccessible(page);
  await expectToFitPhone(page);
});
