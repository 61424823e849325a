import type { Browser, Page } from "@playwright/test";
import { getDirection, LANGUAGES, type Language } from "@/lib/platform/words/languages";
import {
  expect,
  expectAccessible,
  expectAccessibleSidebar,
  expectToFitPhone,
  test,
} from "@/test/page-checks";
import { PASSWORD } from "@/test/test";
import { said } from "@/test/words";

// Opens a page in a browser with a preferred language.
async function pageIn(browser: Browser, language: Language, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    locale: LANGUAGES[language].tag,
    serviceWorkers: "block",
  });
  return context.newPage();
}

for (const language of Object.keys(LANGUAGES) as Language[])
  test(`the interface in ${LANGUAGES[language].name} is translated for signing in, writing, settings and sharing`, async ({
    browser,
    product,
    someone,
    browserConsole,
  }) => {
    const account = said(language, "account");
    const chat = said(language, "chat");
    const page = await pageIn(browser, language, product.url);
    browserConsole.watch(page);
    await page.goto("/login");
    const root = page.locator("html");
    await expect(root).toHaveAttribute("lang", LANGUAGES[language].tag);
    await expect(root).toHaveAttribute("dir", getDirection(language));
    await expect(page).toHaveTitle(`${account("signIn")} · Parley`);
    await page.getByLabel(account("email")).fill(someone.email);
    await page.getByLabel(account("password"), { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: account("signIn"), exact: true }).click();

    const message = page.getByRole("textbox", { name: said(language, "composer")("message"), exact: true });
    await expect(message).toBeFocused();
    await message.fill("Bonjour, 你好, hello");
    await page.keyboard.press("Enter");
    const log = page.getByRole("log", { name: chat("messages") });
    await expect(log.getByRole("article")).toHaveCount(2);
    await expect(log.getByRole("article").first()).toHaveAccessibleName(chat("yourMessage"));
    await expectToFitPhone(page);
    if (getDirection(language) === "rtl") {
      await expectAccessible(page);
      await expectAccessibleSidebar(page);
    }

    await page
      .getByRole("main")
      .getByRole("button", { name: chat("chatActions") })
      .click();
    await page.getByRole("menuitem", { name: said(language, "chatMenu")("share"), exact: true }).click();
    const share = said(language, "share");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: share("createLink") })
      .click();
    await expect(page.getByRole("dialog").getByText(share("linkReady"))).toBeVisible();

    await page.goto("/settings/profile");
    const profile = said(language, "settingsProfile");
    await expect(page.getByLabel(profile("language"), { exact: true })).toBeVisible();
    await expect(
      page.getByRole("navigation").getByRole("link", { name: said(language, "settings")("apiTokens") }),
    ).toBeVisible();
    await expectToFitPhone(page);
    await page.context().close();
  });

