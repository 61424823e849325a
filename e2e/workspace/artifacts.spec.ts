import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { client } from "@/test/client";
import { expect, expectAccessibleNow, test } from "@/test/page-checks";

const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

async function open(page: Page, api: ReturnType<typeof client>, ...messages: string[]) {
  const chat = (await api.post("/chats", { name: "Previews", virtual_assistant_id: null })).body;
  for (const message_input of messages) await api.multipart(`/chats/${chat.id}/messages`, { message_input });
  await page.goto(`/chats/${chat.uuid}`);
  return chat;
}

test("tables of values and images are shown, and their code by keyboard", async ({
  signedIn: page,
  someone,
}) => {
  const rows = Array.from({ length: 250 }, (_, n) => `Row ${n},"a, ""b""",${n}`).join("\n");
  await open(
    page,
    someone.api,
    fenced("csv", `Name,Words,Number\n${rows}`),
    fenced("svg", '<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>'),
    fenced("svg", "<svg><circle></svg>"),
  );
  // Artifacts far from the viewport render only when they come near it.
  for (let at = 2; at >= 0; at--)
    await expect(() => log(page).locator("figure").nth(at).scrollIntoViewIfNeeded()).toPass();
  const table = log(page).getByRole("region", { name: "Table of table.csv" });
  await expect(table.getByRole("columnheader", { name: "Words" })).toBeVisible();
  await expect(table.getByRole("cell", { name: 'a, "b"' }).first()).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(201);
  await expect(log(page).getByText("Showing 200 of 250 rows.")).toBeVisible();

  const image = page.frameLocator('iframe[title="Preview of image.svg"]').locator("img");
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  await expect(log(page).getByText("it isn't valid SVG")).toBeVisible();
  await expect(log(page).getByText("<svg><circle></svg>").first()).toBeVisible();
  await expectAccessibleNow(page);

  const figure = log(page).locator("figure").first();
  await figure.getByRole("tab", { name: "Preview" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(figure.getByRole("tab", { name: "Code" })).toBeFocused();
  await expect(figure.getByRole("tabpanel", { name: "Code" })).toContainText('Row 0,"a, ""b""",0');
  await figure.getByRole("tab", { name: "Preview" }).click();
  await figure.getByRole("button", { name: "Expand preview" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "table.csv" }).getByRole("row")).toHaveCount(201);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(figure.getByRole("button", { name: "Expand preview" })).toBeFocused();
});

test("an HTML preview runs with its scripts and its own images, also in a dialog", async ({
  signedIn: page,
  someone,
}) => {
  const dot = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";
  const html = `<button onclick="this.textContent = 'Pressed'">Press</button><img alt="Data" src="${dot}">
<script>const blob = new Blob([decodeURIComponent("${encodeURIComponent(dot.split(",")[1]!)}")], { type: "image/svg+xml" });
document.body.append(Object.assign(new Image(), { alt: "Blob", src: URL.createObjectURL(blob) }))</script>`;
  await open(page, someone.api, fenced("html", html));
  const figure = log(page).locator("figure");
  await figure.getByRole("button", { name: "Run preview" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "page.html" });
  for (const place of [figure, dialog]) {
    if (place === dialog) await figure.getByRole("button", { name: "Expand preview" }).click();
    const shown = place.frameLocator('iframe[title="Preview of page.html"]');
    await shown.getByRole("button", { name: "Press" }).click();
    await expect(shown.getByRole("button", { name: "Pressed" })).toBeVisible();
    for (const name of ["Data", "Blob"])
      await expect
        .poll(() => shown.getByAltText(name).evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(9);
  }
});

test("diagrams and plots are drawn in the page's colours, or their error and code are shown", async ({
  signedIn: page,
  someone,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const plot = {
    title: "Bikes by city",
    data: {
      values: [
        { city: "Bern", bikes: 4 },
        { city: "Basel", bikes: 7 },
      ],
    },
    transform: [{ calculate: "datum.bikes * 2", as: "wheels" }],
    mark: "bar",
    encoding: { x: { field: "city" }, y: { field: "wheels", type: "quantitative" } },
  };
  await page.emulateMedia({ colorScheme: "light" });
  await open(
    page,
    someone.api,
    fenced("mermaid", "flowchart LR\n  accTitle: How a bike is rented\n  Choose --> Pay --> Ride"),
    fenced("vega-lite", JSON.stringify(plot)),
    fenced("mermaid", "flowchart LR\n  Choose -->"),
    fenced("vega-lite", JSON.stringify({ ...plot, data: { url: "https://example.com/data.json" } })),
  );
  // Artifacts replace their source when they scroll into view.
  await expect(async () => {
    for (let at = 3; at >= 0; at--)
      await expect(() => log(page).locator("figure").nth(at).scrollIntoViewIfNeeded()).toPass();
  }).toPass();
  const diagram = page.frameLocator('iframe[title="How a bike is rented"]');
  await expect(diagram.getByText("Choose")).toBeVisible();
  const drawn = "[role^=graphics-document]";
  await expect(diagram.locator(drawn)).toHaveAccessibleName("How a bike is rented");
  const bars = page.frameLocator('iframe[title="Bikes by city"]');
  await expect(bars.locator(drawn).first()).toHaveAccessibleName("Bikes by city");
  await expect(bars.getByText("Basel")).toBeVisible();

  const wrong = log(page).locator("figure").nth(2);
  await expect(wrong.getByText(/^Parse error on line \d/)).toBeVisible();
  await expect(wrong.locator("code")).toContainText("flowchart LR");
  await expect(log(page).locator("figure").nth(3).getByText("Previews have no network")).toBeVisible();
  await expectAccessibleNow(page);

  const ink = () => diagram.getByText("Choose").evaluate((words) => getComputedStyle(words).color);
  const onLight = await ink();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(ink).not.toBe(onLight);

  // Each script is loaded once.
  const scripts = requests.filter((path) => /^\/diagrams\/.*\.js$/.test(path)).toSorted();
  expect(scripts).toEqual([
    expect.stringMatching(/mermaid-[0-9a-f]{16}\.js$/),
    expect.stringMatching(/vega-lite-[0-9a-f]{16}\.js$/),
  ]);
});

test("a table can be sorted by a column in both directions and unsorted", async ({
  signedIn: page,
  someone,
}) => {
  await open(page, someone.api, fenced("csv", "Name,Score\nCee,10\nada,9.5\nBo,-2\nDee,"));
  const table = log(page).getByRole("region", { name: "Table of table.csv" });
  const names = () => table.locator("tbody td:first-child").allTextContents();
  const sort = async (column: string, order: string) => {
    const header = table.getByRole("columnheader", { name: column });
    await header.getByRole("button").press("Enter");
    await expect(header).toHaveAttribute("aria-sort", order);
    return names();
  };
  expect(await sort("Score", "ascending")).toEqual(["Bo", "ada", "Cee", "Dee"]);
  expect(await sort("Score", "descending")).toEqual(["Cee", "ada", "Bo", "Dee"]);
  expect(await sort("Name", "ascending")).toEqual(["ada", "Bo", "Cee", "Dee"]);
  expect(await sort("Name", "descending")).toEqual(["Dee", "Cee", "Bo", "ada"]);
  expect(await sort("Name", "none")).toEqual(["Cee", "ada", "Bo", "Dee"]);
});

test("a document preview is rendered like messages, and loads nothing", async ({
  signedIn: page,
  someone,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const document = "# Plan\n\n- **First**\n\n![a](https://example.com/a.png)\n\n```js\nlet a = 1;\n```";
  await open(page, someone.api, `\`\`\`\`markdown\n${document}\n\`\`\`\``);
  const shown = log(page).getByRole("region", { name: "Preview of document.md" });
  await expect(shown.getByRole("heading", { name: "Plan" })).toBeVisible();
  await expect(shown.locator("strong")).toHaveText("First");
  await expect(shown.getByRole("button", { name: "Download code.js" })).toBeVisible();
  await expect(shown.locator(".hljs-keyword")).toHaveText("let");
  expect(requests.filter((address) => address.includes("example.com"))).toEqual([]);
});

test("code can be wrapped, numbered, selected without its numbers, and downloaded under a matching name", async ({
  signedIn: page,
  someone,
}) => {
  const code = `/* a\n\n*/ const a = "${"long ".repeat(80)}";\nlet b;`;
  await open(page, someone.api, fenced("TypeScript", code));
  const figure = log(page).locator("figure");
  const pre = figure.locator("pre");
  await expect(pre.locator(".hljs-keyword").first()).toHaveText("const");
  const isCut = () => pre.evaluate((box) => box.scrollWidth > box.clientWidth);
  const lines = pre.locator("code > span.numbered");
  expect(await isCut()).toBe(true);

  const numbers = figure.getByRole("button", { name: "Line numbers", pressed: false });
  await numbers.press("Enter");
  await expect(figure.getByRole("button", { name: "Line numbers", pressed: true })).toBeFocused();
  await expect(lines).toHaveCount(4);
  await expect(pre.locator(".hljs-comment")).toHaveCount(3);
  expect(
    await pre.evaluate((box) => {
      getSelection()?.selectAllChildren(box);
      return getSelection()?.toString();
    }),
  ).toBe(code);

  await figure.getByRole("button", { name: "Wrap lines", pressed: false }).press("Enter");
  await expect(figure.getByRole("button", { name: "Wrap lines", pressed: true })).toBeFocused();
  expect(await isCut()).toBe(false);
  await expectAccessibleNow(page);

  const download = page.waitForEvent("download");
  await figure.getByRole("button", { name: "Download code.ts" }).press("Enter");
  expect((await download).suggestedFilename()).toBe("code.ts");
});

test("streaming code is shown as code, and as a preview once it is complete", async ({
  signedIn: page,
  someone,
}) => {
  const chat = (await someone.api.post("/chats", { name: "Written" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await page
    .getByRole("textbox", { name: "Message", exact: true })
    .fill(`[[fake echo delay=150]]\n${fenced("html", `<p>${"word ".repeat(20)}</p>`)}`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  // The first figure belongs to the question.
  const figure = log(page).locator("figure").nth(1);
  await expect(figure.getByRole("tab", { name: "Code", selected: true })).toBeVisible();
  await expect(figure.locator("pre")).toContainText("word word");
  await expect(figure.getByRole("tab", { name: "Preview", selected: true })).toBeVisible();
  await expect(figure.getByRole("button", { name: "Run preview" })).toBeVisible();
});

test("a chat prints completely, including the contents of previews, in colours for paper", async ({
  signedIn: page,
  someone,
  browserConsole,
}) => {
  browserConsole.expects(/Synchronous XMLHttpRequest/);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await page.emulateMedia({ colorScheme: "dark" });
  const plot = { title: "Bikes", data: { values: [{ a: 1 }] }, mark: "bar", encoding: { x: { field: "a" } } };
  const notes = Array.from({ length: 25 }, (_, n) => `note ${n}`);
  const chat = await open(
    page,
    someone.api,
    fenced("mermaid", "flowchart LR\n  accTitle: How a bike is rented\n  Choose --> Pay"),
    fenced("vega-lite", JSON.stringify(plot)),
    fenced("html", "<p>Hello</p>"),
    ...notes,
    fenced("csv", "Name,Score\nAda,1"),
  );
  const previewed = log(page).getByRole("region", { name: "Table of table.csv" });
  await expect(previewed).toBeVisible();

  // Ctrl+P renders everything before printing, including messages that are not loaded.
  await page.keyboard.press("Control+p");
  const frame = page.frameLocator("#printed-chat");
  await expect(frame.locator("html")).toHaveAttribute("data-printed");
  for (const name of ["How a bike is rented", "Bikes"]) {
    const [width, source] = await frame
      .getByAltText(name)
      .evaluate((image: HTMLImageElement) => [image.naturalWidth, decodeURIComponent(image.src)] as const);
    expect(width).toBeGreaterThan(50);
    expect(source).not.toMatch(/#e6ebe8|#ccc\b/);
  }
  await frame
    .locator("html")
    .evaluate(() => void setTimeout(() => window.dispatchEvent(new Event("afterprint"))));
  await expect(page.locator("#printed-chat")).toHaveCount(0);

  // Printing from the browser's menu uses the server-rendered page with the artifacts rendered so far.
  await page.emulateMedia({ media: "print" });
  const paper = page.locator("body > .paper");
  await expect(paper.getByText("note 0", { exact: true })).toBeVisible();
  await expect(paper.getByRole("article")).toHaveCount(4 + notes.length);
  await expect(paper.getByRole("cell", { name: "Ada" })).toBeVisible();
  await expect(log(page)).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expect(paper).toHaveCount(0);
  await expect(previewed).toBeVisible();

  await page.goto(`/print/chats/${chat.uuid}`);
  await page.getByRole("button", { name: "Print or save as PDF" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed");
  await page.emulateMedia({ media: "print" });
  for (const name of ["How a bike is rented", "Bikes"]) await expect(page.getByAltText(name)).toBeVisible();
  await expect(page.getByRole("cell", { name: "Ada" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Score" })).toBeVisible();
  // The HTML artifact is printed as source.
  await expect(page.getByText("<p>Hello</p>")).toBeVisible();
  await expect(page.getByText("flowchart LR")).toHaveCount(0);
});

test("previews fit a phone", async ({ signedIn: page, someone }) => {
  const wide = `${"A column with a long name,".repeat(3)}b\n${"value,".repeat(3)}c`;
  await open(page, someone.api, fenced("html", "<h1>Hello</h1>"), fenced("csv", wide));
  await expect(log(page).getByRole("region", { name: "Table of table.csv" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(log(page).getByRole("button", { name: "Copy code" }).last()).toBeInViewport({ ratio: 1 });
});

test("an enlarged drawing is zoomed and moved by buttons, wheel and keys, and downloaded", async ({
  signedIn: page,
  someone: { api },
}) => {
  const svg = '<svg width="40" height="20" viewBox="0 0 40 20"><circle cx="10" cy="10" r="8"/></svg>';
  await open(page, api, fenced("svg", svg));
  await page.getByRole("button", { name: "Expand preview" }).click();
  const dialog = page.getByRole("dialog", { name: "image.svg" });
  const image = dialog.getByRole("img", { name: "Preview of image.svg" });
  const getTransform = () => image.evaluate(({ style }) => style.transform);
  await expect(image).toBeVisible();
  await expectAccessibleNow(page);

  await dialog.getByRole("button", { name: "Zoom in" }).click();
  await expect(dialog.getByText("125%")).toBeVisible();
  await dialog.getByRole("group", { name: /^Drawing/ }).focus();
  await page.keyboard.press("+");
  await expect(dialog.getByText("156%")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(getTransform).toContain("translate(40px, 0px)");
  await page.keyboard.press("0");
  await expect.poll(getTransform).toBe("translate(0px, 0px) scale(1)");
  await image.hover();
  await page.mouse.wheel(0, -200);
  await expect(dialog.getByText("100%")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Reset view" }).click();
  await expect(dialog.getByText("100%")).toBeVisible();

  for (const [name, beginning] of [
    ["SVG", "<svg"],
    ["PNG", "\x89PNG"],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`image.${name.toLowerCase()}`);
    expect(readFileSync(await download.path(), "latin1").startsWith(beginning)).toBe(true);
  }
});
