import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toInngestFunctions } from "@/inngest/inngest-functions";
import { insertFailedRun } from "@/inngest/runner/queries";
import { person } from "@/test/client";
import { hasRedis, type InngestServer, startInngest } from "@/test/inngest";
import { freePort } from "@/test/process";
import { startServer } from "@/test/server";
import { cases, send, type Tried } from "./cases";
import { functionsUnderTest, notebook } from "./functions";
import { silent } from "./silent";

// Runs the embedded runner's contract with a real Inngest server.

const PATIENCE = { timeout: 20_000 };
const book = notebook();
let inngest: InngestServer;
let app: ReturnType<typeof appOn>;
let api: Awaited<ReturnType<typeof startServer>>;

/** Serves the functions at an address. The server can be cut off like a killed process, and started again. */
function appOn(port: number) {
  const {
    INNGEST_BASE_URL: baseUrl,
    INNGEST_EVENT_KEY: eventKey,
    INNGEST_SIGNING_KEY: signingKey,
  } = inngest.settings;
  const client = new Inngest({ id: "parley", isDev: false, baseUrl, eventKey, signingKey, logger: silent });
  const handler = serve({ client, functions: toInngestFunctions(client, functionsUnderTest(book)) });
  const address = `http://127.0.0.1:${port}/api/inngest`;
  let server: Server;
  const start = async () => {
    server = createServer(handler);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  };
  return {
    client,
    start,
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    address,
    register: () => fetch(address, { method: "PUT" }),
  };
}

beforeAll(async () => {
  inngest = await startInngest();
  Object.assign(process.env, inngest.settings);
  app = appOn(await freePort());
  await app.start();
  expect((await app.register()).status).toBe(200);
  api = await startServer();
});
afterAll(async () => {
  await api?.close();
  await app?.cut();
  await inngest?.remove();
});

const run: Tried["run"] = async (id) => {
  const { status, output } = await inngest.run(id);
  return { status: status.toLowerCase(), error: status === "Failed" ? JSON.stringify(output) : null };
};

test.concurrent.for(cases)("$name", { timeout: 90_000 }, ({ play }, { expect }) =>
  play({ book, run, expect }),
);

test("a run whose process stops resumes at its unfinished step when the process is back", async () => {
  const { seen, gates } = book;
  const id = randomUUID();
  let open = () => {};
  gates.set(id, new Promise(() => {}));
  await send("waits", { id });
  await expect.poll(() => seen(id), PATIENCE).toEqual(["first", "gate"]);
  await app.cut();
  gates.set(id, new Promise((resolve) => (open = resolve)));
  await app.start();
  await expect.poll(() => seen(id), PATIENCE).toEqual(["first", "gate", "gate"]);
  open();
  await expect.poll(async () => (await run(book.runs(id)[0]!)).status, PATIENCE).toBe("completed");
  expect(seen(id)).toEqual(["first", "gate", "gate", "through"]);
}, 90_000);

test.runIf(hasRedis)(
  "sleeping, retried and newly sent runs continue when a killed server is back",
  async () => {
    const { seen } = book;
    const [asleep, failing, early] = [randomUUID(), randomUUID(), randomUUID()];
    await send("naps", { id: asleep });
    await send("fails", { id: failing });
    await expect.poll(() => [seen(asleep)[0], seen(failing)[0]], PATIENCE).toEqual(["before", "try"]);
    await inngest.kill();
    await send("sent", { id: early });
    await inngest.start();
    await expect.poll(() => seen(early), { timeout: 60_000 }).toEqual(["sent"]);
    const ends = async () =>
      (await Promise.all([asleep, failing].map((id) => run(book.runs(id)[0]!)))).map(({ status }) => status);
    await expect.poll(ends, { timeout: 60_000 }).toEqual(["completed", "failed"]);
    expect(seen(asleep)).toEqual(["before", "after"]);
    // The attempt that was running when the server died is repeated.
    expect(seen(failing).length).toBeGreaterThanOrEqual(3);
    expect(seen(failing).length).toBeLessThanOrEqual(4);
  },
  180_000,
);

test("a run that reached no process in all its attempts starts again when the process is back", async () => {
  const { seen, gates } = book;
  const id = randomUUID();
  gates.set(id, new Promise(() => {}));
  await send("waits", { id });
  await expect.poll(() => seen(id), PATIENCE).toEqual(["first", "gate"]);
  const [runId] = book.runs(id);
  await app.cut();
  await expect.poll(async () => (await run(runId!)).status, { timeout: 60_000 }).toBe("failed");
  gates.delete(id);
  await app.start();
  await expect.poll(() => seen(id).at(-1), { timeout: 60_000 }).toBe("through");
  expect(seen(id)).toEqual(["first", "gate", "first", "gate", "through"]);
}, 150_000);

test("a failed run is shown to the installation's owner, and can be started again", async () => {
  const { seen } = book;
  const owner = await person(api.url, "Olga Owner");
  const id = randomUUID();
  await send("mended", { id });
  const failed = async (name: string) =>
    (await owner.api.get("/installation/status")).body.queue.failures.filter(
      (one: { name: string }) => one.name === name,
    );
  await expect.poll(() => failed("mended"), PATIENCE).toHaveLength(1);
  const [failure] = await failed("mended");
  expect(failure.error).toContain("The disk is full.");
  expect(seen(id)).toEqual(["work"]);
  const retry = (run: string) => owner.api.post(`/installation/runs/${run}/retry`);
  expect(await retry(failure.id)).toMatchObject({ status: 200, body: { message: "The run starts again." } });
  await expect.poll(() => seen(id), PATIENCE).toEqual(["work", "work", "end"]);
  expect(await failed("mended")).toEqual([]);
  expect((await retry(failure.id)).status).toBe(404);

  const event = { id: randomUUID(), name: "inngest/scheduled.timer", data: {}, ts: Date.now() };
  await insertFailedRun({ functionId: "sweep", eventId: event.id, event, error: "Error: no" });
  const [scheduled] = await failed("sweep");
  expect((await retry(scheduled.id)).status).toBe(409);
  expect(await failed("sweep")).toEqual([scheduled]);
}, 60_000);

test("a call without the server's signature runs nothing", async () => {
  const { seen } = book;
  const id = randomUUID();
  const event = { id: randomUUID(), name: "test/sent", data: { id }, ts: Date.now() };
  const body = {
    version: 1,
    event,
    events: [event],
    steps: {},
    ctx: { run_id: "x", attempt: 0, stack: { stack: [], current: 0 } },
  };
  const answer = await fetch(`${app.address}?fnId=parley-sent&stepId=step`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(seen(id)).toEqual([]);
});

test("a scheduled function runs at its time", async () => {
  await expect.poll(() => book.seen("cron").length, { timeout: 70_000 }).toBeGreaterThan(0);
}, 80_000);
