import { expect, test } from "@/test/test";
import { createVisitor, publicChat } from "@/test/visitor";

/** Messages that can freeze a server or make a chat unreadable if they are rendered naively. */
const HOSTILE = [
  "*a_ ".repeat(3000),
  "a\n=\n".repeat(8000),
  `${"*".repeat(10_000)}a${"*".repeat(10_000)}`,
  "> a\nb\n\n".repeat(3000),
  "]".repeat(40_000),
  "- ".repeat(2000),
  ">".repeat(10_000),
  "[a](".repeat(20_000),
  `\`\`\`python\n${'f"{'.repeat(6500)}\n\`\`\``,
  `\`\`\`markdown\n${"[a](".repeat(5000)}\n\`\`\``,
  `$${"\\frac{".repeat(400)}$ and $\\def\\a{\\a\\a}\\a$`,
];
/** Metadata of callers must be treated as data, whatever its keys. */
const EXTRAS = [
  { citations: 5, usage: "x", error: 7, previous: "x", context: 3, mail: [1], stopped: { a: 1 }, job: null },
  { citations: [null, { n: {}, title: {} }], previous: [null, 5], foo: { bar: 1 } },
];

test("a chat with hostile messages opens, and its other messages stay readable", async ({
  signedIn: page,
  someone,
}) => {
  const { api } = someone;
  const mention_name = `hostile-${Date.now().toString(36)}`;
  const chat = (await api.post("/chats", { name: "Hostile", mention_name, virtual_assistant_id: null })).body;
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: "The **first** one" });
  for (const message_input of HOSTILE)
    expect((await api.multipart(`/chats/${chat.id}/messages`, { message_input })).status).toBe(200);
  for (const extra of EXTRAS) {
    const path = `/chats/mention_name/${mention_name}/messages`;
    expect((await api.post(path, { message: "With something besides", extra })).status).toBe(200);
  }
  const code = "Coloured:\n\n```js\nconst a = 1;\n```";
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: code });
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.goto(`/chats/${chat.uuid}`);
  const log = page.getByRole("log", { name: "Messages" });
  await expect(log.getByText("Coloured:")).toBeVisible();
  await expect(log.locator(".hljs-keyword", { hasText: "const" })).toBeVisible();
  await expect(log.getByText("With something besides")).toHaveCount(EXTRAS.length);
  await expect(async () => {
    await log.evaluate((element) => {
      element.scrollTop = -element.scrollHeight;
    });
    await expect(log.locator("strong", { hasText: "first" })).toBeInViewport({ timeout: 500 });
  }).toPass();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("And on");
  await page.keyboard.press("Enter");
  await expect(log.getByText("And on")).toBeVisible();
  expect(errors).toEqual([]);
});

test("a public chat with hostile replies is readable, and accepts messages", async ({
  page,
  product,
  someone,
}) => {
  const chat = await publicChat(someone);
  const { sid, ask } = await createVisitor(product.url, chat);
  // Few words, because the fake model echoes them one at a time.
  const words = ["*a_ ".repeat(300), "]".repeat(18_000), ">".repeat(10_000), `${"*".repeat(9_000)}a`];
  for (const text of words) await ask(text);
  await ask("The **last** one");
  await page.goto(`${product.url}/public/chats/${chat.uuid}?sid=${sid}`);
  await expect(page.locator("strong", { hasText: "last" })).toBeVisible();
  await expect(page.getByRole("log").locator("article")).toHaveCount(10);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox").fill("Do you hear me?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log").getByText("Do you hear me?").last()).toBeVisible();
  await expect(page.locator("article[data-plain]")).toHaveCount(0);
});
