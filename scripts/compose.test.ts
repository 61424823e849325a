import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const text = readFileSync("compose.yaml", "utf8");

test("compose.yaml publishes only Parley's own port and contains no password or key", () => {
  expect([...text.matchAll(/ports: (.*)/g)].map(([, ports]) => ports)).toEqual(['["3000:3000"]']);
  const defaults = [...text.matchAll(/\$\{(\w+):-([^}]*)\}/g)].map(([, name, value]) => [name!, value!]);
  const secrets = defaults.filter(([name]) => /SECRET|PASSWORD|KEY/.test(name!));
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter(([, value]) => value !== "")).toEqual([]);
});

test("the first start generates all secrets at random, and later starts keep them", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-compose-"));
  try {
    const [, block] = /command:\n {6}- \|\n((?: {8}.*\n)+)/.exec(text) ?? [];
    const script = block!.replace(/^ {8}/gm, "").replaceAll("$$", "$").replaceAll("/secrets", folder);
    const run = (env: Record<string, string> = {}) =>
      execFileSync("sh", ["-euc", script], { env: { ...process.env, AUTH_SECRET: "", ...env } });
    run({ DATABASE_PASSWORD: "of my own" });
    const made = readFileSync(join(folder, "env"), "utf8");
    const values = new Map(
      [...made.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(values.get("DATABASE_PASSWORD")).toBe("of my own");
    values.delete("DATABASE_PASSWORD");
    expect([...values.keys()]).toEqual([
      "AUTH_SECRET",
      "STORAGE_PASSWORD",
      "INNGEST_EVENT_KEY",
      "INNGEST_SIGNING_KEY",
    ]);
    for (const value of values.values()) expect(value).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(values.values()).size).toBe(4);
    run();
    expect(readFileSync(join(folder, "env"), "utf8")).toBe(made);
    expect(statSync(join(folder, "env")).mode & 0o022).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
