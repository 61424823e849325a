import { randomUUID } from "node:crypto";
import type { ExpectStatic } from "vitest";
import { transaction } from "@/db/transaction";
import { store, wakeEngine } from "@/lib/platform/background/service";
import type { Notebook } from "./functions";

/** The engine under test. */
export type Tried = {
  book: Notebook;
  /** The `expect` of the calling test, because cases run concurrently. */
  expect: ExpectStatic;
  /** Returns the state of a started run. */
  run(id: string): Promise<{ status: string; error: string | null }>;
};
type Case = { name: string; play: (tried: Tried) => Promise<void>; isSlow?: boolean };

/** Inngest delays retries by at least a second and polls its queue a few times a second. */
const PATIENCE = { timeout: 20_000, interval: 50 };

let sent = 0;
/** Emits an event, alternately outside of a transaction and within one, as services do. */
export async function send(name: string, data: Record<string, unknown>, id = randomUUID()): Promise<void> {
  const event = { id, name: `test/${name}`, data };
  if (sent++ % 2 === 0) return store(event);
  await transaction(() => store(event));
  wakeEngine();
}

/** Returns the final states of an event's runs. */
async function getStatus({ book, run }: Tried, id: string): Promise<string[]> {
  return Promise.all(book.runs(id).map(async (runId) => (await run(runId)).status));
}
const expectStatus = (tried: Tried, id: string, status: string) =>
  tried.expect.poll(() => getStatus(tried, id), PATIENCE).toEqual([status]);

/** Sends one event, waits for the end of its run and returns its notes. */
async function played(tried: Tried, name: string, status: string): Promise<string[]> {
  const id = randomUUID();
  await send(name, { id });
  await expectStatus(tried, id, status);
  return tried.book.seen(id);
}

/** The contract of background functions, which every engine must fulfill. */
export const cases: Case[] = [
  {
    name: "an event arrives as it was sent, and runs its function once however often it is delivered",
    play: async (tried) => {
      const [id, event] = [randomUUID(), randomUUID()];
      const data = { id, number: 1.5, text: "ä\u0001\n🙂", list: [null, true, {}] };
      await Promise.all([1, 2, 3].map(() => send("event", data, event)));
      await expectStatus(tried, id, "completed");
      await send("event", data, event);
      const later = randomUUID();
      await send("event", { id: later });
      await expectStatus(tried, later, "completed");
      const arrived = { id: event, name: "test/event", data, isRecent: true };
      tried.expect(tried.book.seen(id).map((text) => JSON.parse(text))).toEqual([arrived]);
      tried.expect(tried.book.runs(id)).toHaveLength(1);
    },
  },
  {
    name: "a step that failed is tried again; those before it are not, and each has its own tries",
    play: async (tried) =>
      tried
        .expect(await played(tried, "steps", "completed"))
        .toEqual([...["first", "second", "second", "third", "third", "third", "end"]]),
  },
  {
    name: "what a step gave is what it is read as afterwards",
    play: async (tried) =>
      tried
        .expect(await played(tried, "results", "completed"))
        .toEqual([JSON.stringify(["1970-01-01T00:00:00.000Z", null, { some: [1, "ä", null] }])]),
  },
  {
    name: "a step that always fails is given up after its retries, and its function with it",
    play: async (tried) => {
      const id = randomUUID();
      await send("fails", { id });
      await expectStatus(tried, id, "failed");
      tried.expect(tried.book.seen(id)).toEqual(["try", "try", "try"]);
      tried.expect((await tried.run(tried.book.runs(id)[0]!)).error).toContain("always");
    },
  },
  {
    name: "so is a function that fails outside of its steps",
    play: async (tried) => {
      const id = randomUUID();
      await send("body-fails", { id });
      await expectStatus(tried, id, "failed");
      tried.expect(tried.book.seen(id)).toEqual(["try", "try"]);
      tried.expect((await tried.run(tried.book.runs(id)[0]!)).error).toContain("outside of a step");
    },
  },
  {
    name: "a step without retries fails at its first error",
    play: async (tried) => tried.expect(await played(tried, "once", "failed")).toEqual(["try"]),
  },
  {
    name: "a function may catch the failure of a step and go on",
    play: async (tried) =>
      tried
        .expect(await played(tried, "caught", "completed"))
        .toEqual(["try", "try", "caught TypeError: always"]),
  },
  {
    name: "a sleep is slept once",
    play: async (tried) => {
      const [before, after, ...more] = (await played(tried, "sleeps", "completed")).map(Number);
      tried.expect(after! - before!).toBeGreaterThanOrEqual(1900);
      tried.expect(more).toEqual([]);
    },
  },
  {
    name: "runs with one concurrency key take turns, others do not wait for them",
    play: async (tried) => {
      const { book } = tried;
      const [key, other, free] = [randomUUID(), randomUUID(), randomUUID()];
      let open = () => {};
      book.gates.set(key, new Promise((resolve) => (open = resolve)));
      await Promise.all([1, 2, 3, 4].map(() => send("turns", { id: randomUUID(), key })));
      await tried.expect.poll(() => book.now.get(key), PATIENCE).toBe(1);
      await send("turns", { id: free, key: other });
      await expectStatus(tried, free, "completed");
      open();
      await tried.expect.poll(() => book.seen(key).length, PATIENCE).toBe(4);
      tried.expect(book.most.get(key)).toBe(1);
    },
  },
  {
    name: "a limit for all runs of a function holds beside the one for each key",
    play: async (tried) => {
      const { book } = tried;
      const of = randomUUID();
      for (const key of ["a", "b", "c"])
        await send("shared", { id: `${of} ${key}`, of, key: `${of} ${key}`, priority: 0 });
      await tried.expect.poll(() => book.seen(of).length, PATIENCE).toBe(3);
      tried.expect(book.most.get(of)).toBe(1);
    },
  },
  {
    name: "what a function sends starts other functions, with the same id once",
    play: async (tried) => {
      const { seen } = tried.book;
      const id = randomUUID();
      await send("sends", { id });
      await tried.expect.poll(() => seen(id), PATIENCE).toEqual(["sent", "sent"]);
      const later = randomUUID();
      await send("sleeps", { id: later });
      await expectStatus(tried, later, "completed");
      tried.expect(seen(id)).toEqual(["sent", "sent"]);
    },
  },
  {
    name: "what was asked for in a transaction that failed never runs",
    play: async (tried) => {
      const id = randomUUID();
      const asked = transaction(async () => {
        await store({ id: randomUUID(), name: "test/sent", data: { id } });
        throw new Error("rolled back");
      });
      await tried.expect(asked).rejects.toThrow("rolled back");
      const later = randomUUID();
      await send("sent", { id: later });
      await tried.expect.poll(() => tried.book.seen(later), PATIENCE).toEqual(["sent"]);
      tried.expect(tried.book.seen(id)).toEqual([]);
    },
  },
];
