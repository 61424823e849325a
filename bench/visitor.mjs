// Loading speed of a public chat's page on a slow machine.
import { createServer } from "node:http";
import { figure, quantile } from "./measure.mjs";

const RUNS = 5;
const SLOWER = 4;

/**
 * @param page signed in as a user who may create chats
 * @param product its `url`
 */
export async function visited(browser, page, product) {
  const chat = await madePublic(page, product);
  const bare = await bareVisits(browser);
  return [
    await largestPaint("page.public LCP", {
      visit: () => firstVisit(browser, chat.public_url, { slower: SLOWER }),
      must: 250,
      note: `a visitor's first page, ${SLOWER}x slower processor, where a page without script takes ${bare} ms`,
    }),
  ];
}

const BARE = `<!doctype html><html lang="en"><title>Help desk</title><style>body { font: 16px system-ui }</style>
<h1>Help desk</h1><p>Hello, how can I help?</p><textarea aria-label="Message"></textarea>`;

/** Measures the same visit to an empty page, as the machine's baseline. In milliseconds. */
async function bareVisits(browser) {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end(BARE);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const times = [];
  for (let run = 0; run <= RUNS; run += 1) times.push(await firstVisit(browser, url, { slower: SLOWER }));
  server.close();
  return Math.round(
    quantile(
      times.slice(1).toSorted((a, b) => a - b),
      0.5,
    ),
  );
}

/** Builds a row with the median of several first visits, after one warm-up visit. */
export async function largestPaint(name, { visit, must, note }) {
  const times = [];
  await visit();
  for (let run = 0; run < RUNS; run += 1) times.push(await visit());
  times.sort((a, b) => a - b);
  return figure(name, {
    product: quantile(times, 0.5),
    unit: "ms",
    must,
    target: 200,
    by: "product",
    note: `${note}; ${RUNS} runs, the worst ${Math.round(times.at(-1))} ms`,
  });
}

async function madePublic(page, product) {
  const headers = { origin: product.url };
  const call = async (method, path, data) => {
    const answer = await page.request.fetch(`${product.url}/api/v1${path}`, { method, headers, data });
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}`);
    return answer.json();
  };
  const assistant = await call("POST", "/virtual-assistants", {
    name: "Guide",
    greeting: "Hello, **how** can I help? Ask about opening hours, orders and returns.",
    suggested_questions: ["When do you open?", "Where is my order?"],
  });
  const chat = await call("POST", "/chats", { name: "Help desk", virtual_assistant_id: assistant.id });
  return call("PUT", `/chats/${chat.id}/public?is_public=true`);
}

/** Measures milliseconds from navigation to the largest contentful paint with an empty cache, including redirects. */
export async function firstVisit(
  browser,
  url,
  { slower = 1, storageState, isReady = "textarea:enabled" } = {},
) {
  const context = await browser.newContext({ storageState });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.goto(url);
    // Waits until the page shows the element that marks it as ready for input.
    await page.locator(isReady).first().waitFor();
    return await page.evaluate(
      () =>
        new Promise((resolve) =>
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
            type: "largest-contentful-paint",
            buffered: true,
          }),
        ),
    );
  } finally {
    await context.close();
  }
}
