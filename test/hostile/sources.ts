import type { RequestListener } from "node:http";
import { expect } from "vitest";
import { startChild } from "../child";
import { person } from "../client";
import { feedHostileInputs, STEADY_MEMORY } from "./feed";
import { type HostileServer, serveSite } from "./serve";

/** Generic error messages, which a malicious source must not cause. */
const UNFORESEEN = /Something went wrong|crashed/;
/** Pending files after which a sync counts as finished. */
const ENOUGH_FILES = 200;

export type ConnectorSettings = { source: object; secret?: string };

/** Starts a server in a separate process, and syncs collections with expensive sources. */
export async function startSyncs() {
  const child = await startChild({
    ...STEADY_MEMORY,
    ALLOW_PRIVATE_ADDRESSES: "127.0.0.1",
    // Endless inputs take all of it.
    INTAKE_CPU_PERCENT: "20",
  });
  const ada = await person(child.url);
  const { id: collection } = (await ada.api.post("/collections", { name: "Sources" })).body;
  const outcomes: string[] = [];

  async function sync(name: string, settings: ConnectorSettings): Promise<void> {
    const connector = { name: "Source", schedule: "off", ...settings };
    const created = await ada.api.post(`/collections/${collection}/connectors`, connector);
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

  /** Expects that sources do not block the server, and that none of them causes a generic error message. */
  async function feed<T extends { name: string }>(inputs: T[], syncWith: (input: T) => Promise<void>) {
    await feedHostileInputs(child, inputs, syncWith);
    expect(outcomes.filter((outcome) => UNFORESEEN.test(outcome))).toEqual([]);
    expect(outcomes).toHaveLength(inputs.length);
  }

  const feedSites = (
    inputs: HostileServer<RequestListener>[],
    settings: (address: string) => ConnectorSettings,
  ) =>
    feed(inputs, async ({ name, make }) => {
      const site = await serveSite(make());
      await sync(name, settings(`http://127.0.0.1:${site.port}`));
      await site.close();
    });

  return { feed, feedSites, sync, remove: () => child.remove() };
}
