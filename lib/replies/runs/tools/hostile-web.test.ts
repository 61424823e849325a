import type { RequestListener } from "node:http";
import { afterAll, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { feedHostileInputs, STEADY_MEMORY } from "@/test/hostile/feed";
import { hostileResults } from "@/test/hostile/search-results";
import { type HostileServer, serveSite } from "@/test/hostile/serve";
import { HOSTILE_SITE_PATH, hostilePages } from "@/test/hostile/website";

// Malicious pages and search results must not block the process.
const model = await startModelServer();
const child = await startChild({
  ...STEADY_MEMORY,
  OPENAI_BASE_URL: model.url,
  ALLOW_PRIVATE_ADDRESSES: "127.0.0.1",
});
afterAll(async () => {
  await child.remove();
  await model.close();
});
const ada = await person(child.url);
const OPTIONS = { timeout: 3_600_000 };

async function call(tool: string, input: object) {
  const { id } = (await ada.api.post("/chats", {})).body;
  const message = `[[fake call ${tool} ${JSON.stringify(input)}]]`;
  const { status, body } = await ada.api.multipart(`/chats/${id}/messages`, { message_input: message });
  expect(status).toBe(200);
  const [reply] = body.responses;
  expect(reply.extra.error).toBeUndefined();
  expect(reply.message).toMatch(/<passage|can't be (read|used)|Nothing fits/);
}

const feed = (inputs: HostileServer<RequestListener>[], ask: (address: string) => Promise<void>) =>
  feedHostileInputs(child, inputs, async ({ make }) => {
    const site = await serveSite(make());
    const address = `http://127.0.0.1:${site.port}`;
    const access = { read_pages: true, search: true, engine: "searxng", base_url: address };
    expect((await ada.api.put("/web", access)).status).toBe(200);
    await ask(address);
    await site.close();
  });

test(`${hostilePages.length} hostile pages stall nobody, fill no memory and end nothing`, OPTIONS, () =>
  feed(hostilePages, (address) => call("read_page", { address: `${address}${HOSTILE_SITE_PATH}` })),
);

test(
  `${hostileResults.length} hostile search results stall nobody, fill no memory and end nothing`,
  OPTIONS,
  () => feed(hostileResults, () => call("search_web", { query: "harbour" })),
);
