import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import type { client } from "@/test/client";
import { expect, expectAccessibleNow, test } from "@/test/page-checks";

const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

async function open(page: Page, api: ReturnType<typeof client>, ...messages: string[]) {
  const chat = (await api.post("/chats", { name: "Previews", virtual_assistant_id: null })).body;
  for (const message_input of messages) await api.multipart(`/chats/${chat.id}/messages`, { message_input });
  await page.goto(`/chats/${chat.uuid}`);
}

/** A server that nothing in a preview may reach. */
async function sink() {
  const hits: string[] = [];
  const server = createServer(({ url }, response) => {
    hits.push(url ?? "");
    response.setHeader("access-control-allow-origin", "*").end("<p>Away</p>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { hits, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

test("a table of values and an image are shown, and their code by keyboard", async ({
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
  // What is far away waits until a reader comes near.
  for (let at = 2; at >= 0; at--) await log(page).locator("figure").nth(at).scrollIntoViewIfNeeded();
  const table = log(page).getByRole("region", { name: "Table" });
  await expect(table.getByRole("columnheader", { name: "Words" })).toBeVisible();
  await expect(table.getByRole("cell", { name: 'a, "b"' }).first()).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(201);
  await expect(log(page).getByText("Showing 200 of 250 rows.")).toBeVisible();

  {
    const picture = page.frameLocator('iframe[title="Preview of image.svg"][sandbox=""]').locator("img");
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
  await expect(log(page).getByText("it isn't valid SVG")).toBeVisible();
  await expect(log(page).getByText("<svg><circle></svg>")).toBeVisible();
  await expectAccessibleNow(page);

  const figure = log(page).locator("figure").first();
  await figure.getByRole("tab", { name: "Preview" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(figure.getByRole("tab", { name: "Code" })).toBeFocused();
  await expect(figure.getByRole("tabpanel", { name: "Code" })).toContainText('Row 0,"a, ""b""",0');
  const wrap = figure.getByRole("button", { name: "Wrap lines" });
  await wrap.press("Enter");
  await expect(wrap).toHaveAttribute("aria-pressed", "true");
  await expect(figure.locator("pre")).toHaveCSS("white-space-collapse", "preserve");
  const download = page.waitForEvent("download");
  await figure.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("table.csv");

  await figure.getByRole("tab", { name: "Preview" }).click();
  await figure.getByRole("button", { name: "Expand preview" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "table.csv" }).getByRole("row")).toHaveCount(201);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(figure.getByRole("button", { name: "Expand preview" })).toBeFocused();
});

test("code that is written is code, and a preview once it is whole", async ({ signedIn: page, someone }) => {
  const chat = (await someone.api.post("/chats", { name: "Written" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await page
    .getByRole("textbox", { name: "Message", exact: true })
    .fill(`[[fake echo delay=150]]\n${fenced("html", `<p>${"word ".repeat(20)}</p>`)}`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  // The other one is in the question.
  const figure = log(page).locator("figure").nth(1);
  await expect(figure.getByRole("tab", { name: "Code", selected: true })).toBeVisible();
  await expect(figure.locator("pre")).toContainText("word word");
  await expect(figure.getByRole("tab", { name: "Preview", selected: true })).toBeVisible();
  await expect(figure.getByRole("button", { name: "Run preview" })).toBeVisible();
});

test.fixme("a page in a preview runs, and reaches nothing outside of it", async ({
  signedIn: page,
  someone,
  context,
  browserConsole,
}) => {
  // What the browser says of what it refuses.
  browserConsole.expects(/./);
  await using outside = await sink();
  const { url } = outside;
  const attempts = `<!doctype html><h1>Before</h1>
<img src="${url}/img"><link rel="stylesheet" href="${url}/css"><link rel="preload" as="script" href="${url}/preload">
<script src="${url}/script"></script><iframe src="${url}/iframe"></iframe><object data="${url}/object"></object>
<video src="${url}/video"></video><style>@import "${url}/import"; body { background: url(${url}/background) }
@font-face { font-family: x; src: url(${url}/font) } h1 { font-family: x }</style>
<form id="form" action="${url}/form" method="post"></form><a id="top" href="${url}/top" target="_top">top</a>
<script>
const done = {};
const attempt = (name, act) => { try { done[name] = String(act()) } catch (error) { done[name] = "refused" } };
attempt("cookie", () => document.cookie);
attempt("storage", () => localStorage.length);
attempt("parent", () => parent.document.title);
attempt("parent's cookie", () => parent.document.cookie);
attempt("open", () => open("${url}/open"));
attempt("top", () => { top.location = "${url}/top"; return "asked" });
attempt("form", () => form.submit());
attempt("link", () => document.getElementById("top").click());
attempt("beacon", () => navigator.sendBeacon("${url}/beacon"));
attempt("worker", () => new Worker(URL.createObjectURL(new Blob(["fetch('${url}/worker')"]))));
attempt("socket", () => new WebSocket("${url.replace("http", "ws")}/socket"));
attempt("events", () => new EventSource("${url}/events"));
new Image().src = "${url}/image";
const xhr = () => new Promise((resolve) => { const x = new XMLHttpRequest(); x.onload = () => resolve("answered"); x.onerror = () => resolve("refused"); x.open("GET", "${url}/xhr"); x.send() });
Promise.all([fetch("${url}/fetch").then(() => "answered", () => "refused"), fetch("/api/v1/users/me").then(() => "answered", () => "refused"), xhr()]).then((all) => {
  done.fetch = all.join();
  document.querySelector("h1").textContent = JSON.stringify(done);
  setTimeout(() => { location.href = "${url}/self" }, 0);
});
</script>`;
  await open(
    page,
    someone.api,
    fenced("html", attempts),
    fenced(
      "svg",
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="top.location='${url}/onload'"><script>fetch("${url}/svg")</script><image href="${url}/svg-image" width="9" height="9"/><style>@import "${url}/svg-css";</style></svg>`,
    ),
  );
  const before = page.url();
  const reports: string[] = [];
  page.on("framenavigated", (frame) => reports.push(frame.url()));
  const picture = page.frameLocator('iframe[title="Preview of image.svg"]').locator("img");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(9);
  await log(page).locator("figure").first().scrollIntoViewIfNeeded();
  await log(page).getByRole("button", { name: "Run preview" }).click();
  const frame = log(page).locator('iframe[title="Preview of page.html"]');
  await expect(frame).toHaveAttribute("sandbox", "allow-scripts");
  const heading = page.frameLocator('iframe[title="Preview of page.html"]').locator("h1");
  await expect(heading).toContainText('"fetch"');
  const done = JSON.parse((await heading.textContent()) ?? "{}");
  expect(done).toMatchObject({
    ...{ cookie: "refused", storage: "refused", parent: "refused", "parent's cookie": "refused" },
    ...{ open: "null", top: "refused", fetch: "refused,refused,refused" },
  });
  // Where it may not go it stays, or shows that it was kept from going.
  await expect(page.frameLocator('iframe[title="Preview of page.html"]').getByText("Away")).toHaveCount(0);
  expect(page.url()).toBe(before);
  expect(context.pages()).toHaveLength(1);
  expect(outside.hits).toEqual([]);
  expect(reports.filter((address) => address.startsWith(url))).toEqual([]);
});

test("previews fit a phone", async ({ signedIn: page, someone }) => {
  const wide = `${"A column with a long name,".repeat(3)}b\n${"value,".repeat(3)}c`;
  await open(page, someone.api, fenced("html", "<h1>Hello</h1>"), fenced("csv", wide));
  await expect(log(page).getByRole("region", { name: "Table" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(log(page).getByRole("button", { name: "Copy code" }).last()).toBeInViewport({ ratio: 1 });
});
