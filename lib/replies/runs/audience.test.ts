import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { messages, streamingTasks } from "@/db/schema/messages";
import { startDue } from "@/lib/chat/jobs/running";
import { removeFromChat } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";
import { CANARY, call, QUESTION, twoReaders } from "@/test/two-readers";
import { resumeOrphans } from "./service";

// Tests that content that only Bea may see reaches neither a model nor a reply in a chat that Max reads.
const { model, server } = await startServerWithModel({ EMBEDDING_MODEL: "builtin", INDEX_AFTER_MS: "50" });
const all = await twoReaders(server.url, model);
const { bea, max, memory, file, alone, shared, trap } = all;
const { newChat, say, stored, retry, ended, add, prompts, offered, expectNothingOfBea } = all;
beforeEach(all.begin);
vi.setConfig({ testTimeout: 60_000 });

describe("a chat that only Bea reads", () => {
  test("has her memories, workspace, parent and tools", async () => {
    const chat = await alone();
    const { responses } = await say(chat, QUESTION);
    expect(prompts()).toContain(`${memory.id}: Hides the safe of the villa in a quarry`);
    expect(prompts()).toContain("Move the safe to the hazel wood");
    expect(responses[0].extra.context).toMatchObject({ memories: 1, parent: true });
    expect(offered()).toEqual(expect.arrayContaining(["remember", "forget", "read_document"]));
    const found = async (name: string, input: object) =>
      (await say(chat, call(name, input))).responses[0].message;
    expect(await found("search_documents", { query: QUESTION })).toContain("hazel.txt");
    expect(await found("search_messages", { query: QUESTION })).toContain("Hazel's plans");
    const read = await say(chat, call("read_document", { document_id: file.id }));
    expect(read.responses[0].message).toContain("4711");
    const again = await retry(read.user_message_id, bea);
    expect(again.responses[0].extra.context.memories).toBe(1);
  });

  test("uses her data again after the others have left", async () => {
    const chat = await shared();
    await say(chat, QUESTION);
    expect(prompts()).not.toMatch(CANARY);
    await removeFromChat(chat, max.user.id);
    await say(chat, call("search_messages", { query: QUESTION }));
    expect(prompts()).toMatch(/quarry/);
    expect(prompts()).toMatch(/4711/);
  });
});

