import { readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import type { z } from "zod";
import { routes } from "@/app/api/v1/table";
import { buildExample, getReferencedName, type Schema as JsonSchema } from "@/components/reference/schema";
import { tools } from "@/lib/channels/mcp-server/tools";
import { buildDocument } from "@/lib/channels/openapi-document/service";
import { fillAddress } from "@/test/addresses";
import { person } from "@/test/client";
import { startServer } from "@/test/server";
import { MAX_INTEGER } from "./fields";
import type { Route } from "./routes";

// Integers in requests are rejected when they exceed the database column they are stored in.
const server = await startServer();
afterAll(() => server.close());

type Def = {
  type: string;
  shape: Record<string, Schema>;
  options: Schema[];
  items: Schema[];
} & Record<"element" | "valueType" | "innerType" | "in" | "left" | "right" | "catchall", Schema | undefined>;
type Schema = z.ZodType;
const getDef = (schema: Schema) => schema._zod.def as unknown as Def;

const LARGE = [MAX_INTEGER + 1, -MAX_INTEGER - 2, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
// Returns the parsed results of large numbers, also as text; nothing for rejected ones.
const listResults = (schema: Schema): unknown[] =>
  LARGE.flatMap((number) => [number, String(number)]).flatMap((given) => {
    const { success, data } = schema.safeParse(given);
    return success ? [data] : [];
  });
const isTooLarge = (value: unknown) => typeof value === "number" && Math.abs(value) > MAX_INTEGER;
// The last schema of a pipe determines the output.
const isScalar = (schema: Schema): boolean => {
  const { type, in: source } = getDef(schema);
  return type === "pipe" ? isScalar(source!) : type === "string" || type === "number";
};

// Returns the paths in a schema that accept integers above PostgreSQL's `integer`.
function tooWide(schema: Schema, path: string): string[] {
  const def = getDef(schema);
  const below = (inner: Schema | undefined, name = "") => (inner ? tooWide(inner, path + name) : []);
  switch (def.type) {
    case "object":
      return [
        ...Object.entries(def.shape).flatMap(([name, field]) => below(field, `.${name}`)),
        ...below(def.catchall, ".*"),
      ];
    case "array":
      return below(def.element, "[]");
    case "record":
      return below(def.valueType, ".*");
    case "tuple":
      return def.items.flatMap((item) => below(item, "[]"));
    case "union":
      return def.options.flatMap((option) => below(option));
    case "intersection":
      return [...below(def.left), ...below(def.right)];
    case "number":
      return listResults(schema).some(isTooLarge) ? [path] : [];
    case "pipe": {
      const results = listResults(schema);
      if (results.some(isTooLarge)) return [path];
      return results.length > 0 || isScalar(def.in!) ? [] : below(def.in);
    }
    default:
      return below(def.innerType);
  }
}

// IDs of messages are `bigint`.
const isNoMessageId = (place: string) => !/[._]message_id$/.test(place);

// Fields that are stored as `bigint` or JSON, sent to a provider, or checked before the query.
const WIDER = [
  "updateGroup body.monthly_tokens",
  "updateInstallationSettings body.monthly_tokens",
  "updateInstallationGroup body.operator_monthly_tokens",
  "followChat query.last_event_id",
  "followMine query.last_event_id",
  "answerMcpQuestion body.values.*",
  "createChatCompletion body.seed",
  "startUpload body.size",
  "createChat query.copy_from_task_id",
  "createChat query.task_version_number",
];

test("every number of every operation fits its column", () => {
  const places = routes.flatMap(({ name, operation: { params, query, body } }) =>
    Object.entries({ params, query, body: body?.schema }).flatMap(([place, schema]) =>
      schema ? tooWide(schema, `${name} ${place}`) : [],
    ),
  );
  expect(places.filter(isNoMessageId).sort()).toEqual([...WIDER].sort());
});

test("every number of every tool fits its column", async () => {
  const folder = new URL("../replies/runs/tools/", import.meta.url);
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name));
  const modules = await Promise.all(
    files.map((name) => import(`../replies/runs/tools/${name.slice(0, -3)}.ts`)),
  );
  const ofAssistants = modules.flatMap((module) => Object.entries(module as Record<string, unknown>));
  const inputs = [...ofAssistants, ...Object.entries(tools)].flatMap(([name, tool]) => {
    const { input } = (tool ?? {}) as { input?: Schema };
    return input && "_zod" in input ? [{ name, input }] : [];
  });
  expect(inputs.length).toBeGreaterThan(20);
  const places = inputs.flatMap(({ name, input }) => tooWide(input, name));
  expect(places.filter(isNoMessageId)).toEqual([]);
});

const ada = await person(server.url);
const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
const assistant = (await ada.api.post("/virtual-assistants", { name: "Helper" })).body;
const evaluation = `/virtual-assistants/${assistant.id}/evaluation`;

