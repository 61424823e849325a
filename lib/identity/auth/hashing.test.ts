import { createHook } from "node:async_hooks";
import { afterAll, expect, test } from "vitest";
import { client, PASSWORD, person } from "@/test/client";
import { startServer } from "@/test/server";

process.env.RATE_LIMIT_SIGN_IN_ACCOUNT = "1000";
const server = await startServer();
afterAll(() => server.close());

// Counts argon2's tasks in the thread pool. The module sets no type for its asynchronous resources.
function watchThreads() {
  const ids = new Set<number>();
  const counts = { running: 0, most: 0, all: 0 };
  const hook = createHook({
    init: (id, type) => {
      if (type !== "undefined") return;
      ids.add(id);
      counts.all++;
      counts.most = Math.max(counts.most, ++counts.running);
    },
    before: (id) => {
      if (ids.delete(id)) counts.running--;
    },
  }).enable();
  return { counts, end: () => hook.disable() };
}

test("30 concurrent sign-ins hash two passwords at a time and delay no other requests", async () => {
  const ada = await person(server.url);
  const files = [new File(["of a document"], "plan.txt")];
  const [{ id }] = (await ada.api.multipart("/documents", { files })).body;
  const form = { username: ada.email, password: PASSWORD };
  const { counts, end } = watchThreads();
  const logins = Array.from({ length: 30 }, () => client(server.url).form("/auth/login", form));
  await expect.poll(() => counts.running).toBe(2);
  // File reads use the same thread pool.
  expect((await ada.api.get(`/documents/${id}/content`)).body).toBe("of a document");
  const statuses = (await Promise.all(logins)).map(({ status }) => status);
  end();
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(counts).toEqual({ running: 0, most: 2, all: 30 });
});