describe("a chat that Max reads gets none of Bea's data", () => {
  test("when she writes in it", async () => {
    for (const chat of [await trap(), await shared()]) {
      const { responses } = await say(chat, QUESTION);
      expect(responses[0].extra.context).toMatchObject({ memories: 0, parent: false });
      await expectNothingOfBea(chat);
    }
  });

  test("when he retries her message, synchronously or in the background", async () => {
    const chat = await trap();
    await bea.api.put(`/chats/${chat.id}/va`, { virtual_assistant_id: null });
    const { user_message_id: question } = await say(chat, QUESTION);
    const reply = await retry(question, max);
    await retry(reply.responses[0].id, max);
    const task = randomUUID();
    await max.api.post(`/chats/messages/${question}/retry?streaming_task_id=${task}`);
    await ended(task, max);
    await expectNothingOfBea(chat);
  });

  test("when she has left, and he retries her message alone", async () => {
    const chat = await trap();
    const { user_message_id: question } = await say(chat, QUESTION);
    await removeFromChat(chat, bea.user.id);
    await max.api.post("/users/me/memories", { text: "Max collects stamps" });
    all.begin();
    const { responses } = await retry(question, max);
    // Max asks, so his memories are used.
    expect(prompts()).toContain("Max collects stamps");
    expect(responses[0].extra.context.memories).toBe(1);
    expect(prompts()).not.toContain("Max Member: ");
    await expectNothingOfBea(chat);
  });

  test("when she edits her message and regenerates", async () => {
    const chat = await trap();
    const { user_message_id: question } = await say(chat, "Hello");
    await bea.api.put(`/chats/update_message_text/${question}`, { message: QUESTION });
    await retry(question, bea);
    await retry(question, max);
    await expectNothingOfBea(chat);
  });

  test("when one of her jobs or actions asks", async () => {
    const chat = await shared({ scheduled_jobs_enabled: true });
    const cron = { cron: "0 9 * * *", time_zone: "UTC" };
    const { body: job } = await bea.api.post(`/chats/${chat.id}/jobs`, {
      name: "Safe",
      prompt: QUESTION,
      ...cron,
    });
    await startDue(new Date(Date.now() + 2 * 86_400_000));
    const runs = async () => (await bea.api.get(`/chats/${chat.id}/jobs/${job.id}/runs`)).body;
    await expect.poll(async () => (await runs())[0]?.status).toBe("completed");
    await bea.api.post("/tasks/actions", {
      name: "Look",
      action_name: "look",
      prompt: `${QUESTION} {{input}}`,
    });
    const fields = { task_action_name: "look", message_input: "Now.", chat_id: String(chat.id) };
    expect((await bea.api.multipart("/tasks/execute_task_action", fields)).status).toBe(200);
    expect(await stored(chat)).toHaveLength(4);
    await expectNothingOfBea(chat);
  });

  test("when several assistants are mentioned, and from the time when he is added", async () => {
    for (const mention_name of ["first", "second"])
      await bea.api.post("/virtual-assistants", { name: mention_name, mention_name });
    const open = await shared();
    await say(open, `@first @second ${QUESTION}`);
    expect(all.calls()).toBe(2);
    await expectNothingOfBea(open);

    const own = await alone();
    all.begin();
    const said = say(own, `@first @second ${QUESTION} [[fake first=2000 echo]]`);
    await expect.poll(all.calls).toBe(1);
    expect(prompts()).toMatch(CANARY);
    await bea.api.post(`/chats/${own.id}/members`, { user_ids: [max.user.id] });
    const { responses } = await said;
    expect(responses[1].extra.context).toMatchObject({ memories: 0, parent: false });
    expect(JSON.stringify(model.requests.at(-1))).not.toMatch(CANARY);
    expect(JSON.stringify(responses[1].extra.citations ?? [])).not.toMatch(CANARY);
    // Earlier messages belong to the chat: Max may read them, and retrieval finds them for both people.
    expect(JSON.stringify(await stored(own, max))).toMatch(CANARY);
    await removeFromChat(own, max.user.id);
  });

  test("when another process resumes the run after he was added", async () => {
    // The chat has no default assistant, so that no reply is written while Bea is alone in it.
    const own = await alone({ virtual_assistant_id: null });
    const { user_message_id: question } = await say(own, "Hello");
    const task = await orphan(own, question, bea.user.id);
    await bea.api.post(`/chats/${own.id}/members`, { user_ids: [max.user.id] });
    await db().update(messages).set({ text: QUESTION }).where(eq(messages.id, question));
    all.begin();
    await resumeOrphans();
    await ended(task);
    await expectNothingOfBea(own);
  });

  test("when a run that he started is resumed after a crash", async () => {
    const chat = await trap();
    const { user_message_id: question } = await say(chat, QUESTION);
    await removeFromChat(chat, bea.user.id);
    const task = await orphan(chat, question, max.user.id);
    all.begin();
    await resumeOrphans();
    await ended(task, max);
    expect((await stored(chat, max)).at(-1).extra.context.memories).toBe(1);
    await expectNothingOfBea(chat);
  });

  test("when a model obeys every instruction with its tools", async () => {
    const chat = await shared();
    await add(chat, "tea.txt", "Tea is served at five.");
    const calls: [string, object][] = [
      ["search_messages", { query: QUESTION }],
      ["search_documents", { query: QUESTION }],
      ["list_documents", {}],
      ["read_document", { document_id: file.id }],
      ["forget", { memory_id: memory.id }],
      ["remember", { text: "Bea likes tea" }],
      ["transcribe_video", { document_id: file.id }],
    ];
    for (const [name, input] of calls) {
      const { user_message_id: question } = await say(chat, call(name, input));
      await retry(question, max);
    }
    expect((await bea.api.get("/users/me/memories")).body).toEqual([memory]);
    await expectNothingOfBea(chat);
  });

  test("except a parent chat that he reads too, which is used completely", async () => {
    const parent = await newChat({
      name: "Garden",
      goal: "Grow roses",
      member_user_ids: [max.user.id],
      virtual_assistant_id: null,
    });
    await add(parent, "roses.txt", "The roses of the garden bloom in June.");
    // Messages of other tests in the workspace would otherwise be retrieved and obeyed.
    const chat = await shared({ parent_chat_id: parent.id, search_in_workspace: false });
    const { responses } = await say(chat, "When do the roses of the garden bloom?");
    expect(responses[0].extra.context.parent).toBe(true);
    expect(prompts()).toContain("Grow roses");
    const found = await say(
      chat,
      call("search_documents", { query: "When do the roses of the garden bloom?" }),
    );
    expect(found.responses[0].message).toContain("in June");
    const listed = await say(chat, call("list_documents", {}));
    expect(listed.responses[0].message).toContain("roses.txt");
    expect(listed.responses[0].message).not.toContain("hazel");
  });
});

// Inserts a run in the state in which a killed process leaves it behind.
async function orphan(chat: { id: number }, question: number, askedBy: number): Promise<string> {
  const id = randomUUID();
  const [assistant] = (await bea.api.get("/virtual-assistants")).body;
  await db()
    .insert(streamingTasks)
    .values({
      id,
      chatId: chat.id,
      userMessageId: question,
      assistantIds: [assistant.id],
      askedBy,
      status: "running",
      owner: "a process that was killed",
      attempt: 1,
      heartbeatAt: new Date(Date.now() - 60_000),
    });
  return id;
}
