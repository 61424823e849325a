import { afterAll, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { person } from "@/test/client";
import { feedHostileInputs, STEADY_MEMORY } from "@/test/hostile/feed";
import { hostileImports } from "@/test/hostile/imports";
import { send } from "@/test/imports";

// Malicious exports must not block the process.
const child = await startChild({ ...STEADY_MEMORY, RATE_LIMIT_HEAVY: "1000" });
afterAll(() => child.remove());

// Ten minutes, which only a hang exceeds.
const OPTIONS = { timeout: 600_000 };

// A selection: the other hostile exports need no more time or memory than these.
const INPUTS = [
  "a chat of control characters",
  "an object of 31 MB with an array of small objects",
  "49 MB of chats with a message",
  "a chat of 20,000 messages",
  "a chain of 200,000 messages",
  "an archive of 0.8 MB with five files of 31 MB",
  "an archive of 65,000 folders",
];
const inputs = hostileImports.filter(({ name }) => INPUTS.includes(name));

test(`${inputs.length} hostile exports stall nobody, fill no memory and end nothing`, OPTIONS, () =>
  feedHostileInputs(child, inputs, async ({ fileName, make }) => {
    const { api } = await person(child.url);
    const { status, body } = await send(api, await make(), fileName);
    expect([202, 413, 422]).toContain(status);
    const state = async () => (await api.get(`/imports/${body.id}`)).body.state;
    if (status === 202) await expect.poll(state, OPTIONS).toMatch(/completed|failed/);
  }),
);
