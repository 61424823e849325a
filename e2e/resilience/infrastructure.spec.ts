import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { client, PASSWORD } from "@/test/client";
import { freePort, migratedFolder, startProcess } from "@/test/process";
import { test as base, expect } from "@/test/test";
import { listTexts, surviveSignals, writer } from "./rounds";

const test = base.extend<{ dataDir: string; emptyDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern
  dataDir: async ({}, use) => during(migratedFolder(), use),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern
  emptyDir: async ({}, use) => during(mkdtempSync(join(tmpdir(), "parley-faults-")), use),
});
async function during(folder: string, use: (folder: string) => Promise<void>): Promise<void> {
  await use(folder);
  killOwner(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

// Most tests start the product several times.
test.describe.configure({ timeout: 180_000 });

/** Kills the process that owns a data folder. */
function killOwner(dataDir: string): void {
  try {
    process.kill(JSON.parse(readFileSync(join(dataDir, "lock"), "utf8")).pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

/** Returns the message of a failed start. */
const getRefusal = (starting: Promise<unknown>) =>
  starting.then(
    () => "It started.",
    (error: Error) => error.message,
  );

test("a database with a missing file is refused with an explanation, and opens when the file is back", async ({
  dataDir,
}) => {
  const product = await startProcess({ dataDir });
  const { send, texts } = await writer(product);
  expect((await send("kept")).status).toBe(200);
  await product.stop();
  const [file, away] = [join(dataDir, "database", "PG_VERSION"), join(dataDir, "away")];
  renameSync(file, away);
  const refusal = await getRefusal(product.start());
  expect(refusal).toContain(`The database in ${dataDir}/database does not open: PG_VERSION is missing.`);
  expect(refusal).toContain("npm run restore <file> -- --force");
  expect(refusal).not.toContain("    at ");
  renameSync(away, file);
  await product.start();
  expect(await texts()).toEqual(["kept"]);
  await product.remove();
});

for (const moment of ["database.new", "database.new/PG_VERSION", "database"])
  test(`a start succeeds after a kill -9 of the first one at the appearance of ${moment}`, async ({
    emptyDir,
  }) => {
    const starting = getRefusal(startProcess({ dataDir: emptyDir }));
    await expect
      .poll(() => existsSync(join(emptyDir, moment)), { timeout: 60_000, intervals: [2] })
      .toBe(true);
    killOwner(emptyDir);
    expect(await starting).toContain("did not start");
    const product = await startProcess({ dataDir: emptyDir });
    const { send, texts } = await writer(product);
    await send("first");
    expect(await texts()).toEqual(["first"]);
    await product.remove();
  });

test("a starting server answers 503, and its terminal shows the progress", async ({ emptyDir }) => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const starting = startProcess({ dataDir: emptyDir, port });
  const look = (path: string, accept = "*/*") =>
    fetch(`${url}${path}`, { headers: { accept } }).catch(() => undefined);
  let early: Response | undefined;
  while (!early) early = await look("/api/v1/health/ready");
  // The server answers before the database exists.
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await early.json()).toMatchObject({ message: "Parley is starting. Try again in a few seconds." });
  const page = await look("/login", "text/html,*/*");
  expect(page!.status).toBe(503);
  expect(page!.headers.get("content-type")).toContain("text/html");
  const html = await page!.text();
  expect(html).toContain("<h1>Parley is starting</h1>");
  expect(html).toMatch(/<style>/);
  expect(html).not.toMatch(/<script|\ssrc=|<link/);
  expect(page!.headers.get("content-security-policy")).toMatch(/style-src 'sha256-[^']+'/);
  expect((await look("/api/v1/health/live"))!.status).toBe(200);
  const product = await starting;
  expect((await look("/api/v1/health/ready"))!.status).toBe(200);
  expect((await look("/login", "text/html"))!.status).toBe(200);
  const said = product.output();
  expect(said).toContain(`Parley is starting at ${url}`);
  expect(said).toMatch(/Opening the database …\n.*Bringing the database up to date …\n/s);
  await product.remove();
});

test("a second process on the same data folder is refused with an explanation, and takes over after kill -9", async ({
  dataDir,
}) => {
  const first = await startProcess({ dataDir });
  const { send, chat, api } = await writer(first);
  const refusal = await getRefusal(startProcess({ dataDir }));
  expect(refusal).toContain(`The data folder ${dataDir} is in use by process ${first.pid()}.`);
  expect(refusal).not.toContain("    at ");
  expect((await send("kept")).status).toBe(200);
  await first.kill();
  const second = await startProcess({ dataDir });
  expect(await listTexts(client(second.url, api.authorization), chat)).toEqual(["kept"]);
  await second.remove();
});

test("a server that npm started ends when npm has ended, and frees its port and data folder", async ({
  dataDir,
}) => {
  const port = await freePort();
  const product = await startProcess({ dataDir, port, isUnderNpm: true });
  await product.kill();
  const answer = () =>
    fetch(product.url).then(
      () => "The server answers.",
      () => "The port is free.",
    );
  await expect.poll(answer).toBe("The port is free.");
  await expect.poll(() => existsSync(join(dataDir, "lock"))).toBe(false);
});

test("acknowledged messages survive SIGTERM, SIGINT and SIGHUP, each sent twice during writes", async ({
  dataDir,
}) => {
  const product = await startProcess({ dataDir });
  await surviveSignals(product, 1);
  expect(product.output()).not.toMatch(/uncaught|unhandled|was not handled/i);
  await product.remove();
});

test("the server continues when its log is no longer read", async ({ dataDir }) => {
  const product = await startProcess({ dataDir, env: { LOG_LEVEL: "trace" } });
  const { send, texts } = await writer(product);
  product.deafen();
  const sent = Array.from({ length: 30 }, (_, n) => `message ${n}`);
  for (const text of sent) expect((await send(text)).status).toBe(200);
  expect(await texts()).toEqual(sent);
  expect(await product.stop()).toBe(0);
});

test("the server continues when the disk of its log is full", async ({ dataDir }) => {
  test.skip(!existsSync("/dev/full"), "there is no /dev/full");
  const product = await startProcess({ dataDir, log: "/dev/full", env: { LOG_LEVEL: "trace" } });
  const { send, texts } = await writer(product);
  const sent = Array.from({ length: 30 }, (_, n) => `message ${n}`);
  for (const text of sent) expect((await send(text)).status).toBe(200);
  expect(await texts()).toEqual(sent);
  expect(await product.stop()).toBe(0);
});

test("the server with 256 open files and 256 MB of heap refuses excess load, and recovers", async ({
  dataDir,
}) => {
  test.skip(process.platform === "win32", "there is no ulimit");
  const product = await startProcess({
    dataDir,
    openFiles: 256,
    env: { NODE_OPTIONS: "--max-old-space-size=256" },
  });
  const { send, texts, api, chat } = await writer(product);
  const pid = product.pid();
  await send("before");
  const { port } = new URL(product.url);
  const crowd = Array.from({ length: 400 }, () => connect(Number(port), "localhost").on("error", () => {}));
  await Promise.all(
    crowd.map((socket) => new Promise((done) => socket.once("connect", done).once("close", done))),
  );
  await send("meanwhile").catch(() => undefined);
  for (const socket of crowd) socket.destroy();
  await expect
    .poll(
      () =>
        api.get("/health/ready").then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
  const files = [new File(["x".repeat(40_000_000)], "large.txt", { type: "text/plain" })];
  const large = await api.multipart(`/chats/${chat}/messages`, { message_input: "after", files });
  expect(large.status).toBe(200);
  expect((await texts()).filter((text) => text !== "meanwhile")).toEqual(["before", "after"]);
  expect(product.pid()).toBe(pid);
  expect(product.isRunning()).toBe(true);
  await product.remove();
});

test("an unavailable PostgreSQL is named at the start, without its password", async ({ dataDir }) => {
  const DATABASE_URL = "postgres://someone:the-password@127.0.0.1:9/parley";
  const refusal = await getRefusal(startProcess({ dataDir, env: { DATABASE_URL } }));
  expect(refusal).toContain(
    "The database at 127.0.0.1:9 cannot be reached (ECONNREFUSED). Start it, or check DATABASE_URL.",
  );
  expect(refusal).not.toContain("the-password");
  expect(refusal).not.toContain("    at ");
});

test("messages keep their order and users can sign in when the clock jumps by an hour and back", async ({
  dataDir,
}) => {
  const clock = join(dataDir, "clock");
  writeFileSync(clock, "0");
  const NODE_OPTIONS = `--import ${resolve("test/other-clock.mjs")}`;
  const product = await startProcess({ dataDir, env: { NODE_OPTIONS, CLOCK_OFFSET_FILE: clock } });
  const { send, texts, email } = await writer(product);
  const anyone = client(product.url);
  const signIn = async () =>
    (await anyone.form("/auth/login", { username: email, password: PASSWORD })).body.access_token as string;
  const minutesAhead = (token: string) => {
    const { iat } = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
    // Adding 0 turns -0 into 0.
    return Math.round((iat - Date.now() / 1000) / 60) + 0;
  };
  const sent: string[] = [];
  for (const minutes of [60, -60, 0]) {
    writeFileSync(clock, String(minutes * 60_000));
    await expect.poll(async () => minutesAhead(await signIn())).toBe(minutes);
    const [own] = (await client(product.url, `Bearer ${await signIn()}`).post("/auth/login/group", [])).body;
    expect((await client(product.url, `Bearer ${own.access_token}`).get("/users/me")).status).toBe(200);
    const refreshed = await anyone.post("/auth/refresh-token", { refresh_token: own.refresh_token });
    expect(refreshed.status).toBe(200);
    for (const n of [1, 2]) {
      sent.push(`${minutes} ${n}`);
      expect((await send(sent.at(-1)!)).status).toBe(200);
    }
  }
  expect(await texts()).toEqual(sent);
  await product.remove();
});

test("200 replies that wait for a silent model delay no other requests, and cost little", async ({
  dataDir,
  model,
}) => {
  const product = await startProcess({ dataDir, env: { OPENAI_BASE_URL: model.url } });
  const { send, texts, api, email } = await writer(product);
  const chats = await Promise.all(Array.from({ length: 10 }, () => api.post("/chats", {})));
  const sent: string[] = [];
  const requests = [
    () => client(product.url).form("/auth/login", { username: email, password: PASSWORD }),
    ...Array.from({ length: 10 }, () => () => api.get("/chats")),
    ...Array.from({ length: 10 }, () => () => api.get("/search?query=nothing")),
    ...Array.from({ length: 5 }, () => () => send(sent[sent.push(`meanwhile ${sent.length}`) - 1]!)),
  ];
  /** Returns the minimum of several measurements in processor time. */
  const costOfRequests = async () => {
    const costs: number[] = [];
    for (let tries = 0; tries < 3; tries++) {
      const before = product.processorTicks() ?? 0;
      for (const ask of requests) expect((await ask()).status).toBe(200);
      costs.push((product.processorTicks() ?? 0) - before);
    }
    return Math.min(...costs);
  };
  const cost = await costOfRequests();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      api.multipart(`/chats/${chats[n % 10]!.body.id}/messages`, {
        message_input: `${n} [[fake stall=1]]`,
        is_sync: "false",
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const getState = async (n: number) =>
    (await api.get(`/chats/streaming/${answers[n]!.body.streaming_task_id}`)).body.status;
  await expect.poll(() => getState(199)).toBe("running");
  expect(await costOfRequests()).toBeLessThanOrEqual(3 * cost);
  expect(await texts()).toEqual(sent);
  expect(["queued", "running"]).toContain(await getState(199));
  await product.remove();
});
