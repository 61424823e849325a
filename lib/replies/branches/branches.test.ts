import { describe, expect, test } from "vitest";
import { type Client, joined, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";
import { createVisitor, publicChat } from "@/test/visitor";

const { model, server } = await startServerWithModel();

const ada = await person(server.url);
const max = await joined(server.url, ada, "Max Member");
const newChat = async (body: object = {}) => (await ada.api.post("/chats", body)).body;
const say = async (
  chat: { id: number },
  message_input: string,
  fields: Record<string, string | File[]> = {},
  by: Client = ada.api,
) => (await by.multipart(`/chats/${chat.id}/messages`, { message_input, ...fields })).body;
const listMessages = async (chat: { id: number }, by: Client = ada.api) =>
  (await by.get(`/chats/${chat.id}/messages?size=100`)).body;
const listTexts = async (chat: { id: number }) =>
  (await listMessages(chat)).map(({ message }: { message: string }) => message);
const branch = (chat: { id: number }, message: number, by: Client = ada.api) =>
  by.post(`/chats/${chat.id}/messages/${message}/branches`);

describe("a branch", () => {
  test("begins with all messages up to the chosen one, and chat and branch link to each other", async () => {
    const chat = await newChat({ name: "Trip", goal: "Plan", memo: "Cheap", search_in_chat: false });
    await say(chat, "one");
    const { user_message_id: id, responses } = await say(chat, "two");
    await say(chat, "three");
    const { status, body } = await branch(chat, responses[0].id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "Trip (branch)",
      goal: "Plan",
      memo: "Cheap",
      search_in_chat: false,
      chat_type: "private",
      unread_count: 0,
      my_role: "owner",
      members_count: 1,
      last_message: { message: "You said: two", user_type: "assistant" },
      branched_from: { message_id: responses[0].id, chat: { uuid: chat.uuid, name: "Trip" } },
      branches: [],
    });
    expect(await listTexts(body)).toEqual(["one", "You said: one", "two", "You said: two"]);
    const [, , question, reply] = await listMessages(body);
    const [, , from] = await listMessages(chat);
    expect(question).toMatchObject({
      chat_uuid: body.uuid,
      from_user_id: ada.user.id,
      created_at: from.created_at,
    });
    expect(reply.replying_to_message).toMatchObject({ id: question.id, full_name: "Ada Example" });
    expect(question.id).not.toBe(id);
    const origin = (await ada.api.get(`/chats/${chat.id}`)).body;
    expect(origin.branched_from).toBeNull();
    expect(origin.branches).toEqual([
      { message_id: responses[0].id, chat: { uuid: body.uuid, name: "Trip (branch)" } },
    ]);
    expect(await listMessages(chat)).toHaveLength(6);
  });

  test("of a question omits its reply and continues from there", async () => {
    const chat = await newChat();
    await say(chat, "Remember the word tangerine");
    const { user_message_id } = await say(chat, "one");
    const { body } = await branch(chat, user_message_id);
    expect(await listTexts(body)).toEqual([
      "Remember the word tangerine",
      "You said: Remember the word tangerine",
      "one",
    ]);
    await say(body, "And now?");
    const sent = JSON.stringify(model.requests.at(-1)!.messages);
    expect(sent).toContain("tangerine");
    expect(sent).not.toContain("You said: one");
  });

  test("omits messages that were sent while the reply was written", async () => {
    const chat = await newChat({ member_user_ids: [max.user.id] });
    const slow = say(chat, "[[fake tokens=2 first=1500]]");
    await expect.poll(() => model.calls).toBeGreaterThan(0);
    await expect.poll(async () => (await listMessages(chat)).length).toBe(1);
    await say(chat, `@max hello`, {}, max.api);
    const { responses } = await slow;
    const { body } = await branch(chat, responses[0].id);
    const texts = await listTexts(body);
    expect(texts[0]).toContain("tokens=2");
    expect(texts).toHaveLength(2);
  });

  test("has copies of the files of its messages", async () => {
    const chat = await newChat({ virtual_assistant_id: null });
    const { user_message_id } = await say(chat, "see", { files: [new File(["early bird"], "early.txt")] });
    await say(chat, "and", { files: [new File(["late bird"], "late.txt")] });
    const { body } = await branch(chat, user_message_id);
    const [{ message_attachments: files }] = await listMessages(body);
    const [{ message_attachments: origins }] = await listMessages(chat);
    expect(files).toEqual([
      expect.objectContaining({ file_name: "early.txt", document_id: expect.any(Number) }),
    ]);
    expect(files[0].document_id).not.toBe(origins[0].document_id);
    expect(body.documents_count).toBe(1);
    await ada.api.del(`/chats/${chat.id}`);
    const kept = await ada.api.get(`/documents/${files[0].document_id}/content`);
    expect(kept.status).toBe(200);
    expect(kept.body).toBe("early bird");
    expect((await ada.api.get(`/chats/${body.id}`)).body.branched_from).toBeNull();
  });

  test("has the current canvas and pages, and its steps link to its own pages", async () => {
    const chat = await newChat({ canvas: "Plan", page_type: "canvas" });
    const call = (page: object) => `[[fake call create_canvas_page ${JSON.stringify(page)}]]`;
    await ada.api.post(`/chats/${chat.id}/canvas/pages`, { title: "Notes", kind: "text" });
    const made = { title: "sum.py", kind: "code", language: "python", text: "1 + 1" };
    const { responses } = await say(chat, call(made));
    const page = responses[0].reasoning_steps[0].metadata.canvas_page_id;
    await ada.api.patch(`/chats/${chat.id}/canvas/pages/${page}`, { text: "1 + 2" });

    const { body } = await branch(chat, responses[0].id);
    expect(body.canvas).toBe("Plan");
    const pages = (await ada.api.get(`/chats/${body.id}/canvas/pages`)).body;
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(["Notes", "sum.py"]);
    const copy = `/chats/${body.id}/canvas/pages/${pages[1].id}`;
    expect((await ada.api.get(copy)).body).toMatchObject({ ...made, text: "1 + 2" });
    const [, reply] = await listMessages(body);
    expect(reply.reasoning_steps[0].metadata.canvas_page_id).toBe(pages[1].id);
    await ada.api.patch(copy, { text: "mine" });
    expect((await ada.api.get(`/chats/${chat.id}/canvas/pages/${page}`)).body.text).toBe("1 + 2");
  });

  test("is private, and shows the other chat to its members only", async () => {
    const chat = await newChat({ name: "Ours", member_user_ids: [max.user.id] });
    const { user_message_id } = await say(chat, "hello", { is_sync: "false" });
    const { body } = await branch(chat, user_message_id, max.api);
    expect((await ada.api.get(`/chats/${body.id}`)).status).toBe(404);
    expect((await ada.api.get(`/chats/${chat.id}`)).body.branches).toEqual([
      { message_id: user_message_id, chat: null },
    ]);
    const nia = await joined(server.url, ada, "Nia Newcomer");
    await max.api.post(`/chats/${body.id}/members`, { user_ids: [nia.user.id] });
    expect((await nia.api.get(`/chats/${body.id}`)).body.branched_from).toEqual({
      message_id: user_message_id,
      chat: null,
    });
  });

  test("requires a message of that chat", async () => {
    const [chat, other] = [await newChat(), await newChat()];
    const { user_message_id } = await say(other, "elsewhere");
    expect((await branch(chat, user_message_id)).status).toBe(404);
  });

  test("is refused for a conversation with a visitor", async () => {
    const chat = await publicChat(ada);
    const visitor = await createVisitor(server.url, chat);
    await visitor.say("hello");
    const [conversation] = (await ada.api.get(`/chats?parent_chat_id=${chat.id}`)).body;
    const [{ id }] = await listMessages(conversation);
    expect((await branch(conversation, id)).status).toBe(409);
  });
});
