import { afterAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { functions } from "@/inngest/functions";
import { startRunner } from "@/inngest/runner/runner";
import { wakeEngine } from "@/lib/platform/background/service";
import * as waiting from "@/lib/platform/telemetry/foreground";
import { chatgptExport } from "@/test/chatgpt-export";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

test("another process resumes an abandoned import at its batch, and the first one does no harm when it returns", async () => {
  const { api } = await person(server.url);
  const real = waiting.yieldToForeground;
  let comeBack = () => {};
  const away = new Promise<void>((resolve) => {
    comeBack = resolve;
  });
  const spy = vi.spyOn(waiting, "yieldToForeground");
  // The first batch is stored and the second one blocks. Batches of the second runner do not wait.
  spy
    .mockImplementation((work) => work())
    .mockImplementationOnce((work) => real(work))
    .mockImplementationOnce((work) => away.then(() => real(work)));
  const file = [new File([chatgptExport(50)], "conversations.json")];
  const { id } = (await api.multipart("/imports", { file })).body;
  const report = async () => (await api.get(`/imports/${id}`)).body;
  await expect.poll(report).toMatchObject({ state: "running", found: 50, imported: 20 });
  await expect.poll(() => spy.mock.calls.length).toBe(2);

  // Notifications reach the runner that started last first; the first runner still executes the run.
  const second = startRunner(functions);
  // Simulates a killed process: the run belongs to an owner that no longer exists.
  await db().execute(`update background_runs set owner = 'a dead process', lease_until = now() - interval '1 second'
    where function_id = 'import-chats'`);
  wakeEngine();
  await expect.poll(report).toMatchObject({ state: "completed", imported: 50, skipped: 0, failed: 0 });
  await second.stop();

  comeBack();
  await spy.mock.results[1]!.value;
  expect(await report()).toMatchObject({ state: "completed", imported: 50, skipped: 0, failed: 0 });
  expect((await api.get("/chats?page_size=1")).headers.get("x-total-count")).toBe("50");
});
