import { expect, test, vi } from "vitest";
import { AppError } from "./errors";
import { FairQueue } from "./fair-queue";

function startWork(queue: FairQueue) {
  const started: string[] = [];
  const running = new Map<string, () => void>();
  const add = (key: string, name: string, signal?: AbortSignal) => {
    const work = () =>
      new Promise<void>((resolve) => {
        started.push(name);
        running.set(name, () => {
          running.delete(name);
          resolve();
        });
      });
    const result = queue.run(key, work, signal);
    result.catch(() => undefined);
    return { result };
  };
  const end = async (name: string) => {
    running.get(name)?.();
    await settle();
  };
  return { started, running, add, end };
}

const settle = () => new Promise(setImmediate);

test("a key holds all slots but one, even while nothing else waits", async () => {
  const { started, add } = startWork(new FairQueue(3));
  for (let n = 0; n < 5; n++) add("ada", `ada ${n}`);
  await settle();
  expect(started).toEqual(["ada 0", "ada 1"]);
  add("bob", "bob");
  await settle();
  expect(started).toEqual(["ada 0", "ada 1", "bob"]);
});

test("a single slot serves one task at a time", async () => {
  const { started, add, end } = startWork(new FairQueue(1));
  add("ada", "ada");
  add("bob", "bob");
  await settle();
  expect(started).toEqual(["ada"]);
  await end("ada");
  expect(started).toEqual(["ada", "bob"]);
});

test("keys are served in turn, in order of arrival within a key", async () => {
  const { started, add, end } = startWork(new FairQueue(1));
  for (let n = 0; n < 4; n++) add("ada", `ada ${n}`);
  await settle();
  for (let n = 0; n < 2; n++) add("bob", `bob ${n}`);
  add("eve", "eve");
  for (let n = 0; n < 7; n++) await end(started.at(-1)!);
  expect(started).toEqual(["ada 0", "bob 0", "eve", "ada 1", "bob 1", "ada 2", "ada 3"]);
});

test("a key that keeps adding work does not overtake waiting keys", async () => {
  const { started, add, end } = startWork(new FairQueue(1));
  add("ada", "ada 0");
  await settle();
  for (const key of ["bob", "eve"]) for (let n = 0; n < 3; n++) add(key, `${key} ${n}`);
  for (let n = 1; n < 9; n++) {
    const ended = started.at(-1)!;
    await end(ended);
    if (ended.startsWith("ada")) add("ada", `ada ${n}`);
  }
  const order = started.map((name) => name.split(" ")[0]).join(" ");
  expect(order).toBe("ada bob eve ada bob eve ada bob eve");
});

test("aborted work leaves the queue with its reason and never starts", async () => {
  const { started, add, end } = startWork(new FairQueue(1, { maxWaitingPerKey: 1 }));
  add("ada", "ada 0");
  const stop = new AbortController();
  const left = add("ada", "left", stop.signal).result;
  stop.abort("stopped");
  await expect(left).rejects.toBe("stopped");
  await expect(add("ada", "late", stop.signal).result).rejects.toBe("stopped");
  add("ada", "ada 1");
  await end("ada 0");
  expect(started).toEqual(["ada 0", "ada 1"]);
});

test("a signal that aborts after the start leaves the queue unchanged", async () => {
  const { started, add, end } = startWork(new FairQueue(1));
  const stop = new AbortController();
  const first = add("ada", "ada 0", stop.signal).result;
  add("ada", "ada 1");
  await settle();
  stop.abort();
  await settle();
  expect(started).toEqual(["ada 0"]);
  await end("ada 0");
  await first;
  expect(started).toEqual(["ada 0", "ada 1"]);
});

test("work above the bound of a key is refused as busy, and other keys are accepted", async () => {
  const { started, add, end } = startWork(new FairQueue(1, { maxWaitingPerKey: 2 }));
  for (let n = 0; n < 3; n++) add("ada", `ada ${n}`);
  const refused = add("ada", "too many").result;
  await expect(refused).rejects.toMatchObject({ kind: "rate_limited", extra: { code: "busy" } });
  add("bob", "bob");
  await end("ada 0");
  await end("bob");
  add("ada", "ada 3");
  for (let n = 0; n < 3; n++) await end(started.at(-1)!);
  expect(started).toEqual(["ada 0", "bob", "ada 1", "ada 2", "ada 3"]);
});

