import type { Page } from "@playwright/test";
import type { client } from "@/test/client";
import { expect, expectAccessibleNow, test } from "@/test/page-checks";

const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

async function run(page: Page, api: ReturnType<typeof client>, language: string, code: string) {
  const chat = (await api.post("/chats", { name: "Previews", virtual_assistant_id: null })).body;
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: fenced(language, code) });
  await page.goto(`/chats/${chat.uuid}`);
  const figure = log(page).locator("figure");
  await figure.getByRole("button", { name: "Run preview" }).click();
  return {
    figure,
    shown: figure.frameLocator("iframe"),
    panel: figure.getByRole("region", { name: "Console" }),
  };
}

test("what a page logs and throws is shown, and cleared on reload", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/Broken|careful|bad|Unsure/);
  const html = `<!doctype html>
<button onclick="missing()">Break</button>
<script>
console.log("first", { a: 1 }, [2]);
console.warn("careful");
throw new Error("Broken");
</script>`;
  const { figure, shown, panel } = await run(page, someone.api, "html", html);
  const lines = panel.getByRole("listitem");
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(0)).toContainText(/first \{\s*"a": 1\s*\} \[\s*2\s*\]/);
  await expect(lines.nth(1)).toContainText("careful");
  await expect(lines.nth(2)).toContainText("Uncaught Error: Broken");
  await expect(lines.nth(2)).toContainText("Line 6");
  await expectAccessibleNow(page);
  browserConsole.expects(/missing/);
  await shown.getByRole("button", { name: "Break" }).click();
  await expect(lines).toHaveCount(4);
  await panel.getByRole("button", { name: "Clear console" }).click();
  await expect(panel).toContainText("0 lines");
  await figure.getByRole("button", { name: "Reload preview" }).press("Enter");
  await expect(lines).toHaveCount(3);
});

test("errors of a page have the lines of its source, in each script and later, too", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/./);
  const html = `<!doctype html>
<!-- <script>first()</script> -->
<title>Lines</title>
<script>
const text = "<script>first()<" + "/script>";
function later() {
  throw new Error("Later");
}
</script>
<p>Here</p><script>first()</script>
<script>
  const = 1;
</script>
<SCRIPT type="module">
setTimeout(later);

second();
</SCRIPT>`;
  const { figure, panel } = await run(page, someone.api, "html", html);
  const expectLines = async () => {
    const lines = panel.getByRole("listitem");
    await expect(lines).toHaveCount(4);
    for (const [message, line] of [
      ["first is not defined", 10],
      ["SyntaxError", 12],
      ["second is not defined", 17],
      ["Later", 7],
    ] as const)
      await expect(lines.filter({ hasText: message })).toContainText(`Line ${line}`);
  };
  await expectLines();
  await figure.getByRole("button", { name: "Reload preview" }).click();
  await expectLines();
});

test("errors of a page whose scripts can't be found in its source have no line", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/first/);
  const html = `<!doctype html>
<!-- <script>first()</script> -->
<script>first()</script>`;
  const { panel } = await run(page, someone.api, "html", html);
  const line = panel.getByRole("listitem");
  await expect(line).toContainText("first is not defined");
  await expect(line).not.toContainText("Line");
});

test("a flood of lines and forged ones don't harm the page", async ({ signedIn: page, someone }) => {
  const html = `<p>Done</p><script>
parent.postMessage({ console: { level: "log", text: { a: 1 } } }, "*");
parent.postMessage({ console: { level: "<b>", text: "x" } }, "*");
for (let n = 0; n < 5000; n++) console.log("line " + n);
</script>`;
  const { shown, panel } = await run(page, someone.api, "html", html);
  await expect(shown.getByText("Done")).toBeVisible();
  // The two forged ones count toward the limit of 500.
  await expect(panel).toContainText("498 lines");
  await expect(panel).toContainText("More was left out.");
  await panel.getByRole("button", { name: /^Console/ }).click();
  await expect(panel.getByRole("listitem").first()).toHaveText("line 0");
});

test("a React component runs with its state and types", async ({ signedIn: page, someone }) => {
  const code = `import { useState } from "react";
type Props = { start?: number };
export default function Counter({ start = 1 }: Props) {
  const [count, setCount] = useState<number>(start);
  return <button onClick={() => setCount(count + 1)}>Pressed {count}</button>;
}`;
  const { shown, panel } = await run(page, someone.api, "tsx", code);
  await shown.getByRole("button", { name: "Pressed 1" }).click();
  await expect(shown.getByRole("button", { name: "Pressed 2" })).toBeVisible();
  await expect(panel).toContainText("0 lines");
  await expectAccessibleNow(page);
});

test("faults of a component are shown with their line", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/./);
  for (const [code, fault] of [
    ["export default () => <p>\n  {oops\n</p>;", /\(\d+:\d+\)|Unexpected/],
    ['import _ from "lodash";\nexport default () => <p>{_.now()}</p>;', 'not "lodash"'],
    ["export default function Broken() {\n  return <p>{missing.name}</p>;\n}", "missing is not defined"],
    ["const a = 1;\nexport default 3;", "has no component"],
  ] as const) {
    const { shown, panel } = await run(page, someone.api, "jsx", code);
    await expect(shown.getByRole("alert")).toContainText(fault);
    await expect(panel.getByRole("listitem").first()).toContainText(fault);
  }
});

test("a part of a component is code, and a component opens as a page of the canvas", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Parts", virtual_assistant_id: null })).body;
  const whole = "export default () => <p>Hello</p>;";
  const message_input = `${fenced("jsx", "<p>A part</p>")}\n\n${fenced("jsx", whole)}`;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  await page.goto(`/chats/${chat.uuid}`);
  const figures = log(page).locator("figure");
  await expect(figures.first().getByRole("tab")).toHaveCount(0);
  await figures.nth(1).getByRole("button", { name: "Open in canvas" }).click();
  const canvas = page.getByRole("region", { name: "Canvas", exact: true });
  await canvas.getByRole("button", { name: "Run preview" }).click();
  await expect(canvas.frameLocator("iframe").getByText("Hello")).toBeVisible();
  const [made] = (await someone.api.get(`/chats/${chat.id}/canvas/pages`)).body;
  expect(made).toMatchObject({ kind: "react", title: "component.jsx" });
});
