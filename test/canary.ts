import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page, Request } from "@playwright/test";

/** Script that logs to the console; without quotation marks and spaces, so that it fits any context. */
const RUN = "console.log(/canary/)";

/** Server of an attacker that records requests. Every URL in malicious texts contains `canary`. */
export async function startSink() {
  const requests: { path: string; referer: string | undefined }[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    requests.push({ path: url, referer: headers.referer });
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Away</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const host = `parley.internal:${(server.address() as AddressInfo).port}`;
  return {
    requests,
    host,
    address: `http://${host}/canary`,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Name that runs a script if interpreted as markup, and is short enough for a tag's name. */
export const HOSTILE_NAME = `"><svg/onload=${RUN}>`;

/** Texts that execute something if interpreted as markup, as a URL or as a formula. */
export const scripts = (sink: { address: string }): string[] => [
  `<script>${RUN}</script>`,
  `'"--></title></textarea></style></noscript></template><script>${RUN}</script>`,
  `\u2028</script><script>${RUN}</script>`,
  `<img src=/canary onerror=${RUN}>`,
  `<svg><script>${RUN}</script></svg><svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=/canary onerror=${RUN}>">`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe><iframe src="javascript:${RUN}"></iframe>`,
  `<details open ontoggle=${RUN}>x</details><input autofocus onfocus=${RUN}>`,
  `<style>@import "${sink.address}";</style><link rel=stylesheet href=${sink.address}>`,
  `<meta http-equiv=refresh content="0;url=${sink.address}"><base href=${sink.address}/>`,
  `<form action=${sink.address}><button formaction="javascript:${RUN}">x</button></form>`,
  `javascript:${RUN}`,
  `[x](javascript:${RUN}) [x](JaVaScRiPt:${RUN}) [x](javascript&colon;${RUN}) <javascript:${RUN}>`,
  `[x](data:text/html,<script>${RUN}</script>) [x](vbscript:${RUN}) [x](blob:${RUN})`,
  `[x](https://a.test/"onmouseover=${RUN}") [x](/ "\\" autofocus onfocus=${RUN}")`,
  `[x]: javascript:${RUN}\n\n[x] and [y][x]`,
  `$\\href{javascript:${RUN}}{x}$ $\\includegraphics{${sink.address}}$ $\\htmlStyle{background:url(${sink.address})}{x}$`,
  `| <svg/onload=${RUN}> |\n|---|\n| [x](javascript:${RUN}) |`,
  `\`\`\`"><svg/onload=${RUN}>\n</code></pre><script>${RUN}</script>\n\`\`\``,
];

/** Pictures, media and links in every syntax, to other sites and to our own, where a request would have effects. */
export const pictures = (sink: { address: string; host: string }): string[] => [
  ...[sink.address, `//${sink.host}/canary`, "/logout?canary", "/api/v1/users/me/export?canary"].flatMap(
    (address) => [
      `![x](${address})`,
      `[![x](${address})](${address})`,
      `![x][p]\n\n[p]: ${address}`,
      `<img src="${address}"><video poster="${address}" src="${address}"></video>`,
      `[x](${address}) <${address}>`,
    ],
  ),
  "![x](/api/v1/documents/1/content/../../../users/me/export?canary)",
  "![x](/api/v1/documents/1/content?canary) ![x](./canary) ![x](?canary)",
  `![x](data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>)`,
];

/** Records effects of malicious texts in a browser: executed and blocked scripts, dialogs, and requests. */
export async function watchForHarm(context: BrowserContext, product: { url: string }): Promise<string[]> {
  const harm: string[] = [];
  const { origin } = new URL(product.url);
  const isOrdinary = (address: string) => {
    const url = new URL(address);
    if (["data:", "blob:", "about:"].includes(url.protocol)) return true;
    return url.origin === origin && url.pathname !== "/canary" && url.search !== "?canary";
  };
  const watch = (page: Page) =>
    page.on("dialog", (dialog) => {
      harm.push("a dialog");
      void dialog.dismiss();
    });
  context.pages().forEach(watch);
  context.on("page", watch);
  context.on("console", (line) => {
    if (/^(\/canary\/|refused: )/.test(line.text())) harm.push(line.text());
  });
  const note = (request: Request) => {
    // Requests that the Content Security Policy blocks (`csp`) are not sent, so they are harmless.
    if (!isOrdinary(request.url()) && request.failure()?.errorText !== "csp") harm.push(request.url());
  };
  context.on("requestfinished", note);
  context.on("requestfailed", note);
  context.on("response", async (response) => {
    if (!response.headers()["content-type"]?.startsWith("text/html")) return;
    const html = await response.text().catch(() => "");
    for (const [tag] of html.matchAll(/<(?:link|img|base|form)\b[^>]*canary[^>]*>/g)) harm.push(tag);
  });
  await context.addInitScript(() =>
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      console.log(`refused: ${effectiveDirective} ${blockedURI}`),
    ),
  );
  return harm;
}

/** Returns URLs of links and forms with schemes other than http, https and mailto. */
export const oddLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[href], [action], [formaction]")]
      .flatMap((element) => ["href", "action", "formaction"].map((name) => element.getAttribute(name) ?? ""))
      .filter((address) => address && !/^(https?|mailto):$/.test(new URL(address, location.href).protocol)),
  );
