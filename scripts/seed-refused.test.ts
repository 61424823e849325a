import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { seed } from "@/test/seed";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

test("an installation with an owner is refused and stays unchanged", async () => {
  const { api } = await person(server.url);
  await expect(seed(server.url)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("already has an owner"),
  });
  expect((await api.get("/installation/accounts")).body).toHaveLength(1);
});

test("an address without an installation is named in the error", async () => {
  await expect(seed("http://127.0.0.1:9")).rejects.toMatchObject({
    stderr: expect.stringContaining("No installation answers at http://127.0.0.1:9"),
  });
});