test("a refusal is an AppError, also across bundles of the process", async () => {
  vi.resetModules();
  const { FairQueue: OtherQueue } = await import("./fair-queue");
  const { add } = startWork(new OtherQueue(1, { maxWaitingPerKey: 0 }));
  add("ada", "ada 0");
  const refusal = await add("ada", "ada 1").result.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(new Error("other")).not.toBeInstanceOf(AppError);
});

test("a bound of zero lets work run but not wait", async () => {
  const { add, end } = startWork(new FairQueue(1, { maxWaitingPerKey: 0 }));
  const first = add("ada", "ada 0").result;
  await expect(add("ada", "ada 1").result).rejects.toMatchObject({ extra: { code: "busy" } });
  await settle();
  await end("ada 0");
  await first;
});

test("failing work frees its slot", async () => {
  const queue = new FairQueue(1);
  const fails = [
    () => Promise.reject(new Error("rejected")),
    () => {
      throw new Error("thrown");
    },
  ];
  for (const work of fails) await expect(queue.run("ada", work)).rejects.toThrow();
  expect(await queue.run("ada", async () => "done")).toBe("done");
});

// Seeded pseudorandom numbers, so that runs are reproducible.
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.each(Array.from({ length: 200 }, (_, seed) => seed))(
  "slots, shares and turns are respected in interleaving %i",
  async (seed) => {
    const random = randomNumbers(seed);
    const slots = 1 + random(4);
    const most = 1 + random(8);
    const { started, running, add, end } = startWork(new FairQueue(slots, { maxWaitingPerKey: most }));
    const waiting = new Map<string, AbortController>();
    const keys = Array.from({ length: 1 + random(4) }, (_, n) => `k${n}`);
    const getKey = (name: string) => name.split(" ")[0]!;
    const of = (names: Iterable<string>, key: string) => [...names].filter((name) => getKey(name) === key);
    // Counts how often every other key was served while a key was waiting.
    const passed = new Map<string, Map<string, number>>();
    let seen = 0;

    const check = () => {
      for (; seen < started.length; seen++) {
        const name = started[seen]!;
        waiting.delete(name);
        passed.delete(getKey(name));
        for (const [key, counts] of passed)
          if (key !== getKey(name) && of(running.keys(), key).length === 0) {
            counts.set(getKey(name), (counts.get(getKey(name)) ?? 0) + 1);
            expect(counts.get(getKey(name))).toBeLessThanOrEqual(1);
          }
      }
      for (const key of keys) {
        const waits = of(waiting.keys(), key).length;
        if (waits === 0) passed.delete(key);
        else if (!passed.has(key)) passed.set(key, new Map());
        const runs = of(running.keys(), key).length;
        expect(runs).toBeLessThanOrEqual(Math.max(1, slots - 1));
        expect(waits).toBeLessThanOrEqual(most);
        if (waits > 0 && running.size < slots) expect(runs).toBe(Math.max(1, slots - 1));
      }
      expect(running.size).toBeLessThanOrEqual(slots);
    };

    for (let step = 0; step < 150; step++) {
      const action = random(10);
      const key = keys[random(keys.length)]!;
      if (action < 5) {
        const name = `${key} ${step}`;
        const stop = new AbortController();
        waiting.set(name, stop);
        add(key, name, stop.signal).result.catch(() => waiting.delete(name));
      } else if (action < 8) await end([...running.keys()][random(running.size)] ?? "");
      else [...waiting.values()][random(waiting.size)]?.abort();
      await settle();
      check();
    }
    while (running.size > 0) {
      await end([...running.keys()][random(running.size)]!);
      check();
    }
    expect(waiting.size).toBe(0);
    for (const key of keys) {
      const steps = of(started, key).map((name) => Number(name.split(" ")[1]));
      expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    }
  },
);
