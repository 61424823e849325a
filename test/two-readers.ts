import { expect, vi } from "vitest";
import { type Client, joined, person, readEvents } from "./client";
import type { ModelServer } from "./fakes/model-server";

/** Milliseconds; generous, because the machine may be busy. */
const PATIENCE = { timeout: 60_000 };

type Who = { api: Client; user: { id: number } };
type Chat = { id: number; uuid: string };

/** Returns a script that makes the fake model call a tool. */
export const call = (name: string, input: object) => `[[fake call ${name} ${JSON.stringify(input)}]]`;
export const QUESTION = "Where is the safe of the villa, and what is its code?";
/** Words of content that only Bea may see. */
export const CANARY = /quarry|hazel|4711/i;

/**
 * Creates Bea, who has a memory and a workspace chat of her own, and Max in the same group, who may see neither. The
 * server uses semantic search.
 */
export async function twoReaders(url: string, model: ModelServer) {
  const bea = await person(url, "Bea Example");
  const max = await joined(url, bea, "Max Member");
  const newChat = async (body: object, { api }: Who = bea): Promise<Chat> =>
    (await api.post("/chats", body)).body;
  const say = async (chat: { id: number }, message_input: string, { api }: Who = bea) =>
    (await api.multipart(`/chats/${chat.id}/messages`, { message_input })).body;
  const stored = async (chat: { id: number }, { api }: Who = bea) =>
    (await api.get(`/chats/${chat.id}/messages?size=100`)).body;
  const retry = async (message: number, { api }: Who) => {
    const { status, body } = await api.post(`/chats/messages/${message}/retry`);
    expect(status).toBe(200);
    return body;
  };
  const ended = async (task: string, { api }: Who = bea) => {
    await readEvents(api, `/chats/streaming/${task}`);
  };
  const add = async (chat: { id: number }, name: string, text: string) => {
    const fields = { chat_id: String(chat.id), files: [new File([text], name)] };
    const [document] = (await bea.api.multipart("/documents", fields)).body;
    const status = async () => (await bea.api.get(`/documents/${document.id}`)).body.status;
    await vi.waitUntil(async () => (await status()) === "ready", PATIENCE);
    return document as { id: number };
  };

  const workspace = (await bea.api.post("/chat-workspaces", { name: "Villa" })).body;
  const text = "Hides the safe of the villa in a quarry";
  const memory = (await bea.api.post("/users/me/memories", { text })).body;
  const inWorkspace = { chat_workspace_id: workspace.id };
  const own = { name: "Hazel's plans", goal: "Move the safe to the hazel wood", virtual_assistant_id: null };
  const secrets = await newChat({ ...inWorkspace, ...own });
  await say(secrets, "The code of the safe of the villa is 4711.");
  const file = await add(
    secrets,
    "hazel.txt",
    "The safe of the villa stands behind the hazel, its code is 4711.",
  );
  await vi.waitUntil(async () => (await stored(secrets))[0].indexed, PATIENCE);

  const open = { ...inWorkspace, global_memory: true, search_in_workspace: true };
  const below = { ...open, parent_chat_id: secrets.id, inherit_context_from_parent: true };
  /** Creates a chat of Bea below her secret chat, with all context settings on. */
  const alone = (more = {}) => newChat({ ...below, ...more });
  /** Creates the same chat with Max as a member. */
  const shared = (more = {}) => newChat({ ...below, member_user_ids: [max.user.id], ...more });
  /** Creates a chat of Max in Bea's workspace with all context settings on, and adds Bea. */
  const trap = () => newChat({ ...open, member_user_ids: [bea.user.id] }, max);

  let before = 0;
  /** Starts recording the model's input. */
  const begin = () => {
    before = model.calls;
  };
  const calls = () => model.calls - before;
  const prompts = () => JSON.stringify(model.requests.slice(-Math.max(1, calls())));
  const offered = () => (model.requests.at(-1)?.tools ?? []).map((tool) => tool.function.name);
  /** Expects that nothing of Bea's is in the model's input or visible to a reader of the chat. */
  async function expectNothingOfBea(chat: { id: number }, reader: Who = max) {
    expect(calls()).toBeGreaterThan(0);
    expect(prompts()).not.toMatch(CANARY);
    const list = await stored(chat, reader);
    expect(list.some(({ user_type }: { user_type: string }) => user_type === "assistant")).toBe(true);
    expect(JSON.stringify(list)).not.toMatch(CANARY);
  }
  return {
    ...{ bea, max, memory, file, open, alone, shared, trap },
    ...{ newChat, say, stored, retry, ended, add },
    ...{ begin, calls, prompts, offered, expectNothingOfBea },
  };
}
