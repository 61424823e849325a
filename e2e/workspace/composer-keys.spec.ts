import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const own = (page: Page) => page.getByRole("article", { name: "Your message" });

// Pages without a field that takes the focus show when they are hydrated by their buttons.
const waitForHydration = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll("main button")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactProps$")),
    ),
  );

test("Ctrl+Enter sends where a person prefers it, in the composer and when a message is edited", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Keys" })).body;
  await page.goto("/settings");
  await waitForHydration(page);
  await page.getByLabel("Send messages with").selectOption("Ctrl + Enter");
  await expect.poll(async () => (await someone.api.get("/users/me")).body.send_key).toBe("mod+enter");
  await page.goto(`/chats/${chat.uuid}`);
  await expect(field(page)).toBeFocused();
  await field(page).pressSequentially("first");
  await page.keyboard.press("Enter");
  await page.keyboard.type("second");
  await expect(field(page)).toHaveValue("first\nsecond");
  await page.keyboard.press("Control+Enter");
  await expect(own(page)).toContainText("first");
  await expect(field(page)).toHaveValue("");

  await page.keyboard.press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await editor.press("Control+End");
  await editor.press("Enter");
  await editor.pressSequentially("third");
  await expect(editor).toHaveValue("first\nsecond\nthird");
  await editor.press("Control+Enter");
  await expect(editor).toHaveCount(0);
  await expect(own(page)).toContainText("third");
});

test("shortcuts are changed in their list, stay changed, and are reset", async ({
  signedIn: page,
  someone,
}) => {
  await page.goto("/settings");
  await waitForHydration(page);
  await page.keyboard.press("Control+/");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const change = list.getByRole("button", { name: /Change the shortcut for “New chat”/ });
  await change.click();
  await expect(change).toContainText("Press the new keys");
  await page.keyboard.press("n");
  await expect(list.getByText("Use Ctrl or Alt, or a function key.")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(list.getByText("These keys are already used.")).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.keyboard.press("Alt+n");
  await expect(change).toContainText(/Alt \+ N/);
  await expect.poll(async () => (await someone.api.get("/users/me")).body.shortcuts.newChat).toBe("alt+n");
  await page.reload();
  await waitForHydration(page);
  await page.keyboard.press("Control+Shift+o");
  await expect(page).toHaveURL(/\/settings/);
  await page.keyboard.press("Alt+n");
  await expect(page).toHaveURL(/\/$/);
  await field(page).blur();
  await page.keyboard.press("?");
  await list.getByRole("button", { name: "Reset the shortcut for “New chat”" }).click();
  await expect(change).toContainText(/Ctrl \+ Shift \+ O/);
});

test("formatted text is pasted as Markdown, and Ctrl+Z removes it", async ({ signedIn: page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = (html: string, text: string) =>
    page.evaluate(
      ([html, text]) =>
        navigator.clipboard.write([
          new ClipboardItem({
            "text/html": new Blob([html!], { type: "text/html" }),
            "text/plain": new Blob([text!], { type: "text/plain" }),
          }),
        ]),
      [html, text],
    );
  await page.goto("/");
  await expect(field(page)).toBeFocused();
  await copy(
    "<h2>Plan</h2><ul><li>One <b>bold</b> thing</li><li><a href='https://example.com/a'>a link</a></li></ul><table><thead><tr><th>Day</th><th>Who</th></tr></thead><tbody><tr><td>Mon</td><td>Ada</td></tr></tbody></table>",
    "Plan One bold thing",
  );
  await field(page).press("Control+v");
  await expect(field(page)).toHaveValue(
    /^## Plan\n\n-\s+One \*\*bold\*\* thing\n-\s+\[a link\]\(https:\/\/example\.com\/a\)\n\n\| Day \| Who \|\n\| --- \| --- \|\n\| Mon \| Ada \|$/,
  );
  await field(page).press("Control+z");
  await expect(field(page)).toHaveValue("");
  await field(page).press("Control+Shift+v");
  await expect(field(page)).toHaveValue("Plan One bold thing");
  await field(page).fill("");
  // Colors of a code editor are no formatting.
  await copy("<div style='color:red'><span>const a</span></div>", "const a");
  await field(page).press("Control+v");
  await expect(field(page)).toHaveValue("const a");
  await field(page).fill("");
  await copy("<pre>let foo_bar = [0] * 2;<br>let b = 1;</pre>", "let foo_bar = [0] * 2;\nlet b = 1;");
  await field(page).press("Control+v");
  await expect(field(page)).toHaveValue("```\nlet foo_bar = [0] * 2;\nlet b = 1;\n```");
  await field(page).fill("");
  await copy(`<p><i>long</i> ${"word ".repeat(900)}</p>`, "word ".repeat(900));
  await field(page).press("Control+v");
  await expect(page.getByRole("list", { name: "Attached files" })).toContainText("Pasted text.md");
});

test("files that are dropped beside the thread are attached", async ({ signedIn: page }) => {
  await page.goto("/");
  await expect(field(page)).toBeFocused();
  const drag = (kinds: string[]) =>
    page.evaluate((kinds) => {
      const data = new DataTransfer();
      data.items.add(new File(["dropped"], "dropped.txt"));
      const sidebar = document.querySelector("nav, aside")!;
      for (const kind of kinds)
        sidebar.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, kinds);
  await drag(["dragenter", "dragover"]);
  await expect(page.getByText("Drop files to attach them")).toBeVisible();
  await drag(["drop"]);
  await expect(page.getByText("Drop files to attach them")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Attached files" })).toContainText("dropped.txt");
});
