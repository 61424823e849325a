import { expect, test } from "vitest";
import { MediaError } from "./errors";
import { runInTurn } from "./work-queue";

// Starts jobs until one has to wait. The jobs run until the test ends them.
async function fillSlots(groupId: string) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const start = (group: string, name: string, signal?: AbortSignal) =>
    runInTurn(
      () =>
        new Promise<void>((resolve) => {
          started.push(name);
          ends.push(resolve);
        }),
      { groupId: group, signal },
    );
  const all: Promise<void>[] = [];
  do {
    all.push(start(groupId, `${groupId} ${all.length}`));
    await new Promise(setImmediate);
  } while (started.length === all.length);
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()!();
      await new Promise(setImmediate);
    }
    await Promise.all(all);
  };
  return { started, start, all, endOne: () => ends.shift()?.(), endAll };
}

test("another group's media are processed before a group's queued ones", async () => {
  const { started, start, all, endOne, endAll } = await fillSlots("ada");
  all.push(start("ada", "ada last"), start("bob", "bob"));
  if (started.at(-1) !== "bob") endOne();
  await expect.poll(() => started.at(-1)).toBe("bob");
  await endAll();
  expect(started.at(-1)).toBe("ada last");
});

test("work that is aborted in the queue ends as interrupted and never starts", async () => {
  const { started, start, endAll } = await fillSlots("ada");
  const stop = new AbortController();
  const aborted = start("ada", "aborted", stop.signal);
  stop.abort();
  await expect(aborted).rejects.toThrow(MediaError);
  await endAll();
  expect(started).not.toContain("aborted");
});
