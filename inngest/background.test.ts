import { randomUUID } from "node:crypto";
import { Inngest, NonRetriableError, RetryAfterError } from "inngest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { transaction } from "@/db/transaction";
import { store, wake } from "@/lib/background/service";
import { outbox } from "./outbox";
import { startRunner } from "./runner/runner";

/** What the functions under test have done, by the id in their event. */
const done = new Map<string, string[]>();
const note = (id: string, what: string) => done.set(id, [...(done.get(id) ?? []), what]);
const seen = (id: string) => done.get(id) ?? [];
const gates = new Map<string, Promise<void>>();
let now = 0;
let most = 0;

const client = new Inngest({
  id: "parley",
  isDev: true,
  eventKey: "embedded",
  fetch: outbox,
  logger: silent(),
});
function silent() {
  const nothing = () => {};
  return { info: nothing, warn: nothing, error: nothing, debug: nothing };
}
// biome-ignore lint/suspicious/noExplicitAny: the SDK's context is typed by events that only this test knows
type Context = any;
const fn = (id: string, options: object, body: (context: Context) => unknown) =>
  client.createFunction({ id, triggers: [{ event: `test/${id}` }], ...options } as never, body as never);

const functions = [
  fn("steps", { retries: 3 }, async ({ event, step, attempt }) => {
    const { id } = event.data;
    await step.run("first", () => note(id, "first"));
    await step.run("second", () => {
      note(id, "second");
      if (seen(id).filter((what) => what === "second").length < 2)
        throw new RetryAfterError("once more", "20ms");
    });
    note(id, `end ${attempt}`);
  }),
  fn("fails", { retries: 1 }, async ({ event, step }) => {
    await step.run("boom", () => {
      note(event.data.id, "try");
      throw new RetryAfterError("always", "10ms");
    });
  }),
  fn("never-again", { retries: 5 }, async ({ event }) => {
    note(event.data.id, "try");
    throw new NonRetriableError("no");
  }),
  fn("sleeps", {}, async ({ event, step }) => {
    await step.run("before", () => note(event.data.id, `before ${Date.now()}`));
    await step.sleep("a while", "300ms");
    await step.run("after", () => note(event.data.id, `after ${Date.now()}`));
  }),
  fn("turns", { concurrency: { limit: 1, key: "event.data.key" } }, async ({ event, step }) => {
    await step.run("alone", async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now--;
      note(event.data.key, "ran");
    });
  }),
  fn("stoppable", { cancelOn: [{ event: "test/stop", match: "data.id" }] }, async ({ event, step }) => {
    await step.run("before", () => note(event.data.id, "before"));
    await step.sleep("a while", "400ms");
    await step.run("after", () => note(event.data.id, "after"));
  }),
  fn("sends", {}, async ({ event, step }) => {
    await step.sendEvent("on", [{ name: "test/sent", data: { id: event.data.id } }]);
  }),
  fn("sent", {}, ({ event }) => note(event.data.id, "sent")),
  fn("parallel", {}, async ({ event, step }) => {
    const [a, b] = await Promise.all([step.run("a", () => 1), step.run("b", () => 2)]);
    note(event.data.id, `sum ${a + b}`);
  }),
  fn("waits", {}, async ({ event, step }) => {
    await step.run("first", () => note(event.data.id, "first"));
    await step.run("gate", async () => {
      note(event.data.id, "gate");
      await gates.get(event.data.id);
    });
    note(event.data.id, "through");
  }),
  client.createFunction({ id: "cron", triggers: [{ cron: "* * * * *" }] }, () => {
    note("cron", "ticked");
  }),
];

let runner: ReturnType<typeof startRunner>;
beforeAll(async () => {
  await migrateDatabase();
  runner = startRunner(client, functions);
});
afterAll(async () => {
  await runner.stop();
  await closeDatabase();
});

let sent = 0;
/** As a service asks outside of a transaction and, every other time, as one does inside of it. */
const send = async (name: string, data: Record<string, unknown>, id = randomUUID()) => {
  const event = { id, name: `test/${name}`, data };
  if (sent++ % 2 === 0) return store(event);
  await transaction(() => store(event));
  wake();
};
const runsOf = async (id: string) => {
  const rows = await db().execute<{ status: string; attempt: number }>(
    `select status, attempt from background_runs where event->'data'->>'id' = '${id}'`,
  );
  return [...rows];
};
const status = async (id: string) => (await runsOf(id)).map((run) => run.status);

