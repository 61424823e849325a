import type { Browser, Page } from "@playwright/test";
import { joined } from "@/test/client";
import { expect, expectAccessible, test } from "@/test/page-checks";
import { type person, signIn } from "@/test/test";

const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const thread = (page: Page) => page.getByRole("log", { name: "Messages" });
async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.keyboard.press("Enter");
}

type LiveFixture = {
  page: Page;
  someone: Awaited<ReturnType<typeof person>>;
  product: { url: string };
  browser: Browser;
};

/** Ada and Max in one chat, in separate browsers; Max's session is in Ada's group. */
async function two({ page, someone: ada, product, browser }: LiveFixture) {
  const max = await joined(product.url, ada, "Max Member");
  const members = { member_user_ids: [max.user.id], virtual_assistant_id: null };
  const chat = (await ada.api.post("/chats", { name: "Together", ...members })).body;
  const theirs = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(theirs, product.url, max.email);
  await theirs.request.post("/switch-group/submit", { form: { group_id: ada.group.id } });
  await Promise.all([page.goto(`/chats/${chat.uuid}`), theirs.goto(`/chats/${chat.uuid}`)]);
  return { max, chat, theirs };
}

test("new, edited and deleted messages and typing indicators appear immediately for other members", async ({
  signedIn: page,
  someone,
  product,
  browser,
}) => {
  const { theirs, chat } = await two({ page, someone, product, browser });
  // Waits until both streams are connected, because typing events are not stored.
  await write(page, "Anybody here?");
  await expect(thread(theirs).getByText("Anybody here?")).toBeVisible();
  await composer(page).pressSequentially("Hel");
  await expect(theirs.getByText("Ada Example is typing…")).toBeVisible();
  await expectAccessible(theirs);
  await write(page, "Hello Max");
  await expect(thread(theirs).getByText("Hello Max")).toBeVisible({ timeout: 2000 });
  await expect(theirs.getByText("Ada Example is typing…")).toBeHidden();
  await write(theirs, "Hello Ada");
  await expect(thread(page).getByText("Hello Ada")).toBeVisible({ timeout: 2000 });

  const [, first] = (await someone.api.get(`/chats/${chat.id}/messages`)).body;
  await someone.api.put(`/chats/update_message_text/${first.id}`, { message: "Good morning, Max" });
  await expect(thread(theirs).getByText("Good morning, Max")).toBeVisible({ timeout: 2000 });
  await someone.api.del(`/chats/${chat.id}/messages/${first.id}`);
  await expect(thread(theirs).getByText("Good morning, Max")).toBeHidden({ timeout: 2000 });
  await expect(thread(theirs).getByText("Hello Ada")).toBeVisible();
});

test("a reply to one member streams to another", async ({ signedIn: page, someone, product, browser }) => {
  const { theirs, chat } = await two({ page, someone, product, browser });
  const [assistant] = (await someone.api.get("/chats/vas")).body;
  await someone.api.put(`/chats/${chat.id}/va`, { virtual_assistant_id: assistant.id });
  await write(page, "[[fake tokens=60 delay=50]]");
  await expect(thread(theirs).getByText(/w5\b/)).toBeVisible({ timeout: 5000 });
  await expect(thread(theirs).getByText(/w59\b/)).toBeHidden();
  await expect(thread(theirs).getByText(/w59\b/)).toBeVisible();
  await expect(thread(page).getByText(/w59\b/)).toBeVisible();
});

test("a message in another chat shows a notification that opens it", async ({
  signedIn: page,
  someone,
  product,
  browser,
}) => {
  const { theirs, chat } = await two({ page, someone, product, browser });
  // Waits until the stream is connected.
  await write(theirs, "Hello");
  await expect(thread(page).getByText("Hello")).toBeVisible();
  await page.getByRole("link", { name: "Assistants" }).click();
  await page.waitForURL("**/assistants");
  await write(theirs, "Are you there?");
  const notice = page.getByText("Together: Are you there?");
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForURL(`**/chats/${chat.uuid}`);
  await expect(thread(page).getByText("Are you there?")).toBeVisible();
});

test("messages wait without a connection, and are sent once and in order after it returns", async ({
  signedIn: page,
  someone,
  product,
  browser,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_INTERNET_DISCONNECTED/);
  const { theirs, chat } = await two({ page, someone, product, browser });
  await page.context().setOffline(true);
  for (const text of ["one", "two", "three"]) await write(page, text);
  await expect(thread(page).getByText("Sends when you reconnect").first()).toBeVisible();
  expect((await someone.api.get(`/chats/${chat.id}/messages`)).body).toEqual([]);
  await page.context().setOffline(false);
  await expect(thread(theirs).getByText("three")).toBeVisible();
  const stored = (await someone.api.get(`/chats/${chat.id}/messages`)).body;
  expect(stored.map(({ message }: { message: string }) => message)).toEqual(["one", "two", "three"]);
  await expect(thread(page).getByText("Sends when you reconnect")).toHaveCount(0);
  await expect(thread(page).getByRole("article")).toHaveCount(3);
});

test("an unacknowledged message is sent again after a reload, and stored once", async ({
  signedIn: page,
  someone,
  product,
  browser,
  browserConsole,
}) => {
  browserConsole.expects(/ERR_FAILED/);
  const { chat } = await two({ page, someone, product, browser });
  // The server processes the request, and its response is lost.
  let isLost = true;
  await page.route("**/api/v1/chats/*/messages", async (route) => {
    if (route.request().method() !== "POST" || !isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await write(page, "only once");
  await expect.poll(async () => (await someone.api.get(`/chats/${chat.id}/messages`)).body.length).toBe(1);
  await page.reload();
  isLost = false;
  await expect(thread(page).getByText("only once")).toHaveCount(1);
  await expect(thread(page).getByText(/Sending|Waiting/)).toHaveCount(0);
  expect((await someone.api.get(`/chats/${chat.id}/messages`)).body).toHaveLength(1);
});
