import { setTimeout as wait } from "node:timers/promises";
import { chats, direct, publicChat, workspaces } from "./chats.mjs";
import { actions, collections, documents, tasks } from "./library.mjs";
import { assistants, memories } from "./people.mjs";

const DOCUMENTS_READ_MS = 120_000;

/**
 * Creates the sample workspace.
 * @param members API clients of the members by key, with `id`; "ada" owns the group
 * @param visitor API client without an account
 */
export async function fillWorkspace(members, visitor) {
  const { ada } = members;
  const ids = { assistants: {}, collections: {}, workspaces: {}, documents: {} };

  for (const { key, ...assistant } of assistants)
    ids.assistants[key] = (await ada.api.post("/virtual-assistants", assistant)).id;
  for (const { key, ...collection } of collections)
    ids.collections[key] = (await ada.api.post("/collections", collection)).id;
  for (const name of workspaces) ids.workspaces[name] = (await ada.api.post("/chat-workspaces", { name })).id;
  for (const { name, text, folder, collection } of documents) {
    const fields = { folder, ...(collection && { collection_id: ids.collections[collection] }) };
    const [{ id }] = await ada.api.upload("/documents", fields, [{ name, text }]);
    ids.documents[name] = id;
  }
  await documentsAreRead(ada.api, Object.values(ids.documents));

  for (const task of tasks) await ada.api.post("/tasks", task);
  for (const action of actions) await ada.api.post("/tasks/actions", action);
  for (const text of memories) await ada.api.post("/users/me/memories", { text });
  const workspace = { members, ids };
  for (const chat of chats) await createChat(workspace, chat);
  for (const { between, says } of direct) {
    const [host, guest] = between.map((key) => members[key]);
    const { id } = await host.api.post("/chats/direct_users", { user_ids: [guest.id] });
    await talk(members, id, says);
  }
  await createPublicChat(workspace, visitor);
}

async function createChat(workspace, chat, parent) {
  const { members, ids } = workspace;
  const { ada } = members;
  const { id } = await ada.api.post("/chats", {
    name: chat.name,
    chat_type: chat.members.length > 1 ? "group" : "private",
    virtual_assistant_id: chat.assistant ? ids.assistants[chat.assistant] : null,
    goal: chat.goal,
    canvas: chat.canvas,
    parent_chat_id: parent,
    chat_workspace_id: parent ? undefined : ids.workspaces[chat.workspace],
    member_user_ids: chat.members.filter((key) => key !== "ada").map((key) => members[key].id),
    search_in_documents: true,
    documents_and_collections_enabled: true,
    scheduled_jobs_enabled: Boolean(chat.job),
  });
  for (const key of chat.collections ?? [])
    await ada.api.put(`/chats/${id}/collections/${ids.collections[key]}`);
  const copies = [];
  for (const name of chat.documents ?? [])
    copies.push((await ada.api.post(`/documents/${ids.documents[name]}/copy`, { chat_id: id })).id);
  await documentsAreRead(ada.api, copies);
  const last = await talk(members, id, chat.says);
  for (const emoji of chat.reactions ?? [])
    await ada.api.put(`/chats/${id}/messages/${last}/reactions/${encodeURIComponent(emoji)}`);
  if (chat.job) await ada.api.post(`/chats/${id}/jobs`, chat.job);
  if (chat.starred || chat.archived)
    await ada.api.patch(`/chats/${id}/me`, { starred: chat.starred, archived: chat.archived });
  for (const child of chat.children ?? []) await createChat(workspace, child, id);
  return id;
}

async function talk(members, chat, says) {
  let last;
  for (const [who, message_input] of says) {
    const sent = await members[who].api.upload(`/chats/${chat}/messages`, { message_input, is_sync: true });
    last = sent.user_message_id;
  }
  return last;
}

async function createPublicChat(workspace, visitor) {
  const { ada } = workspace.members;
  const id = await createChat(workspace, { ...publicChat, says: [] });
  const { uuid } = await ada.api.put(`/chats/${id}/public?is_public=true`);
  const { collections } = await ada.api.get(`/chats/${id}`);
  const collection_ids = collections.map((collection) => collection.id);
  await ada.api.put(`/chats/${id}/public-knowledge`, {
    document_ids: [],
    collection_ids,
    opens_files: false,
  });
  for (const messages of publicChat.visitors) {
    const session = await visitor.post(`/public/chats/${uuid}/public-session`, {});
    for (const message_input of messages) {
      const { streaming_task_id } = await visitor.upload(`/public/chats/${uuid}/messages?sid=${session}`, {
        message_input,
      });
      // Waits until the reply is complete, which is when its stream ends.
      if (streaming_task_id)
        await visitor.get(`/public/chats/${uuid}/streaming/${streaming_task_id}?sid=${session}`);
    }
  }
}

async function documentsAreRead(api, ids) {
  const until = Date.now() + DOCUMENTS_READ_MS;
  for (const id of ids) {
    for (;;) {
      const { status, error, file_name } = await api.get(`/documents/${id}`);
      if (status === "ready") break;
      if (status === "failed") throw new Error(`${file_name} could not be read: ${error}`);
      if (Date.now() > until) throw new Error(`${file_name} is still being read after two minutes.`);
      await wait(200);
    }
  }
}
