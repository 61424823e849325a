import { beforeEach, expect, test } from "vitest";
import { joined, PASSWORD } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startHelpDesk } from "@/test/help-desk";

// Replies that others than the person who asks read: they use no document that one of these may not read.
const { model, server, staff } = await startHelpDesk({
  EMBEDDING_MODEL: "openai-compatible:fake",
  INDEX_AFTER_MS: "50",
});
beforeEach(() => model.setMode("echo"));

const zoe = await colleague(server.url, staff.group, "Zoe Other");
const max = await colleague(server.url, staff.group, "Max Maker");
type Person = Pick<typeof max, "api" | "user">;

const QUESTION = "Where is the zircon ledger kept? [1]";
const sent = () => JSON.stringify(model.requests.map(({ messages }) => messages));

async function upload({ api }: Person, fields: Record<string, string>) {
  const file = new File(["The zircon ledger is kept behind the oboe."], "zircon.txt");
  const [document] = (await api.multipart("/documents", { ...fields, files: [file] })).body;
  await expect.poll(async () => (await api.get(`/documents/${document.id}`)).body.status).toBe("ready");
  return document as { id: number };
}

const newAssistant = async ({ api }: Person, fields: object) =>
  (await api.post("/virtual-assistants", { name: "Geologist", ...fields })).body as { id: number };

async function ask({ api }: Person, assistant: { id: number }, others: Person[], message_input = QUESTION) {
  const chat = await api.post("/chats", {
    chat_type: "group",
    virtual_assistant_id: assistant.id,
    member_user_ids: others.map(({ user }) => user.id),
  });
  model.requests.length = 0;
  const { status } = await api.multipart(`/chats/${chat.body.id}/messages`, { message_input });
  expect(status).toBe(200);
  return sent();
}

test("a document whose creator has left is used only where all may read it", async () => {
  const tom = await joined(server.url, staff, "Tom Leaving");
  const document = await upload(tom, { usable_by: "people", user_ids: String(max.user.id) });
  const assistant = await newAssistant(max, { document_ids: [document.id] });
  expect(await ask(max, assistant, [])).toContain("oboe");
  expect((await tom.api.del("/users/me", { password: PASSWORD })).status).toBe(200);
  expect(await ask(max, assistant, [])).toContain("oboe");
  expect(await ask(max, assistant, [zoe])).not.toContain("oboe");
});

test("an assistant that is asked by another one keeps to the readers of the chat", async () => {
  const document = await upload(max, { usable_by: "creator" });
  const expert = await newAssistant(max, { document_ids: [document.id] });
  const assistant = await newAssistant(max, { name: "Host", colleague_ids: [expert.id] });
  const question = JSON.stringify({ assistant_id: expert.id, question: QUESTION });
  const asking = `[[fake call! ask_an_assistant ${question} >> say Done.]]`;
  expect(await ask(max, assistant, [], asking)).toContain("oboe");
  expect(await ask(max, assistant, [zoe], asking)).not.toContain("oboe");
});

test("an evaluation of a shared assistant uses what the whole group reads, because all its editors read the answers", async () => {
  const evaluate = async (assistant: { id: number }) => {
    const path = `/virtual-assistants/${assistant.id}/evaluation`;
    await max.api.put(`${path}/questions`, { questions: [{ question: QUESTION }] });
    model.requests.length = 0;
    const run = (await max.api.post(`${path}/runs`, {})).body;
    await expect
      .poll(async () => (await max.api.get(`${path}/runs/${run.id}`)).body.status, { timeout: 20_000 })
      .toBe("completed");
    return sent();
  };
  const document = await upload(max, { usable_by: "creator" });
  const assistant = await newAssistant(max, { document_ids: [document.id], usable_by: "creator" });
  expect(await evaluate(assistant)).toContain("oboe");
  await max.api.patch(`/virtual-assistants/${assistant.id}`, { usable_by: "group" });
  expect(await evaluate(assistant)).not.toContain("oboe");
  await max.api.patch(`/documents/${document.id}`, { usable_by: "group" });
  expect(await evaluate(assistant)).toContain("oboe");
});
