import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { expect, signIn, test } from "@/test/test";

/** Page that triggers DNS prefetching: by a hint, by a script, and by hovering over a link. */
const page = (whose: string) =>
  `<!doctype html><link rel="dns-prefetch" href="//hint.${whose}.test"><a id="link" href="https://link.${whose}.test/">Link</a>
<script>const hint = document.createElement("link"); hint.rel = "dns-prefetch"; hint.href = "https://script.${whose}.test"; document.head.append(hint); console.debug("begun ${whose}")</script>`;

test("host names in messages and previews are not resolved, not even on hover", async ({
  product,
  someone,
  launchOptions,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "parley-names-"));
  const record = join(folder, "record.json");
  // Full Chromium with its background work, which logs every DNS lookup.
  const context = await chromium.launchPersistentContext("", {
    ...launchOptions,
    args: [
      ...launchOptions.args!.filter((arg) => arg !== "--disable-background-networking"),
      `--log-net-log=${record}`,
    ],
    ignoreDefaultArgs: ["--disable-background-networking"],
    baseURL: product.url,
    serviceWorkers: "block",
  });
  const ordinary = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(page("ordinary")),
  );
  await new Promise<void>((resolve) => ordinary.listen(0, "127.0.0.1", resolve));

  const chat = (await someone.api.post("/chats", { name: "Names" })).body;
  const message_input = `[A link](https://link.reply.test/) https://bare.reply.test ![x](https://picture.reply.test/x.png)\n\n\`\`\`html\n${page("preview")}\n\`\`\``;
  await someone.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  const tab = await context.newPage();
  await signIn(tab, product.url, someone.email);
  await tab.goto(`/chats/${chat.uuid}`);
  const log = tab.getByRole("log", { name: "Messages" });
  for (const link of await log.getByRole("link", { name: /A link|bare|x/ }).all()) await link.hover();
  const begun = tab.waitForEvent("console", (line) => line.text() === "begun preview");
  await log.getByRole("button", { name: "Run preview" }).first().click();
  await begun;
  await log.frameLocator("iframe").first().getByRole("link", { name: "Link" }).hover();

  // Late lookups have arrived once those of the ordinary page have.
  await tab.goto(`http://127.0.0.1:${(ordinary.address() as AddressInfo).port}/`);
  await tab.getByRole("link").hover();
  const names = () =>
    [...new Set(readFileSync(record, "utf8").match(/\w+\.(reply|preview|ordinary)\.test/g))].sort();
  await expect.poll(names).toContain("link.ordinary.test");
  await context.close();
  const looked = readFileSync(record, "utf8").match(/"host":"[^"]*"/g) ?? [];
  const hosts = [...new Set(looked.map((line) => /(\w+\.)?\w+\.test/.exec(line)?.[0]))]
    .filter(Boolean)
    .sort();
  expect(hosts).toEqual(["hint.ordinary.test", "link.ordinary.test", "script.ordinary.test"]);
  ordinary.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});
