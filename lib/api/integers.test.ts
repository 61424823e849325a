import { readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import type { z } from "zod";
import { routes } from "@/app/api/v1/table";
import { tools } from "@/lib/surfaces/mcp-server/tools";
import { person } from "@/test/client";
import { startServer } from "@/test/server";
import { MAX_INTEGER } from "./fields";

/** A whole number of a request is refused where it is larger than the column of the database that it reaches. */
const server = await startServer();
afterAll(() => server.close());

type Def = {
  type: string;
  shape: Record<string, Schema>;
  options: Schema[];
  items: Schema[];
} & Record<"element" | "valueType" | "innerType" | "in" | "left" | "right" | "catchall", Schema | undefined>;
type Schema = z.ZodType;
const defOf = (schema: Schema) => schema._zod.def as unknown as Def;

const LARGE = [MAX_INTEGER + 1, -MAX_INTEGER - 2, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
/** What becomes of large numbers, also as texts of paths and forms; of those that are refused, nothing. */
const resultsOf = (schema: Schema): unknown[] =>
  LARGE.flatMap((number) => [number, String(number)]).flatMap((given) => {
    const { success, data } = schema.safeParse(given);
    return success ? [data] : [];
  });
const isTooLarge = (value: unknown) => typeof value === "number" && Math.abs(value) > MAX_INTEGER;
/** What comes behind such a schema in a pipe has the last word. */
const isScalar = (schema: Schema): boolean => {
  const { type, in: source } = defOf(schema);
  return type === "pipe" ? isScalar(source!) : type === "string" || type === "number";
};

/** The places below a schema at which numbers pass that no column of the type `integer` holds. */
function tooWide(schema: Schema, path: string): string[] {
  const def = defOf(schema);
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
      return resultsOf(schema).some(isTooLarge) ? [path] : [];
    case "pipe": {
      const results = resultsOf(schema);
      if (results.some(isTooLarge)) return [path];
      return results.length > 0 || isScalar(def.in!) ? [] : below(def.in);
    }
    default:
      return below(def.innerType);
  }
}

/** They go into columns of the type `bigint`, into JSON or to a provider, or are looked at before the database is asked. */
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
  expect(places.sort()).toEqual([...WIDER].sort());
});

test("every number of every tool fits its column", async () => {
  const folder = new URL("../conversation/replies/tools/", import.meta.url);
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name));
  const modules = await Promise.all(
    files.map((name) => import(`../conversation/replies/tools/${name.slice(0, -3)}.ts`)),
  );
  const ofAssistants = modules.flatMap((module) => Object.entries(module as Record<string, unknown>));
  const inputs = [...ofAssistants, ...Object.entries(tools)].flatMap(([name, tool]) => {
    const { input } = (tool ?? {}) as { input?: Schema };
    return input && "_zod" in input ? [{ name, input }] : [];
  });
  expect(inputs.length).toBeGreaterThan(20);
  expect(inputs.flatMap(({ name, input }) => tooWide(input, name))).toEqual([]);
});

const ada = await person(server.url);
const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
const assistant = (await ada.api.post("/virtual-assistants", { name: "Helper" })).body;
const evaluation = `/virtual-assistants/${assistant.id}/evaluation`;

test.each([3_000_000_000, -3_000_000_000, Number.MAX_SAFE_INTEGER, 1e300])(
  "%d is refused or names nothing, and is no failure",
  async (number) => {
    const none = `/virtual-assistants/${assistant.id}`;
    const answers = await Promise.all([
      ada.api.post(`${evaluation}/runs`, { version: number }),
      ada.api.get(`${none}/versions/${number}`),
      ada.api.post("/chats", { virtual_assistant_id: number }),
      ada.api.post(`/chats?copy_from_task_id=${number}`, {}),
      ada.api.post(`/chats/${chat.id}/read`, { message_id: number }),
      ada.api.get(`/chats/${chat.id}/messages?message_id=${number}`),
      ada.api.get(`/chats/${chat.id}/events?last_event_id=${number}`),
      ada.api.get(`/chats?page=${number}`),
      ada.api.post("/uploads", { file_name: "a.txt", size: number }),
      ada.api.patch(`/groups/${ada.group.id}`, { monthly_tokens: number }),
      ada.api.post("/openai/chat/completions", { model: `assistant-${number}`, messages: [] }),
    ]);
    expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
  },
);

test("a version of an assistant that is larger than any is a 422", async () => {
  expect((await ada.api.post(`${evaluation}/runs`, { version: 3_000_000_000 })).status).toBe(422);
});

test.each(["3000000000", "999999999999999", "9".repeat(30)])(
  "Last-Event-ID %s begins behind the end of a stream",
  async (id) => {
    const { id: chatId } = (await ada.api.post("/chats", {})).body;
    const sent = await ada.api.multipart(`/chats/${chatId}/messages`, { message_input: "x", is_sync: "0" });
    const path = `/chats/streaming/${sent.body.streaming_task_id}`;
    const { status, body } = await ada.api.get(path, { accept: "text/event-stream", "last-event-id": id });
    expect([status, body]).toEqual([200, expect.stringContaining("event: done")]);
  },
);
