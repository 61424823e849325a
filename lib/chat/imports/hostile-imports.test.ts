import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { hostileImports } from "@/test/hostile/imports";
import { send } from "@/test/imports";
import { watchTurns } from "@/test/processor-time";
import { startServer } from "@/test/server";

process.env.RATE_LIMIT_HEAVY = "1000";
const server = await startServer();
afterAll(() => server.close());

/** Of processor time without a pause, in ms. The file is sent by the same thread. */
const MAX_TURN_MS = 200;
/** Only what hangs takes so long. */
const OPTIONS = { timeout: 600_000 };

/** The rest of them costs as little. */
const INPUTS = [
  "an object of 31 MB with an array of small objects",
  "49 MB of chats with a message",
  "a chat of 20,000 messages",
  "a chat of control characters",
  "a chain of 200,000 messages",
  "an archive of 0.8 MB with five files of 31 MB",
  "an archive of 65,000 folders",
];
const inputs = hostileImports.filter(({ name }) => INPUTS.includes(name));

test.each(inputs)("the server answers others while it imports $name", OPTIONS, async ({ fileName, make }) => {
  const { api } = await person(server.url);
  const content = await make();
  const turns = watchTurns();
  turns.start();
  const { status, body } = await send(api, content, fileName);
  expect([202, 413, 422]).toContain(status);
  const state = async () => (await api.get(`/imports/${body.id}`)).body.state;
  if (status === 202) await expect.poll(state, OPTIONS).toMatch(/completed|failed/);
  turns.stop();
  expect(turns.longest(1)).toBeLessThan(MAX_TURN_MS);
});