test("a language is chosen before signing in, and kept with the account for other browsers", async ({
  browser,
  product,
  someone,
}) => {
  const [german, japanese] = [said("de", "settingsProfile"), said("ja", "settingsProfile")];
  const page = await pageIn(browser, "de", product.url);
  await page.goto("/login");
  await expect(page.getByRole("heading")).toHaveText(said("de", "account")("signIn"));
  await page.getByRole("combobox", { name: said("de", "account")("language") }).selectOption("日本語");
  const account = said("ja", "account");
  await expect(page.getByRole("heading")).toHaveText(account("signIn"));
  await page.getByLabel(account("email")).fill(someone.email);
  await page.getByLabel(account("password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: account("signIn"), exact: true }).click();
  await page.waitForURL(`${product.url}/`);
  await page.goto("/settings/profile");
  await page.getByLabel(japanese("language"), { exact: true }).selectOption("Deutsch");
  await expect(page.getByLabel(german("language"), { exact: true })).toHaveValue("de");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  expect((await someone.api.get("/users/me")).body.language).toBe("de");

  const elsewhere = await pageIn(browser, "pl", product.url);
  const polish = said("pl", "account");
  await elsewhere.goto("/login?next=/settings/profile");
  await elsewhere.getByLabel(polish("email")).fill(someone.email);
  await elsewhere.getByLabel(polish("password"), { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole("button", { name: polish("signIn"), exact: true }).click();
  await expect(elsewhere.getByLabel(german("language"), { exact: true })).toHaveValue("de");
  await expect(elsewhere.locator("html")).toHaveAttribute("lang", "de");
});

test("a public chat uses the language of its link, or else of the visitor's browser", async ({
  browser,
  product,
  someone: { api },
}) => {
  const chat = (await api.post("/chats", { name: "Help desk" })).body;
  await api.put(`/chats/${chat.id}/public?is_public=true`);
  const page = await pageIn(browser, "nl", product.url);
  const write = (language: Language) =>
    page.getByRole("textbox", { name: said(language, "visitor")("write") });
  await page.goto(`/public/chats/${chat.uuid}`);
  await expect(write("nl")).toBeVisible();
  await page.goto(`/public/chats/${chat.uuid}?ui_language=pt-BR`);
  await expect(write("pt")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
  await page.goto(`/public/chats/${chat.uuid}?ui_language=tlh`);
  await expect(write("nl")).toBeVisible();
});

test("reply errors, field errors and refusals are in the reader's language", async ({
  signedIn: page,
  someone: { api },
  browserConsole,
}) => {
  browserConsole.expects(/status of (422|409)/);
  await api.patch("/users/me", { language: "de" });
  await api.post("/virtual-assistants", { name: "Hilfe", mention_name: "hilfe" });
  await page.goto("/");
  const message = page.getByRole("textbox", { name: said("de", "composer")("message"), exact: true });
  await expect(message).toBeFocused();
  await message.fill("[[fake 401]] hallo");
  await message.press("Enter");
  const replies = said("de", "chatReplies");
  await expect(
    page.getByText(replies("failedUnauthorized", { provider: said("de", "ui")("compatibleServer") })),
  ).toBeVisible();
  await page.getByRole("link", { name: replies("checkConnection") }).click();
  const provider = said("de", "ui")("compatibleServer");
  await expect(
    page.getByRole("button", { name: said("de", "settingsModels")("closeProvider", { provider }) }),
  ).toBeVisible();
  await page.goto("/settings/profile");
  const name = page.getByLabel(said("de", "settingsProfile")("mentionName"), { exact: true });
  const mustBe = said("de", "reasons")("2 to 64 of a-z, 0-9, - and _, beginning with a letter.");
  // The first error loads the translations of errors and may be displayed untranslated, so this retries.
  await expect(async () => {
    await name.fill("Ganz anders!");
    await name.press("Enter");
    await expect(name).toHaveAccessibleDescription(new RegExp(mustBe), { timeout: 3000 });
  }).toPass();
  await name.fill("hilfe");
  await name.press("Enter");
  await expect(
    page.getByText("Der Name @hilfe ist in dieser Gruppe vergeben. Er gehört Hilfe."),
  ).toBeVisible();
});

test("errors of unreadable documents are in the reader's language", async ({
  signedIn: page,
  someone: { api },
}) => {
  await api.patch("/users/me", { language: "de" });
  const files = [new File(["%PDF-1.7 and nothing else"], "leer.pdf", { type: "application/pdf" })];
  await api.multipart("/documents", { files });
  await page.goto("/documents");
  await expect(page.getByText("Diese Datei konnte nicht gelesen werden:")).toBeVisible();
});

test("lazily loaded translations are cached by the browser, and unknown ones return 404", async ({
  request,
}) => {
  const words = await request.get("/words/de/moments?build=any");
  expect(words.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(words.headers()["x-content-type-options"]).toBe("nosniff");
  expect((await words.json()).today).toBe("Heute");
  for (const path of ["/words/tlh/moments", "/words/de/constructor", "/words/__proto__/moments"])
    expect((await request.get(path)).status()).toBe(404);
});
