import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { limits, transcribeOffline } from "./offline-speech";

// Tests the offline engine's process with a script in its place: its environment and limits.
const folder = mkdtempSync(join(tmpdir(), "parley-offline-"));
const { memory } = limits;
afterAll(() => {
  limits.memory = memory;
  rmSync(folder, { recursive: true });
});

function program(script: string): string {
  const path = join(folder, "program");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}
const heard = (script: string) => transcribeOffline(program(script), Buffer.alloc(0), { seconds: 1 });

test("the program has no secrets in its environment", async () => {
  process.env.SECRET_OF_THE_SERVER = "secret";
  const [segment] = await heard("env | sed 's/=.*/ 0.00 0.10 1.0/'");
  expect(segment!.text).toContain("PATH");
  expect(segment!.text).not.toContain("SECRET");
});

test.skipIf(process.platform !== "linux")("a program that takes too much memory is ended", async () => {
  limits.memory = 0;
  await expect(heard("exec sleep 15")).rejects.toThrow("too much memory");
});