type Parameter = { in: string; name: string; required?: boolean; schema: JsonSchema };
type Described = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
};
const document = buildDocument(routes, "") as unknown as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
};
const named = document.components.schemas;

// Returns integer fields up to three levels deep; `[]` stands for list items.
function integersIn(schema: JsonSchema, at: string[] = []): string[][] {
  if (schema.$ref) return integersIn(named[getReferencedName(schema.$ref)]!, at);
  if (at.length > 3) return [];
  const own = [schema.type].flat().includes("integer") ? [at] : [];
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    integersIn(field, [...at, name]),
  );
  const items = schema.items ? integersIn(schema.items, [...at, "[]"]) : [];
  const choices = (schema.properties ? [] : (schema.anyOf ?? schema.oneOf ?? [])).flatMap((choice) =>
    integersIn(choice, at),
  );
  return [...own, ...below, ...items, ...choices];
}

// Returns a copy of the value with one nested value replaced.
function withValue(value: unknown, [name, ...deeper]: string[], other: number): unknown {
  if (name === undefined) return other;
  if (name === "[]") return [withValue(undefined, deeper, other)];
  const fields = (value ?? {}) as Record<string, unknown>;
  return { ...fields, [name]: withValue(fields[name], deeper, other) };
}

type IntegerRequest = { path: string; query: Record<string, string>; body: unknown };
const isTaken = (schema: Schema | undefined, ...values: unknown[]) =>
  values.some((value) => schema?.safeParse(value).success);
// Yields calls with the number in one place each. Everything else in a call is valid, so 422 means that the number was
// rejected.
function* listCalls({ operation }: Route, number: number): Generator<[place: string, asked: IntegerRequest]> {
  const { parameters = [], requestBody } = document.paths[operation.path]![operation.method.toLowerCase()]!;
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  const body = schema && buildExample(schema, named);
  const path = fillAddress(operation.path, { chat, group: ada.group });
  const required = parameters.filter((it) => it.in === "query" && it.required);
  const query = Object.fromEntries(required.map((it) => [it.name, String(buildExample(it.schema, named))]));
  for (const { in: place, name, schema } of parameters) {
    if (integersIn(schema).length === 0) continue;
    const text = String(number);
    if (place === "query" && isTaken(operation.query?.shape[name], text, [text]))
      yield [`query.${name}`, { path, body, query: { ...query, [name]: String(number) } }];
    const there = fillAddress(operation.path.replace(`{${name}}`, String(number)), {
      chat,
      group: ada.group,
    });
    if (place === "path") yield [`path.${name}`, { path: there, body, query }];
  }
  for (const at of schema ? integersIn(schema) : [])
    if (operation.body?.kind !== "json" || isTaken(operation.body.schema, withValue(body, at, number)))
      yield [`body.${at.join(".")}`, { path, query, body: withValue(body, at, number) }];
}

function send({ operation: { method, body: taken } }: Route, { path, query, body }: IntegerRequest) {
  const address = `${path}?${new URLSearchParams(query)}`;
  const fields = Object.entries((body ?? {}) as object).map(([name, value]) => [name, String(value)]);
  if (taken?.kind === "multipart") return ada.api.multipart(address, Object.fromEntries(fields));
  if (taken?.kind === "form") return ada.api.form(address, Object.fromEntries(fields));
  const headers = { "content-type": "application/json" };
  return ada.api.send(method, address, taken && { body: JSON.stringify(body), headers });
}

// Excluded: streams, and operations that delete data needed by other calls.
const LEFT = ["logout", "leaveGroup", "deleteMe", "followMine"];

test.each([2 ** 31, 2 ** 53, -1, 1e308])(
  "%d in any field of any operation causes no server error",
  async (number) => {
    const failures: unknown[] = [];
    let count = 0;
    for (const route of routes.filter(({ name }) => !LEFT.includes(name)))
      for (const [place, asked] of listCalls(route, number)) {
        const { status, body } = await send(route, asked);
        count++;
        if (status === 500) failures.push([route.name, place, body]);
      }
    expect(failures).toEqual([]);
    expect(count).toBeGreaterThan(200);
  },
);

test("an assistant version above the maximum returns 422", async () => {
  expect((await ada.api.post(`${evaluation}/runs`, { version: 3_000_000_000 })).status).toBe(422);
});

test.each(["3000000000", "999999999999999", "9".repeat(30)])(
  "Last-Event-ID %s starts after the end of a stream",
  async (id) => {
    const { id: chatId } = (await ada.api.post("/chats", {})).body;
    const sent = await ada.api.multipart(`/chats/${chatId}/messages`, { message_input: "x", is_sync: "0" });
    const path = `/chats/streaming/${sent.body.streaming_task_id}`;
    const { status, body } = await ada.api.get(path, { accept: "text/event-stream", "last-event-id": id });
    expect([status, body]).toEqual([200, expect.stringContaining("event: done")]);
  },
);
