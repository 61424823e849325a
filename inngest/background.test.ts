import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { cases, send, type Tried } from "@/e2e/inngest/cases";
import { functionsUnderTest, notebook } from "@/e2e/inngest/functions";
import { wakeEngine } from "@/lib/platform/background/service";
import { processId } from "@/lib/platform/once";
import { startRunner } from "./runner/runner";

// Tests the contract of background functions with the embedded runner. `npm run test:inngest` tests the same contract
// with an Inngest server.
const book = notebook();
const functions = functionsUnderTest(book);

let runner: ReturnType<typeof startRunner>;
beforeAll(async () => {
  await migrateDatabase();
  runner = startRunner(functions);
});
afterAll(async () => {
  await runner.stop();
  await closeDatabase();
});

const run: Tried["run"] = async (id) => {
  const [row] = [
    ...(await db().execute<{ status: string; error: string | null }>(
      `select status, error from background_runs where id = '${id}'`,
    )),
  ];
  return row!;
};

test.concurrent.for(cases)("$name", ({ play }, { expect }) => play({ book, run, expect }));

test("keys take turns, and runs of higher priority come first within a key", async () => {
  const { seen, gates } = book;
  const of = randomUUID();
  let open = () => {};
  gates.set(of, new Promise((resolve) => (open = resolve)));
  const ask = (id: string, key: string, priority = 0) =>
    send("shared", { id: `${id} ${of}`, of, key: `${key} ${of}`, priority });
  await ask("first", "many");
  await expect.poll(() => seen(of)).toEqual([`first ${of}`]);
  for (const id of ["second", "third"]) await ask(id, "many");
  await ask("urgent", "many", 600);
  await ask("other", "few");
  // The runner stores an event first and creates its runs later, so the test waits for the runs.
  const countQueued = async () => {
    const rows = await db().execute(
      sql`select from background_runs where status = 'queued' and event #>> '{data,of}' = ${of}`,
    );
    return rows.length;
  };
  await expect.poll(countQueued).toBe(4);
  open();
  const order = ["first", "other", "urgent", "second", "third"];
  await expect.poll(() => seen(of)).toEqual(order.map((id) => `${id} ${of}`));
});

test("a scheduled function runs once for its due time, also after a delay", async () => {
  await expect.poll(() => book.seen("cron").length).toBeGreaterThan(0);
});

test("an interrupted run resumes at its unfinished step", async () => {
  const { seen, gates, runs } = book;
  const [id, leftId] = [randomUUID(), randomUUID()];
  let open = () => {};
  gates.set(id, new Promise((resolve) => (open = resolve)));
  await send("waits", { id });
  await expect.poll(() => seen(id)).toEqual(["first", "gate"]);
  // Simulates a killed process: the run is still running, with the result of its first step.
  const event = { id: randomUUID(), name: "test/waits", data: { id: leftId }, ts: 0 };
  await db().execute(sql`
    with event as (
      insert into background_events (id, name, data, dispatched_at)
      values (${event.id}::uuid, ${event.name}, ${JSON.stringify(event.data)}::jsonb, now()) returning id),
    run as (
      insert into background_runs (function_id, event_id, event, status, owner, lease_until)
      select 'waits', id, ${JSON.stringify(event)}::jsonb, 'running', 'a dead process', now() - interval '1 second'
      from event returning id)
    insert into background_steps (run_id, id, position, result)
    select run.id, step.id, position, result from run, background_steps step where run_id = ${runs(id)[0]}::uuid`);
  wakeEngine();
  await expect.poll(() => seen(leftId)).toEqual(["gate", "through"]);
  await expect.poll(async () => (await run(runs(leftId)[0]!)).status).toBe("completed");
  open();
  await expect.poll(() => seen(id)).toEqual(["first", "gate", "through"]);
});

test("a stopping runner completes its current step and leaves the next one to another runner", async () => {
  const { seen, gates } = book;
  const id = randomUUID();
  let open = () => {};
  gates.set(id, new Promise((resolve) => (open = resolve)));
  await send("waits", { id });
  await expect.poll(() => seen(id)).toEqual(["first", "gate"]);
  const stopped = runner.stop();
  open();
  await stopped;
  expect(seen(id)).toEqual(["first", "gate"]);
  runner = startRunner(functions);
  await expect.poll(() => seen(id)).toEqual(["first", "gate", "through"]);
});

test("a run resumes in the same process after its end could not be stored during a database outage", async () => {
  const id = randomUUID();
  const event = { id: randomUUID(), name: "test/sent", data: { id }, ts: 0 };
  await db().execute(sql`
    with event as (
      insert into background_events (id, name, data, dispatched_at)
      values (${event.id}::uuid, ${event.name}, ${JSON.stringify(event.data)}::jsonb, now()) returning id)
    insert into background_runs (function_id, event_id, event, status, owner, lease_until)
    select 'sent', id, ${JSON.stringify(event)}::jsonb, 'running', ${processId()}, now() - interval '1 second' from event`);
  wakeEngine();
  await expect.poll(() => book.seen(id)).toEqual(["sent"]);
});
