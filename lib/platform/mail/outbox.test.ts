import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { logged } from "@/test/logged";
import { startServer } from "@/test/server";
import { mail } from "./service";

const server = await startServer();
afterAll(() => server.close());

test("mails become files in the outbox folder without a mail server, and their links are logged", async () => {
  const lines = logged();
  const url = "http://localhost:3000/login/magic/abc";
  const action = { label: "Sign in", url };
  await mail({ to: "ada@example.test", subject: "A/../b: Größe", lines: ["Hello."], action });
  await mail({ to: "../eve/x@example.test", subject: "Second", lines: ["Hello."] });
  const folder = join(config().DATA_DIR, "outbox");
  const files = () => {
    try {
      return readdirSync(folder).sort();
    } catch {
      return [];
    }
  };
  await expect.poll(() => files().length).toBe(2);
  expect(files().every((name) => /^[\dTZ.-]+ [0-9a-f-]{36}\.eml$/.test(name))).toBe(true);
  const bodies = files().map((name) => readFileSync(join(folder, name)));
  const read = await Promise.all(bodies.map((body) => PostalMime.parse(body)));
  const first = read.find(({ subject }) => subject === "A/../b: Größe")!;
  expect(first.to).toEqual([{ name: "", address: "ada@example.test" }]);
  expect(first.text).toContain(url);
  expect(first.html).toContain(url);
  // The mails contain sign-in links, so other users of the machine must not read them.
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(statSync(join(folder, files()[0]!)).mode & 0o077).toBe(0);
  await expect
    .poll(() => lines.map((line) => JSON.parse(line)).filter(({ link }) => link === url))
    .toEqual([expect.objectContaining({ to: "ada@example.test", level: 30 })]);
});
