import { afterAll, expect, test } from "vitest";
import type { z } from "zod";
import { routes } from "@/app/api/v1/table";
import { type Client, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startModelServer } from "@/test/fakes/model-server";
import { logged } from "@/test/logged";
import { startServer } from "@/test/server";

// Calls every operation thousands of times with valid and invalid values, as several users at a time. No response
// may be a 500; outside production the kernel validates responses, so each also matches its contract. FUZZ_SEED
// repeats a run, FUZZ_CALLS makes it longer.
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const AT_ONCE = 8;

const log = logged();
const model = await startModelServer();
process.env.OPENAI_BASE_URL = model.url;
model.setMode("tokens=3");
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
});

// mulberry32, a small deterministic generator.
function generator(state: number): () => number {
  let a = state;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = generator(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

const strange: unknown[] = [
  ...[
    "",
    " ",
    "\0",
    "\ud800",
    "x".repeat(5000),
    "😀",
    "%",
    "null",
    "1e3",
    "-1",
    "../..",
    "<b>",
    "a\nb",
    "0x10",
  ],
  ...[
    0,
    -1,
    1.5,
    2_147_483_648,
    9_007_199_254_740_992,
    -0,
    true,
    false,
    null,
    [],
    {},
    [[]],
    [null],
    { a: { b: [] } },
  ],
];
// Values seen in responses by field name, so that calls refer to existing rows.
const known: Record<string, unknown[]> = {};
function keep(value: unknown, ...fields: string[]): void {
  if (value === undefined) return;
  for (const field of fields) {
    known[field] ??= [];
    known[field].push(value);
    if (known[field].length > 20) known[field].shift();
  }
}
function remember(value: unknown): void {
  if (Array.isArray(value)) for (const item of value.slice(0, 5)) remember(item);
  if (!value || typeof value !== "object") return;
  const row = value as Record<string, unknown>;
  if ("chat_type" in row) for (const id of [row.id, row.uuid]) keep(id, "chat_id", "chat", "parent_chat_id");
  if ("user_type" in row) keep(row.id, "message_id", "replying_to_message_id");
  if ("role" in row && "name" in row) keep(row.id, "id");
  if ("is_default" in row) keep(row.id, "id", "virtual_assistant_id", "default_virtual_assistant_id");
  if ("streaming_task_id" in row) keep(row.streaming_task_id, "streaming_task_id");
  if ("document_id" in row || "hint" in row) keep(row.document_id ?? row.id, "id");
  if ("folder" in row) keep(row.id, "id", "document_id");
  if (row.folder) keep(row.folder, "folder");
  if ("latest_version_number" in row) keep(row.id, "id", "task_id");
  if ("documents_count" in row && !("chat_type" in row)) keep(row.id, "id", "collection_id");
  if ("next_runs" in row) keep(row.id, "job_id");
  if ("header_names" in row) keep(row.id, "id", "server_id");
  if ("is_enabled" in row && "events" in row) keep(row.id, "webhook_id");
  for (const item of Object.values(row)) if (typeof item === "object") remember(item);
}
// IDs returned by a collection are used for its `{id}` paths.
const getPlace = (path: string) => `${path.split("/{")[0]} id`;
function rememberAt(path: string, body: unknown): void {
  for (const row of [body].flat().slice(0, 5)) keep((row as { id?: unknown } | null)?.id, getPlace(path));
}
const usual: unknown[] = [
  "true",
  "1",
  "name",
  "chat",
  "by_name",
  "hello",
  "zz",
  1,
  2,
  3,
  true,
  false,
  null,
  {},
  [],
  ["name"],
  "http://localhost:9/",
  "0 7 * * *",
  ["message.created"],
];

// Returns a value for a field: usually valid, and an existing one where possible.
function valueFor(name: string, schema: z.ZodType, isText: boolean, place = ""): unknown {
  if (random() < 0.05) return isText ? String(pick(strange)) : pick(strange);
  const fits = (name === "id" && known[place]) || (known[name] ?? []);
  const candidates = Array.from({ length: 12 }, () => pick(random() < 0.8 && fits.length > 0 ? fits : usual));
  const shaped = isText
    ? candidates.map((value) => (Array.isArray(value) ? value : String(value)))
    : candidates;
  return shaped.find((value) => schema.safeParse(value).success) ?? pick(shaped);
}
function valuesFor(schema: z.ZodType | undefined, isText: boolean): Record<string, unknown> {
  const { shape = {} } = (schema ?? {}) as { shape?: Record<string, z.ZodType> };
  const given = Object.entries(shape).filter(
    ([, field]) => random() < (field.safeParse(undefined).success ? 0.4 : 0.97),
  );
  return Object.fromEntries(given.map(([name, field]) => [name, valueFor(name, field, isText)]));
}

// Excluded: operations that end other callers' sessions or call real providers, and streams, which have own tests.
const left = ["logout", "endSession", "setConnection", "testConnection", "readStream", "removeGroupMember"];
const targets = routes.filter(({ name }) => !left.includes(name));
// Scales with the number of operations.
const calls = Number(process.env.FUZZ_CALLS ?? targets.length * 8);
// Operations with at least one successful call; without successes the test would only exercise validation.
const done = new Set<string>();
const isEnough = () => done.size > targets.length * 0.5;
const ada = await person(server.url);
for (let n = 0; n < 5; n++) remember((await ada.api.post("/chats", { name: `Chat ${n}` })).body);
const people: Client[] = [
  ada.api,
  (await colleague(server.url, ada.group, "Mia")).api,
  (await person(server.url)).api,
];

async function call(number: number): Promise<string | undefined> {
  let { name, operation } = pick(targets);
  // Deletions are rarer, so that rows live long enough to be used.
  while (operation.method === "DELETE" && random() < 0.8) ({ name, operation } = pick(targets));
  const { method, path, params, query, body } = operation;
  const fields = (params as unknown as { shape?: Record<string, z.ZodType> })?.shape ?? {};
  const at = path.replace(/\{(\w+)\}/g, (_, field) =>
    encodeURIComponent(String(valueFor(field, fields[field]!, true, getPlace(path))).toWellFormed()),
  );
  const search = new URLSearchParams(
    Object.entries(valuesFor(query, true)).flatMap(([key, value]) =>
      [value].flat().map((item) => [key, String(item).toWellFormed()]),
    ),
  );
  const api = pick(people);
  const to = `${at}?${search}`;
  const input = body && (random() < 0.08 ? pick(strange) : valuesFor(body.schema, body.kind !== "json"));
  const getFields = Object.entries((input ?? {}) as object).map(([key, value]) => [key, String(value)]);
  const files =
    random() < 0.3 ? [new File([String(pick(strange))], `${pick(["a.txt", "b.json", "c.exe", "d"])}`)] : [];
  const answer =
    body?.kind === "multipart"
      ? await api.multipart(to, { ...Object.fromEntries(getFields), ...(files.length > 0 && { files }) })
      : body?.kind === "form"
        ? await api.form(to, Object.fromEntries(getFields))
        : await api.send(
            method,
            to,
            body && { body: JSON.stringify(input), headers: { "content-type": "application/json" } },
          );
  if (answer.status < 300) {
    done.add(name);
    remember(answer.body);
    rememberAt(path, answer.body);
  }
  // 502 and 503 are expected for absent providers and configuration.
  if (answer.status === 500)
    return `call ${number}, ${name}: ${method} ${to.slice(0, 200)} ${JSON.stringify(input)?.slice(0, 300)}`;
  if (
    ![200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 502, 503].includes(answer.status)
  ) {
    return `call ${number}, ${name}: unheard-of status ${answer.status}`;
  }
  return undefined;
}

test(`${calls} calls from seed ${seed} cause no server error`, { timeout: 300_000 }, async () => {
  const faults: string[] = [];
  let number = 0;
  const worker = async () => {
    // Makes up to three times as many calls while too few operations have succeeded.
    while (number < calls || (!isEnough() && number < 3 * calls)) {
      const fault = await call(number++);
      if (fault) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(faults).toEqual([]);
  expect(log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  expect(isEnough(), `${done.size} of ${targets.length} operations took a call`).toBe(true);
});
