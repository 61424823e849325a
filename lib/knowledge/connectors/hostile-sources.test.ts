import type { RequestListener } from "node:http";
import { afterAll, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { person } from "@/test/client";
import { feedHostileInputs, STEADY_MEMORY } from "@/test/hostile/feed";
import { hostileRepositories } from "@/test/hostile/git";
import { hostileMailboxes } from "@/test/hostile/imap";
import { hostileBuckets } from "@/test/hostile/s3";
import { type HostileServer, serveConnections, serveSite } from "@/test/hostile/serve";
import { HOSTILE_SITE_PATH, hostileSites } from "@/test/hostile/website";

/** Sources that are made to cost much stall nobody, and say in a sentence what is wrong with them. */
const child = await startChild({ ...STEADY_MEMORY, ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });
afterAll(() => child.remove());
const ada = await person(child.url);
const { id: collection } = (await ada.api.post("/collections", { name: "Sources" })).body;

/** Of what no sentence foresaw. */
const UNFORESEEN = /Something went wrong|crashed/;
/** Files that would be taken one by one: that they were listed is enough. */
const ENOUGH_FILES = 200;
const outcomes: string[] = [];

type Settings = { source: object; secret?: string };

async function sync(name: string, settings: Settings): Promise<void> {
  const given = { name: "Source", schedule: "off", ...settings };
  const created = await ada.api.post(`/collections/${collection}/connectors`, given);
  expect(created.status, name).toBe(201);
  const get = async () => (await ada.api.get(`/connectors/${created.body.id}`)).body;
  const isOver = async () => {
    const { status, pending_count: pending } = await get();
    return status === "idle" || pending > ENOUGH_FILES;
  };
  await expect.poll(isOver, { interval: 100, timeout: 600_000 }).toBe(true);
  const { last_run: run, problems } = await get();
  const sentences = [run?.error, ...problems.map(({ problem }: { problem: string }) => problem)];
  outcomes.push(`${name}: ${[...new Set(sentences)].join(" ")}`);
  await ada.api.del(`/connectors/${created.body.id}`);
}

const feedSites = (inputs: HostileServer<RequestListener>[], settings: (address: string) => Settings) =>
  feedHostileInputs(child, inputs, async ({ name, make }) => {
    const site = await serveSite(make());
    await sync(name, settings(`http://127.0.0.1:${site.port}`));
    await site.close();
  });

function expectSentences() {
  expect(outcomes.filter((outcome) => UNFORESEEN.test(outcome))).toEqual([]);
  outcomes.length = 0;
}

const OPTIONS = { timeout: 3_600_000 };

test(
  `${hostileSites.length} hostile websites stall nobody, fill no memory and end nothing`,
  OPTIONS,
  async () => {
    await feedSites(hostileSites, (url) => ({
      source: { kind: "website", address: `${url}${HOSTILE_SITE_PATH}` },
    }));
    expectSentences();
  },
);

test(
  `${hostileBuckets.length} hostile buckets stall nobody, fill no memory and end nothing`,
  OPTIONS,
  async () => {
    await feedSites(hostileBuckets, (endpoint) => ({
      source: { kind: "s3", endpoint, bucket: "papers", access_key_id: "key" },
      secret: "the secret of the key",
    }));
    expectSentences();
  },
);

test(
  `${hostileRepositories.length} hostile repositories stall nobody, fill no memory and end nothing`,
  OPTIONS,
  async () => {
    await feedSites(hostileRepositories, (url) => ({ source: { kind: "git", address: `${url}/handbook` } }));
    expectSentences();
  },
);

test(
  `${hostileMailboxes.length} hostile mailboxes stall nobody, fill no memory and end nothing`,
  OPTIONS,
  async () => {
    await feedHostileInputs(child, hostileMailboxes, async ({ name, make }) => {
      const { port, close } = await serveConnections(make());
      await sync(name, {
        source: { kind: "imap", host: "127.0.0.1", port, user: "ada" },
        secret: "password",
      });
      await close();
    });
    expectSentences();
  },
);
