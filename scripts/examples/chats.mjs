import { setTimeout as wait } from "node:timers/promises";
import { createFile } from "./recorder.mjs";

const A_DAY = 86_400_000;
const MAX_WAIT_MS = 60_000;

// Polls until `look` returns a value, because the duration of replies depends on the machine.
async function soon(look) {
  for (const until = Date.now() + MAX_WAIT_MS; Date.now() < until; await wait(200)) {
    const value = await look();
    if (value) return value;
  }
  return undefined;
}

const QUESTION = { multipart: { message_input: "Who approves travel above 500 euros?" } };

export async function recordChats({ record }, { chats, users, assistants, collections }) {
  await record("listChats", { query: { page_size: 2 } });
  const chat = await record("createChat", {
    json: {
      name: "Autumn rentals",
      chat_type: "group",
      virtual_assistant_id: assistants.guide,
      member_user_ids: [users.ben],
    },
  });
  const path = { chat_id: chat.id };
  await record("countUnread");
  await record("getChat", { path });
  await record("getChatFields", { path, query: { fields: ["name", "goal"] } });
  await record("setMine", { path, json: { starred: true, tags: ["Rentals"] } });
  await record("listTags");
  await recordSettings(record, path, assistants);
  await record("attachCollection", { path: { ...path, collection_id: collections.Handbook } });
  await recordCanvas(record, path);
  const { messageId, newest } = await recordMessages(record, path);
  await recordVersions(record, path, messageId);
  await record("exportChat", { path, query: { format: "md" } });
  await recordShares(record, path);
  await recordImports(record);
  await recordOtherWays(record, path, assistants);
  await recordMembers(record, path, users);
  await recordOrder(record, chat, chats);
  await recordSearch(record, chats);
  await record("deleteMessage", { path: { ...path, message_id: newest } });
  await record("clearMessages", { path });
  await recordTasks(record, path, assistants);
  await record("deleteChat", { path });
  const left = await record("createChat", { json: { chat_type: "group", member_user_ids: [users.ben] } });
  await record("updateChatMember", {
    path: { chat_id: left.id, user_id: users.ben },
    json: { role: "owner" },
  });
  await record("leaveChat", { path: { chat_id: left.id } });
}

async function recordCanvas(record, path) {
  const page = await record("createCanvasPage", {
    path,
    json: { title: "Fleet", kind: "mermaid", text: 'pie title Fleet\n  "City bikes" : 14' },
  });
  const pagePath = { ...path, page_id: page.id };
  await record("listCanvasPages", { path });
  await record("updateCanvasPage", { path: pagePath, json: { title: "Autumn fleet" } });
  await record("getCanvasPage", { path: pagePath });
  await record("exportCanvas", { path, query: { format: "md" } });
  await record("deleteCanvasPage", { path: pagePath });
  const versions = await record("listCanvasVersions", { path });
  await record("getCanvasVersion", { path: { ...path, version_id: versions[0].id } });
  await record("undoCanvas", { path, json: {} });
}

async function recordMessages(record, path) {
  const sent = await record("sendMessage", {
    path,
    multipart: { message_input: "How many days of paid leave do I have?", is_sync: true },
  });
  await record("listMessages", { path, query: { size: 2 } });
  await record("markRead", { path, json: { message_id: sent.user_message_id } });
  const queued = await record("sendQueue", { path, ...QUESTION });
  await record("listRuns", { path });
  await record("readStream", { path: { streaming_task_id: queued.streaming_task_id }, follow: true });
  await record("sendSync", { path, multipart: { message_input: "When does the workshop close?" } });
  const old = await record("sendDeprecated", { path, ...QUESTION });
  await record("stopStream", {
    path: { streaming_task_id: old?.streaming_task_id ?? queued.streaming_task_id },
  });
  const replied = (await record("listMessages", { path, query: { size: 10 } })) ?? [];
  const reply = [...replied].find(
    ({ is_assistant, user_id, virtual_assistant_id }) => is_assistant ?? (virtual_assistant_id && !user_id),
  );
  const again = { path: { message_id: reply?.id ?? sent.user_message_id } };
  await record("retryMessage", again);
  await record("regenerateReply", { ...again, json: { instruction: "Shorter" } });
  return { messageId: sent.user_message_id, newest: replied[0]?.id ?? sent.user_message_id };
}