test("an event runs its function once, however often it is delivered", async () => {
  const id = randomUUID();
  const event = randomUUID();
  await Promise.all([send("sent", { id }, event), send("sent", { id }, event), send("sent", { id }, event)]);
  await expect.poll(() => status(id), { timeout: 5000 }).toEqual(["completed"]);
  expect(seen(id)).toEqual(["sent"]);
});

test("a step that failed is tried again; the one before it is not", async () => {
  const id = randomUUID();
  await send("steps", { id });
  await expect.poll(() => status(id), { timeout: 5000 }).toEqual(["completed"]);
  expect(seen(id)).toEqual(["first", "second", "second", "end 0"]);
});

test("a function that always fails gives up after its retries", async () => {
  const id = randomUUID();
  await send("fails", { id });
  await expect.poll(() => status(id), { timeout: 8000 }).toEqual(["failed"]);
  expect(seen(id)).toEqual(["try", "try"]);
});

test("an error that is not to be retried is not", async () => {
  const id = randomUUID();
  await send("never-again", { id });
  await expect.poll(() => status(id)).toEqual(["failed"]);
  expect(seen(id)).toEqual(["try"]);
});

test("a sleep is slept once", async () => {
  const id = randomUUID();
  await send("sleeps", { id });
  await expect.poll(() => status(id), { timeout: 5000 }).toEqual(["completed"]);
  const [before, after] = seen(id).map((what) => Number(what.split(" ")[1]));
  expect(after! - before!).toBeGreaterThanOrEqual(295);
  expect(seen(id)).toHaveLength(2);
});

test("runs with one concurrency key take turns", async () => {
  const key = randomUUID();
  await Promise.all([1, 2, 3, 4].map(() => send("turns", { key })));
  await expect.poll(() => seen(key).length, { timeout: 5000 }).toBe(4);
  expect(most).toBe(1);
});

test("an event cancels the runs that it matches and no other", async () => {
  const [id, other] = [randomUUID(), randomUUID()];
  await send("stoppable", { id });
  await send("stoppable", { id: other });
  await expect.poll(() => [...seen(id), ...seen(other)]).toEqual(["before", "before"]);
  await send("stop", { id });
  await expect.poll(() => status(id)).toEqual(["cancelled"]);
  await expect.poll(() => status(other), { timeout: 5000 }).toEqual(["completed"]);
  expect(seen(id)).toEqual(["before"]);
});

test("what a function sends starts other functions", async () => {
  const id = randomUUID();
  await send("sends", { id });
  await expect.poll(() => seen(id)).toEqual(["sent"]);
});

test("parallel steps run once each", async () => {
  const id = randomUUID();
  await send("parallel", { id });
  await expect.poll(() => seen(id)).toEqual(["sum 3"]);
});

test("a scheduled function runs once for the time at which it was due", async () => {
  await expect.poll(() => seen("cron").length, { timeout: 5000 }).toBeGreaterThan(0);
});

test("what was asked for in a transaction that failed never runs", async () => {
  const id = randomUUID();
  await transaction(async () => {
    await store({ id: randomUUID(), name: "test/sent", data: { id } });
    throw new Error("rolled back");
  }).catch(() => {});
  const later = randomUUID();
  await send("sent", { id: later });
  await expect.poll(() => seen(later)).toEqual(["sent"]);
  expect(seen(id)).toEqual([]);
});

test("a run that its process left behind goes on at its unfinished step", async () => {
  const id = randomUUID();
  let open = () => {};
  let release = () => {};
  gates.set(id, new Promise((resolve) => (release = resolve)));
  await send("waits", { id });
  await expect.poll(() => seen(id)).toEqual(["first", "gate"]);
  // As a killed process would leave it: running, under an owner that no longer exists.
  await db().execute(
    `update background_runs set owner = 'a dead process', lease_until = now() - interval '1 second' where event->'data'->>'id' = '${id}'`,
  );
  gates.set(id, new Promise((resolve) => (open = resolve)));
  const second = startRunner(client, functions);
  await expect.poll(() => seen(id)).toEqual(["first", "gate", "gate"]);
  open();
  await expect.poll(() => status(id)).toEqual(["completed"]);
  expect(seen(id)).toEqual(["first", "gate", "gate", "through"]);
  release();
  await second.stop();
}, 20_000);
