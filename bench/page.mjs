// Page weight: a fresh, signed-in browser opens a chat.
import { chromium } from "@playwright/test";
import { findWholeBrowser } from "../scripts/browser.mjs";
import { jumped, reopened, typing } from "./in-page.mjs";
import { figure } from "./measure.mjs";
import { READER } from "./seed.mjs";
import { firstVisit, largestPaint, visited } from "./visitor.mjs";

const skipped = (note) => [
  { name: "page.chat", unit: "", product: {}, baseline: {}, verdict: "skipped", note },
];

/** Returns the row of a part that failed, so that the other parts are still reported. */
function unmeasured(name, { message }) {
  console.warn(`${name}: ${message}`);
  return { ...skipped(String(message).split("\n")[0])[0], name, verdict: "not measured" };
}

const MAX_RUN_MS = 120_000;
async function inTime(part) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("what was waited for did not come")), MAX_RUN_MS);
  });
  try {
    return await Promise.race([part(), late]);
  } finally {
    clearTimeout(timer);
  }
}

export async function pageWeight({ product, password }) {
  const executablePath = findWholeBrowser();
  if (!executablePath) return skipped("no Chromium was found");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${product.url}/login`);
    await page.locator("input[type=password]").first().waitFor({ timeout: 10_000 });
    await page.locator("input[type=email], input[name=email], input[name=username]").first().fill(READER);
    await page.locator("input[type=password]").first().fill(password);
    await page.locator("button[type=submit]").first().click();
    await page.waitForURL((url) => !url.pathname.startsWith("/login"), { timeout: 10_000 });
    const session = await context.storageState();
    const rows = [];
    for (const [name, part] of Object.entries({
      "page.chat": () => weigh(browser, session, `${product.url}/chats/1`),
      "page.chat reopened": () => reopened(page, product),
      "page.docs": async () => [
        await largestPaint("page.docs LCP", {
          visit: () => firstVisit(browser, `${product.url}/docs/chats`, { slower: 4, isReady: "h1" }),
          must: 1000,
          note: "a group of the API reference, 4x slower processor",
        }),
      ],
      "page.public": () => visited(browser, page, product),
      "page.chat INP": () => typing(page, product),
      // Last, because it first writes thousands of messages.
      "page.search": () => jumped(page, product),
    })) {
      rows.push(...(await inTime(part).catch((error) => [unmeasured(name, error)])));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function weigh(browser, storageState, url) {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const kinds = new Map();
  let [requests, script, total] = [0, 0, 0];
  network.on("Network.responseReceived", ({ requestId, type, response }) => {
    kinds.set(requestId, type);
    // Subtracts the bytes received so far, which are the headers.
    if (type === "Script") script -= response.encodedDataLength;
  });
  network.on("Network.requestWillBeSent", () => {
    requests += 1;
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    total += encodedDataLength;
    if (kinds.get(requestId) === "Script") script += encodedDataLength;
  });
  const answer = await page.goto(url);
  if (answer.status() !== 200) throw new Error(`the chat page answered ${answer.status()}`);
  await page.waitForTimeout(3000);
  const by = "product";
  return [
    figure("page.chat script", {
      product: script / 1024,
      unit: "kB",
      must: 200,
      target: 170,
      by,
      note: `compressed; ${Math.round(total / 1024)} kB in all`,
    }),
    figure("page.chat requests", { product: requests, unit: "", must: 30, target: 15, by }),
    await largestPaint("page.chat LCP", {
      visit: () => firstVisit(browser, page.url(), { storageState }),
      must: 500,
      note: "a chat of 10,000 messages",
    }),
  ];
}
