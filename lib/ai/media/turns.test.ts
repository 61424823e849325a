import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { MediaError } from "./errors";
import { inTurn } from "./turns";

/** As many as go on at once on this machine. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

/** Work that goes on until it is told to end. */
function started(done: string[]) {
  const ends: (() => void)[] = [];
  const take = (groupId: string, name: string, signal?: AbortSignal) =>
    inTurn(
      () =>
        new Promise<void>((resolve) => {
          done.push(name);
          ends.push(resolve);
        }),
      { groupId, signal },
    );
  return { take, endOne: () => ends.shift()?.() };
}

test("groups take turns, however much of one waits", async () => {
  const done: string[] = [];
  const { take, endOne } = started(done);
  const all = Array.from({ length: AT_ONCE + 3 }, (_, n) => take("ada", `ada ${n}`));
  await expect.poll(() => done.length).toBe(AT_ONCE);
  all.push(take("bob", "bob"));
  endOne();
  await expect.poll(() => done.length).toBe(AT_ONCE + 1);
  expect(done.at(-1)).toBe("bob");
  for (let n = 0; n < AT_ONCE + 4; n++) {
    endOne();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  const adas = done.filter((name) => name !== "bob");
  expect(adas).toEqual(Array.from({ length: AT_ONCE + 3 }, (_, n) => `ada ${n}`));
});

test("one that is not wanted any more leaves the queue", async () => {
  const done: string[] = [];
  const { take, endOne } = started(done);
  const first = Array.from({ length: AT_ONCE }, (_, n) => take("ada", `first ${n}`));
  const stop = new AbortController();
  const left = take("bob", "left", stop.signal);
  const last = take("bob", "last");
  stop.abort();
  await expect(left).rejects.toThrow(MediaError);
  for (let n = 0; n <= AT_ONCE; n++) {
    endOne();
    await new Promise(setImmediate);
  }
  await Promise.all([...first, last]);
  expect(done.slice(AT_ONCE)).toEqual(["last"]);
});