async function recordVersions(record, path, messageId) {
  const beside = {
    query: { models: ["builtin", "ollama:none"] },
    multipart: { message_input: "And sick leave?" },
  };
  await record("sendMessage", { path, ...beside });
  const first = await soon(async () => {
    const compared = (await record("listMessages", { path, query: { size: 10 } })) ?? [];
    return compared.find(({ extra }) => extra?.comparison?.position === 0);
  });
  await record("keepReply", { path: { message_id: first?.id } });
  const rated = { ...path, message_id: first?.id };
  const rating = { is_good: false, reason: "sources", comment: "Name the page of the handbook." };
  await record("rateReply", { path: rated, json: rating });
  await record("listOwnRatings", { path });
  await record("unrateReply", { path: rated });
  await record("addReaction", { path: { ...path, message_id: messageId, emoji: "👍" } });
  await record("removeReaction", { path: { ...path, message_id: messageId, emoji: "👍" } });
  await soon(async () => (await record("listRuns", { path }))?.length === 0);
  const asked = { ...path, message_id: messageId };
  await record("createBranch", { path: asked });
  await record("editMessage", {
    path: { message_id: messageId },
    json: { message: "How many days of leave are left?" },
  });
  await record("createDigest", { json: { since: new Date(Date.now() - A_DAY).toISOString() } });
  const version = { message: "How many days of leave do I have in all?" };
  await record("createVersion", { path: asked, json: version });
  await wait(2000);
  await record("showVersion", { path: asked });
}

async function recordOtherWays(record, path, assistants) {
  await record("sendToAssistant", { path: { agent_id: assistants.guide }, ...QUESTION });
  await record("sendInTempChat", { query: { virtual_assistant_id: assistants.guide }, ...QUESTION });
  await record("sendToMentionName", {
    path: { chat_mention_name: "autumn" },
    json: { message: "Three bikes came back today." },
  });

  await record("followChat", { path, follow: () => record("tellTyping", { path }) });
  await record("followMine", { follow: () => record("setMine", { path, json: { starred: false } }) });
  await record("tellTyping", { path });
}

async function recordMembers(record, path, users) {
  await record("listChatUsers", { path });
  await record("listChatUsersFull", { path });
  await record("addChatMembers", { path, json: { user_ids: [users.chloe], role: "member" } });
  await record("updateChatMember", { path: { ...path, user_id: users.chloe }, json: { role: "admin" } });
  await record("removeChatMembers", { path, json: { user_ids: [users.chloe] } });
  await record("openDirectChat", { json: { user_ids: [users.daniel] } });
}

async function recordOrder(record, chat, chats) {
  const path = { chat_id: chat.id };
  const workspace = await record("createWorkspace", { json: { name: "Rentals" } });
  await record("listWorkspaces");
  await record("getWorkspace", { path: { id: workspace.id } });
  await record("updateWorkspace", {
    path: { id: workspace.id },
    json: { name: "Rentals 2027", instructions: "Prices are in euros." },
  });
  await record("setChatWorkspace", { path, json: { chat_workspace_id: workspace.id } });
  await record("setChatParent", { path, json: { parent_chat_id: chats["Lisbon shop"].id } });
  await record("setChatParent", { path, json: { parent_chat_id: null } });
  await record("orderChats", { json: [chat.id], query: { workspace_id: workspace.id } });
  await record("orderChatsByUuid", { json: [chat.uuid], query: { workspace_uuid: workspace.uuid } });
  await record("orderChats", { json: [chat.id] });
  await record("orderChatsByUuid", { json: [chat.uuid] });
  await record("removeWorkspace", { path: { id: workspace.id } });
  await record("listMentions");
  await record("listChatAndTaskMentions");
}

async function recordSearch(record, chats) {
  await record("search", { query: { query: "travel", page_size: 2 } });
  await record("searchState");
  await record("searchMessages", { query: { query: "deposit", collection_name: "chat_messages", top_k: 2 } });
  const interviews = { chat_id: chats["Rental interviews"].id };
  await record("searchChat", { path: interviews, query: { query: "deposit", top_k: 2 } });
}

