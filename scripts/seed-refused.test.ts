import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

const run = promisify(execFile);
const seed = (url: string) => run(process.execPath, ["scripts/seed.mjs", url]);

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("an installation with an owner is refused and stays as it is", async () => {
  const { api } = await person(server.url);
  await expect(seed(server.url)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("already has an owner"),
  });
  expect((await api.get("/installation/accounts")).body).toHaveLength(1);
});

test("an address without an installation is named", async () => {
  await expect(seed("http://127.0.0.1:9")).rejects.toMatchObject({
    stderr: expect.stringContaining("No installation answers at http://127.0.0.1:9"),
  });
});
