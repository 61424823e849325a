import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { type Answer, client, person } from "@/test/client";
import { logged } from "@/test/logged";
import { startServerWithModel } from "@/test/server-with-model";

// Internal errors of every layer, injected into the database and the data directory: the caller gets only the
// request ID, and the log has the details.
const log = logged();
const { server } = await startServerWithModel();
const ada = await person(server.url);
const { token } = (await ada.api.post("/users/me/api-tokens", { name: "Program" })).body;
const chat = (await ada.api.post("/chats", { scheduled_jobs_enabled: true })).body;
const job = (
  await ada.api.post(`/chats/${chat.id}/jobs`, {
    name: "Stand-up",
    prompt: "What is new?",
    cron: "0 9 * * *",
  })
).body;
const send = (text: string, headers = {}) =>
  ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: text }, headers);
const files = [new File(["of a document"], "plan.txt")];
let document: { id: number };
beforeAll(async () => {
  [document] = (await ada.api.multipart("/documents", { files })).body;
  await vi.waitUntil(
    async () => (await ada.api.get(`/documents/${document.id}`)).body.status === "ready",
    60_000,
  );
});
const run = (statement: string) => db().execute(sql.raw(statement));
const texts = async () =>
  (await ada.api.get(`/chats/${chat.id}/messages`)).body.map(({ message }: { message: string }) => message);

// Renames a table so that queries on it fail.
const away = (table: string): [string, string] => [
  `alter table ${table} rename to canary_away`,
  `alter table canary_away rename to ${table}`,
];
const INSIDE = /canary|select |insert into|update "|relation|node_modules|\/srv|\.ts\b|postgres|drizzle/i;

function expectNothingTold({ status, body, headers }: Answer): void {
  const id = headers.get("x-request-id")!;
  expect([status, body]).toEqual([
    500,
    {
      error: "Internal Server Error",
      message: `Something went wrong on our side. Request ${id}.`,
      status_code: 500,
    },
  ]);
  expect(JSON.stringify([...headers])).not.toMatch(INSIDE);
  const lines = log.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
  expect(lines.some(({ level, err }) => level === 50 && err.stack.length > 0)).toBe(true);
}

test.each<[layer: string, statements: [string, string], ask: () => Promise<Answer>]>([
  [
    "the kernel's look at a token",
    away("api_tokens"),
    () => client(server.url, `Token ${token}`).get("/chats"),
  ],
  [
    "the kernel's keys of repeated requests",
    away("idempotency_keys"),
    () => send("x", { "idempotency-key": "k" }),
  ],
  ["a query", away("canvas_pages"), () => ada.api.get(`/chats/${chat.id}/canvas/pages`)],
  [
    "a transaction, behind its first writes",
    [
      `create function canary() returns trigger language plpgsql as $$ begin raise 'canary of /srv/db.ts'; end $$;
       create trigger canary before insert on streaming_tasks execute function canary()`,
      "drop trigger canary on streaming_tasks; drop function canary",
    ],
    () => send("half"),
  ],
  [
    "a service",
    [`update scheduled_jobs set cron = 'canary'`, `update scheduled_jobs set cron = '0 9 * * *'`],
    () => ada.api.get(`/chats/${chat.id}/jobs/${job.id}`),
  ],
  [
    "the form of an answer",
    ["update chats set created_at = 'infinity'", "update chats set created_at = now()"],
    () => ada.api.get(`/chats/${chat.id}`),
  ],
])("a fault in %s reveals no internals and leaves no partial writes", async (_, [breaking, mending], ask) => {
  const before = await texts();
  await run(breaking);
  const failed = await ask().finally(() => run(mending));
  expectNothingTold(failed);
  expect(await texts()).toEqual(before);
  expect((await ask()).status).toBe(200);
});

test("a fault of the files folder reveals no internals", async () => {
  const folder = join(config().DATA_DIR, "files");
  expect(existsSync(folder)).toBe(true);
  renameSync(folder, `${folder}.canary`);
  writeFileSync(folder, "canary");
  const read = await ada.api.get(`/documents/${document.id}/content`);
  const written = await ada.api.multipart("/documents", { files });
  rmSync(folder);
  renameSync(`${folder}.canary`, folder);
  for (const { status, body } of [read, written]) {
    expect(status).toBeGreaterThanOrEqual(500);
    expect(JSON.stringify(body)).not.toMatch(INSIDE);
    expect(JSON.stringify(body)).not.toContain(config().DATA_DIR);
  }
  expect((await ada.api.get(`/documents/${document.id}/content`)).body).toBe("of a document");
});

test("a fault in the middle of a stream ends it and reveals no internals", async () => {
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "hello",
    is_sync: "false",
  });
  const path = `/chats/streaming/${sent.body.streaming_task_id}`;
  await expect.poll(async () => (await ada.api.get(path)).body.finished).toBe(true);
  const [breaking, mending] = away("streaming_chunks");
  await run(breaking);
  const headers = { accept: "text/event-stream", authorization: ada.api.authorization! };
  const heard = await fetch(`${server.url}/api/v1${path}`, { headers })
    .then((answer) => answer.text())
    .catch((error: Error) => error.message);
  await run(mending);
  expect(heard).not.toMatch(INSIDE);
  expect(heard).not.toContain("event: done");
});

test("a fault in the background is reported in a message", async () => {
  const [breaking, mending] = away("document_texts");
  await run(breaking);
  const [broken] = (await ada.api.multipart("/documents", { files: [new File(["other"], "other.txt")] }))
    .body;
  const state = async () => (await ada.api.get(`/documents/${broken.id}`)).body;
  await expect.poll(async () => (await state()).status).toBe("failed");
  await run(mending);
  const { error } = await state();
  expect(error).toMatch(/^[A-Z].{10,}\.$/);
  expect(error).not.toMatch(INSIDE);
});