async function recordSettings(record, path, assistants) {
  const inBody = {
    name: { name: "Autumn rentals" },
    goal: { goal: "Plan the rental fleet for autumn." },
    va: { virtual_assistant_id: assistants.guide },
    canvas: { canvas: "# Autumn\n\n- 12 city bikes\n- 4 cargo bikes" },
    extra: { crm_id: "H-2041" },
    model: { model: null },
    instructions: { instructions: "Give prices in euros." },
    temperature: { temperature: 0.3 },
    reasoning_effort: { reasoning_effort: "low" },
    max_output_tokens: { max_output_tokens: 800 },
    tool_switches: { tool_switches: { web: false, calculation: true } },
  };
  for (const [name, json] of Object.entries(inBody)) await record(`set_${name}`, { path, json });
  await record("set_canvas", { path, json: { canvas: "# Autumn\n\n- 14 city bikes" } });
  const inQuery = {
    mention_name: "autumn",
    memo: "Ask Daniel about spare tires.",
    page_type: "chat",
    temp: false,
    global_memory: true,
    search_in_workspace: true,
    chat_history: true,
    search_in_chat: true,
    search_in_documents: true,
    inherit_context_from_parent: false,
    summary_enabled: true,
    documents_and_collections_enabled: true,
    scheduled_jobs_enabled: true,
    email_integration_enabled: true,
  };
  for (const [name, value] of Object.entries(inQuery))
    await record(`set_${name}`, { path, query: { [name]: value } });
  await record("set_sub_chat_sorting_strategy", { path, query: { sorting_strategy: "by_name" } });
}

async function recordTasks(record, path, assistants) {
  await record("listTasks");
  const task = await record("createTask", {
    json: {
      name: "Fleet check",
      description: "Every Monday, for each shop.",
      fields: { goal: "A list of bikes that need a repair." },
    },
  });
  const id = { id: task.id };
  await record("getTask", { path: id });
  const made = await record("createChat", { query: { copy_from_task_id: task.id }, json: {} });
  await record("updateTask", {
    path: id,
    json: { fields: { goal: "A list of bikes that need a repair, with prices." } },
  });
  await record("getTaskUse", { path: id });
  await record("listTaskVersions", { path: id });
  await record("checkTaskUpdates", { path: { chat_id: made.id } });
  await record("updateFromTask", { path: { chat_id: made.id } });
  await record("updateTaskChats", { path: id });
  await record("saveAsTask", { path });
  await record("saveChosenAsTask", {
    path,
    json: {
      ...{ name: "Repairs", as_new: true, include: ["goal", "instructions"], document_ids: [] },
      include_members: true,
    },
  });
  await record("sendInTempChatOfTask", {
    path: { task_id: task.id },
    multipart: { message_input: "Which bikes are due?" },
  });
  await record("deleteTask", { path: id });

  const action = await record("createTaskAction", {
    json: {
      name: "Shorten",
      action_name: "shorten",
      description: "Half as long",
      prompt: "Shorten this text by half:\n\n{{input}}",
    },
  });
  const of = { path: { id: action.id } };
  await record("listTaskActions", { query: { page_size: 2 } });
  await record("listAvailableTaskActions");
  await record("getTaskAction", of);
  await record("updateTaskAction", { ...of, json: { description: "At most half as long" } });
  const input = { message_input: "The bikes that we rent out in autumn come with mudguards and lights." };
  await record("executeTaskAction", { multipart: { task_action_name: "shorten", ...input, is_sync: true } });
  await record("tryTaskAction", {
    multipart: { prompt: "Shorten: {{input}}", ...input, virtual_assistant_id: assistants.writer },
  });
  await record("openTaskActionChat", of);
  await record("orderTaskActions", { json: { ids: (await record("listTaskActions")).map(({ id }) => id) } });
  await record("deleteTaskAction", of);
}

async function recordShares(record, path) {
  const { id } = await record("createShare", {
    path,
    json: { requires_sign_in: false, expires_in_days: 30 },
  });
  await record("listShares", { path });
  await record("revokeShare", { path: { ...path, share_id: id } });
}

async function recordImports(record) {
  const conversation = {
    uuid: "5b0f7c0e-2f0b-4a57-9d0e-1f8f3c6a7e21",
    name: "Winter opening hours",
    created_at: "2026-01-12T09:30:00Z",
    chat_messages: [
      { sender: "human", text: "Write a notice of our winter hours.", created_at: "2026-01-12T09:30:00Z" },
      { sender: "assistant", text: "From November we open at ten.", created_at: "2026-01-12T09:30:05Z" },
    ],
  };
  const file = createFile("conversations.json", JSON.stringify([conversation]));
  const { id } = await record("startImport", { multipart: { file } });
  await record("cancelImport", { path: { id } });
  await record("getImport", { path: { id } });
  await record("listImports");
  await record("exportChats");
}
