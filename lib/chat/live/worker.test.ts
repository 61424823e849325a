import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { liveEvents } from "./contract";

test("the worker of the browser passes on all live events but the heartbeat", () => {
  const worker = readFileSync("public/live-worker.js", "utf8");
  const names = /const EVENTS =\s+"([^"]+)"/.exec(worker)![1]!.split(" ");
  expect(names.toSorted()).toEqual(
    Object.keys(liveEvents)
      .filter((name) => name !== "ping")
      .toSorted(),
  );
});
