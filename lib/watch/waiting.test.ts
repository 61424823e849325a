import { expect, test } from "vitest";
import { giveWay, waitedFor } from "./waiting";

/** A request that goes on until it is ended. */
function request() {
  let end = () => {};
  const ended = waitedFor(() => new Promise<void>((resolve) => (end = resolve)));
  return async () => {
    end();
    await ended;
  };
}

test("where nobody waits, background work goes on at once", async () => {
  const began = performance.now();
  await giveWay(60_000);
  expect(performance.now() - began).toBeLessThan(5000);
});

test("background work rests while somebody waits, and goes on when they have what they wanted", async () => {
  const end = request();
  let isResting = true;
  const resting = giveWay(60_000).then(() => (isResting = false));
  const short = giveWay(1);
  await short; // It is not held up for ever.
  expect(isResting).toBe(true);
  await end();
  await resting;
});

test("a request that fails is over too", async () => {
  await expect(waitedFor(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await giveWay(60_000);
});
