import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { routes } from "@/app/api/v1/table";
import { type Client, client, person, readEvents } from "@/test/client";
import { colleague, removeFromChat } from "@/test/colleague";
import { fitting } from "@/test/fitting";
import { startServerWithModel } from "@/test/server-with-model";
import { compareStatements } from "@/test/statements";

/**
 * Access matrix, generated from the routing table, so that every operation added later is tested with valid input and
 * every kind of id its path takes.
 */
const { server } = await startServerWithModel();

const ada = await person(server.url);
const eve = await person(server.url, "Eve Elsewhere");

const [mia, nia, xena] = [
  await colleague(server.url, ada.group, "Mia Member"),
  await colleague(server.url, ada.group, "Nia"),
  await colleague(server.url, ada.group, "Xena Ex"),
];
const member_user_ids = [mia.user.id, xena.user.id];
const mention_name = `secret${Date.now()}`;
const chat = (
  await ada.api.post("/chats", {
    name: "Secret",
    mention_name,
    member_user_ids,
    scheduled_jobs_enabled: true,
  })
).body;
const daily = { name: "Daily", prompt: "What is new?", cron: "0 7 * * *" };
const job = (await ada.api.post(`/chats/${chat.id}/jobs`, daily)).body;
const written = { title: "Plan", kind: "code", text: "1 + 1" };
const page = (await ada.api.post(`/chats/${chat.id}/canvas/pages`, written)).body;
await ada.api.put(`/chats/${chat.id}/canvas`, { canvas: "Changed" });
const [version] = (await ada.api.get(`/chats/${chat.id}/canvas/versions`)).body;
const change = { passage: "Changed", language: "markdown", task: "shorter" };
const share = (await ada.api.post(`/chats/${chat.id}/shares`, {})).body;
const collection = (await ada.api.post("/collections", { name: "Of the group" })).body;
const file = new File(["the secret"], "secret.txt");
const sent = (
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "secret", files: [file] })
).body;
const queued = (
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "more", is_sync: "false" })
).body;
await readEvents(ada.api, `/chats/streaming/${queued.streaming_task_id}`);
await removeFromChat(chat, xena.user.id);
// State that a stranger must not change. `indexed` is left out because indexing runs in the background.
const state = async () => [
  (await ada.api.get(`/chats/${chat.id}`)).body,
  (await ada.api.get(`/chats/${chat.id}/messages?size=100`)).body.map(
    ({ indexed: _, ...message }: { indexed: boolean; message_attachments: { document_id: number }[] }) =>
      message,
  ),
];
const messages = (await state())[1];
const [attachment] = messages[0].message_attachments;

// Ids per path parameter: Ada's, and one that does not exist.
const ids: Record<string, { hers: (string | number)[]; nobodys: string | number }> = {
  chat_id: { hers: [chat.id, chat.uuid, chat.uuid.toUpperCase()], nobodys: 2_000_000_000 },
  chat: { hers: [chat.id, chat.uuid, mention_name], nobodys: 2_000_000_000 },
  emoji: { hers: [encodeURIComponent("👍")], nobodys: "x" },
  user_id: { hers: [mia.user.id], nobodys: 2_000_000_000 },
  message_id: { hers: [sent.user_message_id, messages[1].id], nobodys: 2_000_000_000 },
  streaming_task_id: { hers: [queued.streaming_task_id], nobodys: randomUUID() },
  conversation_id: { hers: [chat.id], nobodys: 2_000_000_000 },
  job_id: { hers: [job.id], nobodys: 2_000_000_000 },
  share_id: { hers: [share.id], nobodys: randomUUID() },
  note_id: { hers: [1], nobodys: 2_000_000_000 },
  version_id: { hers: [version.id], nobodys: 2_000_000_000 },
  page_id: { hers: [page.id], nobodys: 2_000_000_000 },
  recording_id: { hers: [randomUUID()], nobodys: randomUUID() },
  mail_id: { hers: [1], nobodys: 2_000_000_000 },
  collection_id: { hers: [collection.id], nobodys: 2_000_000_000 },
  "documents/id": { hers: [attachment.document_id], nobodys: 2_000_000_000 },
};

const texts = ["true", "1", "name", "chat", "zz", ["name"], randomUUID()];
const values = [1, true, "zz", "chat", "member", [], [1], {}, null, randomUUID()];

const targets = routes.flatMap(({ name, operation }) => {
  const { method, path, query, body, access } = operation;
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) =>
    parameter === "id" ? `${path.split("/")[1]}/id` : parameter!,
  );
  if (access !== "viewer" || parameters.length === 0 || !parameters.every((parameter) => ids[parameter]))
    return [];
  const search = new URLSearchParams(
    Object.entries(fitting(query, texts)).map(([key, value]) => [key, String(value)]),
  );
  const filled = (id: string, parameter: string) => {
    const named = path.replace(`{${parameter.split("/").at(-1)}}`, id);
    return `${named.replace(/\{(\w+)\}/g, (_, other: string) => String(ids[other]!.hers[0]))}?${search}`;
  };
  const call = (api: Client, to: string) => {
    const input = {
      ...fitting(body?.schema, body?.kind === "json" ? values : texts),
      ...(name === "createJob" && daily),
      ...(name === "createCanvasPage" && written),
      ...(name === "suggestCanvasChange" && change),
    };
    if (body?.kind === "multipart") return api.multipart(to, input as Record<string, string>);
    return api.send(
      method,
      to,
      body && { body: JSON.stringify(input), headers: { "content-type": "application/json" } },
    );
  };
  const [first = ""] = parameters;
  const { hers, nobodys } = ids[first]!;
  return [
    {
      name,
      call,
      hers: hers.map((id) => filled(String(id), first)),
      nobodys: filled(String(nobodys), first),
    },
  ];
});

test("the table of operations covers all operations with chat ids", () => {
  expect(targets.length).toBeGreaterThan(30);
  const known = routes.filter(({ operation }) => /\{chat(_id)?\}/.test(operation.path));
  const covered = new Set(targets.map(({ name }) => name));
  const missed = known.filter(({ name, operation }) => operation.access === "viewer" && !covered.has(name));
  expect(missed.map(({ name }) => name)).toEqual([]);
});

const strangers = { "someone of another group": eve, "a colleague": nia, "a former member": xena };
describe.each(Object.entries(strangers))("%s", (_, { api }) => {
  test.each(targets)("$name: returns the same 404 as for a missing chat", async ({ call, hers, nobodys }) => {
    const before = await state();
    const nothing = await call(api, nobodys);
    expect(nothing.status).toBe(404);
    for (const path of hers) {
      const { status, body } = await call(api, path);
      expect([path, status, body]).toEqual([path, 404, nothing.body]);
    }
    expect(await state()).toEqual(before);
  });

  test("every operation sends as many statements for a foreign chat as for a missing one", async () => {
    for (const { name, call, hers, nobodys } of targets) {
      const [foreign, unknown] = await compareStatements(
        () => call(api, hers[0]!),
        () => call(api, nobodys),
      );
      expect([name, foreign]).toEqual([name, unknown]);
    }
  });
});

test.each(targets)("without credentials, $name returns 401 for every id", async ({ call, hers, nobodys }) => {
  const anyone = client(server.url);
  for (const path of [...hers, nobodys]) {
    const answer = await call(anyone, path);
    expect([path, answer.status]).toEqual([path, 401]);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
  }
});
