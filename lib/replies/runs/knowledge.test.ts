import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { colleague } from "@/test/colleague";
import { startModelServer } from "@/test/fakes/model-server";
import { startHelpDesk } from "@/test/help-desk";
import { createVisitor } from "@/test/visitor";

const second = await startModelServer();
afterAll(second.close);
const { model, server, staff } = await startHelpDesk({
  EMBEDDING_MODEL: "openai-compatible:fake",
  INDEX_AFTER_MS: "50",
  OLLAMA_BASE_URL: second.url.replace(/\/v1$/, ""),
});
beforeEach(() => {
  model.setMode("echo");
  second.setMode("echo");
});

const { api } = staff;
const path = "/virtual-assistants";
const asked = () => JSON.stringify(model.requests.at(-1)?.messages.at(-1));
async function add(name: string, text: string): Promise<number> {
  const { body } = await api.multipart("/documents", { files: [new File([text], name)] });
  while ((await api.get(`/documents/${body[0].id}`)).body.status !== "ready") await wait(50);
  return body[0].id;
}
const newAssistant = async (body: object) => {
  const made = await api.post(path, { name: "Helper", ...body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
};
const newChat = async (body: object) => (await api.post("/chats", body)).body;
const say = async (chat: { id: number }, message_input: string, who = api) =>
  (await who.multipart(`/chats/${chat.id}/messages`, { message_input })).body.responses[0];
const QUESTION = "Where are parcels handed out, and what may they weigh? [1]";

test("an assistant uses its documents and collections in every chat, for all readers", async () => {
  const bo = await colleague(server.url, staff.group, "Bo Member");
  const counter = await add("counter.txt", "Parcels are handed out at the blue counter.");
  const weight = await add("weight.txt", "Parcels may weigh up to thirty kilos.");
  await add("secret.txt", "Parcels of friends are handed out for free and weigh nothing.");
  const { id: shelf } = (await api.post("/collections", { name: "Parcels" })).body;
  await api.put(`/collections/${shelf}/documents/${weight}`);
  const knowing = await newAssistant({ document_ids: [counter], collection_ids: [shelf] });
  expect(knowing).toMatchObject({
    documents: [{ id: counter, file_name: "counter.txt" }],
    collections: [{ id: shelf, name: "Parcels" }],
  });
  const shared = { virtual_assistant_id: knowing.id, member_user_ids: [bo.user.id] };
  const chat = await newChat({ ...shared, search_in_documents: false });
  const reply = await say(chat, QUESTION, bo.api);
  expect(asked()).toMatch(/blue counter/);
  expect(asked()).toMatch(/thirty kilos/);
  expect(asked()).not.toContain("friends");
  const [citation] = reply.extra.citations;
  expect([counter, weight]).toContain(citation.document_id);
  // Readers of the reply may open the documents that it cites.
  expect((await bo.api.get(`/documents/${citation.document_id}`)).status).toBe(200);

  // The assistant's tools reach the same documents and no others.
  const call = (name: string, input: object) => `[[fake call ${name} ${JSON.stringify(input)}]]`;
  expect((await say(chat, call("list_documents", {}), bo.api)).message).toMatch(/weight\.txt.*counter\.txt/s);
  expect((await say(chat, call("read_document", { document_id: counter }), bo.api)).message).toContain(
    "blue",
  );

  // The same applies outside of chats.
  await api.post("/openai/chat/completions", {
    model: `assistant-${knowing.id}`,
    messages: [{ role: "user", content: QUESTION }],
  });
  expect(asked()).toContain("blue counter");

  // Another assistant in the chat does not use this knowledge, and removed knowledge is no longer used.
  const other = await newAssistant({ mention_name: "other" });
  await say(chat, `@other ${QUESTION}`);
  expect(asked()).not.toContain("blue counter");
  expect(other.documents).toEqual([]);
  await api.patch(`${path}/${knowing.id}`, { document_ids: [], collection_ids: [] });
  await say(await newChat({ virtual_assistant_id: knowing.id }), QUESTION);
  expect(asked()).not.toMatch(/blue counter|thirty kilos/);
});

test("an assistant can have only documents of the library and the group's collections", async () => {
  const chat = await newChat({});
  const file = new File(["Mine."], "mine.txt");
  const [own] = (await api.multipart("/documents", { chat_id: String(chat.id), files: [file] })).body;
  const { id: foreign } = await newAssistant({});
  for (const body of [{ document_ids: [own.id] }, { document_ids: [999_999] }, { collection_ids: [999_999] }])
    expect((await api.patch(`${path}/${foreign}`, body)).status).toBe(422);
});

test("visitors get what Publish selects from the knowledge of the assistant", async () => {
  const counter = await add("lost.txt", "Lost property is kept in the green cellar.");
  const { id: shelf } = (await api.post("/collections", { name: "Lost" })).body;
  await api.put(`/collections/${shelf}/documents/${await add("hours.txt", "Lost property opens at nine.")}`);
  const knowing = await newAssistant({ document_ids: [counter], collection_ids: [shelf] });
  const chat = await newChat({ virtual_assistant_id: knowing.id, chat_type: "group", is_public: true });
  const visitor = await createVisitor(server.url, chat);
  const LOST = "Where is lost property kept, and when does it open? [1]";
  await visitor.ask(LOST);
  expect(asked()).not.toMatch(/green cellar|at nine/);
  const choice = { document_ids: [counter], collection_ids: [shelf], opens_files: false };
  const chosen = await api.put(`/chats/${chat.id}/public-knowledge`, choice);
  expect(chosen.status).toBe(200);
  await visitor.ask(LOST);
  expect(asked()).toMatch(/green cellar/);
  expect(asked()).toMatch(/at nine/);
  const reply = (await visitor.read()).at(-1)!;
  const open = () => visitor.api.get(`${visitor.base}/messages/${reply.id}/citations/1`, visitor.headers);
  expect((await open()).body.text).toMatch(/green cellar|at nine/);

  await api.patch(`${path}/${knowing.id}`, { document_ids: [], collection_ids: [] });
  await visitor.ask(LOST);
  expect(asked()).not.toMatch(/green cellar|at nine/);
  expect((await open()).status).toBe(404);
  // Knowledge that is added again is not public until somebody publishes it again.
  await api.patch(`${path}/${knowing.id}`, { document_ids: [counter], collection_ids: [shelf] });
  await visitor.ask(LOST);
  expect(asked()).not.toMatch(/green cellar|at nine/);
});

const FIRST = "openai-compatible:stand-in-large";
const SECOND = "ollama:stand-in-small";
test.each([
  ["429 wait=60", "rate_limited", "The model server is busy: too many requests."],
  ["401", "unauthorized", "refused the API key"],
  ["quota", "quota_exceeded", "is used up"],
  ["500", "failed", "failed (status 500)"],
  ["empty", "garbage", "sent an empty reply"],
  ["cut=0", "cut", "was lost before the reply"],
])(
  "model fallback after %s uses the next model, and the reply has the reason",
  async (mode, code, message) => {
    const helper = await newAssistant({ model: FIRST, fallback_models: [SECOND] });
    const chat = await newChat({ virtual_assistant_id: helper.id });
    model.setMode(mode);
    const reply = await say(chat, "hello there");
    expect(reply.message).toContain("hello there");
    expect(reply.extra.error).toBeUndefined();
    expect(reply.extra.usage.model).toContain("stand-in-small");
    expect(reply.extra.passed_over).toEqual([
      { model: FIRST, code, message: expect.stringContaining(message) },
    ]);
  },
);

test("model fallback happens only before the first word, and the last failure is the reply's", async () => {
  const helper = await newAssistant({ model: FIRST, fallback_models: ["google:gone", SECOND] });
  const chat = await newChat({ virtual_assistant_id: helper.id });
  model.setMode("cut=3");
  const calls = second.calls;
  const begun = await say(chat, "hello");
  expect(begun.extra.error.code).toBe("cut");
  expect(begun.extra.passed_over).toBeUndefined();
  expect(second.calls).toBe(calls);

  model.setMode("401");
  second.setMode("401");
  const failed = await say(chat, "hello");
  expect(failed.extra.error.code).toBe("unauthorized");
  expect(failed.extra.passed_over.map((one: { model: string }) => one.model)).toEqual([FIRST, "google:gone"]);
  second.setMode("echo");
  // Comparisons use no fallbacks.
  const models = `models=${encodeURIComponent(FIRST)}&models=${encodeURIComponent(SECOND)}`;
  const compared = await api.multipart(`/chats/${chat.id}/messages?${models}&is_sync=false`, {
    message_input: "compare",
  });
  expect(compared.status).toBe(200);
  await expect
    .poll(async () => {
      const { body } = await api.get(`/chats/${chat.id}/messages`);
      const replies = body.filter((one: { extra?: { comparison?: object } }) => one.extra?.comparison);
      return replies
        .map((one: { extra: { error?: { code: string } } }) => one.extra.error?.code ?? "ok")
        .sort();
    })
    .toEqual(["ok", "unauthorized"]);

  // API clients get the fallback's answer, too.
  const { body } = await api.post("/openai/chat/completions", {
    model: `assistant-${helper.id}`,
    messages: [{ role: "user", content: "hello" }],
  });
  expect(body.choices[0].message.content).toContain("hello");
});
