import { performance as node } from "node:perf_hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runInForeground, yieldToForeground } from "./foreground";

// Simulated event loop utilization, from 0 to 1.
let utilization = 1;
beforeEach(() => {
  utilization = 1;
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  vi.spyOn(node, "eventLoopUtilization").mockImplementation(() => ({
    utilization,
    idle: 0,
    active: 0,
  }));
});
afterEach(() => void vi.useRealTimers());

// A foreground request that runs until the test ends it.
function request() {
  let end = () => {};
  const ended = runInForeground(() => new Promise<void>((resolve) => (end = resolve)));
  return async () => {
    end();
    await ended;
  };
}

// Starts background work of 100 ms. `isOver` returns true once the work and its pause have ended.
function piece() {
  let isOver = false;
  const over = yieldToForeground(() => new Promise<void>((resolve) => setTimeout(resolve, 100))).then(
    () => (isOver = true),
  );
  return { over, isOver: () => isOver };
}

test("background work proceeds immediately while no request waits", async () => {
  const work = piece();
  await vi.advanceTimersByTimeAsync(100);
  expect(work.isOver()).toBe(true);
});

test("background work pauses while a request waits, up to a limit", async () => {
  const end = request();
  const work = piece();
  await vi.advanceTimersByTimeAsync(900);
  expect(work.isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(110);
  expect(work.isOver()).toBe(true);
  await end();
});

test("background work proceeds when the waiting requests end", async () => {
  const end = request();
  const work = piece();
  await vi.advanceTimersByTimeAsync(150);
  expect(work.isOver()).toBe(false);
  await end();
  await vi.advanceTimersByTimeAsync(10);
  expect(work.isOver()).toBe(true);
});

test("requests that wait for a model do not pause background work", async () => {
  utilization = 0.1;
  const end = request();
  const work = piece();
  await vi.advanceTimersByTimeAsync(120);
  expect(work.isOver()).toBe(true);
  await end();
});

test("a failed request no longer pauses background work", async () => {
  await expect(runInForeground(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const work = piece();
  await vi.advanceTimersByTimeAsync(100);
  expect(work.isOver()).toBe(true);
});
