import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { routes } from "@/app/api/v1/table";
import { db } from "@/db/client";
import { toolApprovals } from "@/db/schema/mcp";
import type { Operation } from "@/lib/api/contract";
import { type Client, PASSWORD, person } from "@/test/client";
import { colleague, makeChatAdmin } from "@/test/colleague";
import { startModelServer } from "@/test/fakes/model-server";
import { fitting } from "@/test/fitting";
import { startServer } from "@/test/server";

/**
 * Who may do what, operation by operation: five people call each of them on
 * things of the owner's, made anew whenever a call may have changed them. An operation
 * without a row fails.
 */
const model = await startModelServer();
process.env.OPENAI_BASE_URL = model.url;
process.env.RATE_LIMIT_PUBLIC_SESSIONS = "500";
const MAIL_SECRET = "a secret of the webhook";
Object.assign(process.env, { INBOUND_EMAIL_DOMAIN: "in.example.test", INBOUND_EMAIL_SECRET: MAIL_SECRET });
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
});

const owner = await person(server.url, "Olga Owner");
const stranger = await person(server.url, "Sam Stranger");
const [colleagueOutside, member, admin] = [
  await colleague(server.url, owner.group, "Cora Colleague"),
  await colleague(server.url, owner.group, "Max Member"),
  await colleague(server.url, owner.group, "Anna Admin"),
];
const group = owner.group.id;
await owner.api.patch(`/groups/${group}/members/${admin.user.id}`, { role: "admin" });

const people: Record<string, Client> = {
  "somebody of another group": stranger.api,
  "a colleague outside the chat": colleagueOutside.api,
  "a member of the chat": member.api,
  "an admin": admin.api,
  "the owner": owner.api,
};

/** What a chat of the owner's has, beside its members. */
type Part = "message" | "document" | "run";

/** Made anew by the owner: a chat with those of these that a call needs, since most of the time goes there. */
async function makeThings(needs: Set<Part>) {
  const { api } = owner;
  const chat = (await api.post("/chats", { member_user_ids: [member.user.id, admin.user.id] })).body;
  await makeChatAdmin(chat, admin.user.id);
  const messages = `/chats/${chat.id}/messages`;
  const sent = async (files: File[]) =>
    (await api.multipart(messages, { message_input: "hello", files })).body.user_message_id as number;
  const message_id = needs.has("message") ? await sent([]) : 0;
  const queued = needs.has("run")
    ? (await api.multipart(messages, { message_input: "more", is_sync: "false" })).body
    : undefined;
  if (needs.has("document")) await sent([aFile()]);
  const documents = needs.has("document") ? (await api.get(`/documents?chat_id=${chat.id}`)).body : [];
  return {
    chat_id: chat.id,
    chat: chat.id,
    chat_uuid: chat.uuid,
    message_id,
    streaming_task_id: queued?.streaming_task_id as string,
    document: documents[0]?.id as number,
  };
}
type Things = Awaited<ReturnType<typeof makeThings>>;
const made = async (path: string, body: object) => (await owner.api.post(path, body)).body;

type Expected = "ok" | 403 | 404;
type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
type Row = [Expected[], ((things: Things) => Input | Promise<Input>)?, Part?];

/** In the order of `people`. */
const own: Expected[] = ["ok", "ok", "ok", "ok", "ok"];
const read: Expected[] = [404, 404, "ok", "ok", "ok"];
const manage: Expected[] = [404, 404, 403, "ok", "ok"];
const ofGroup: Expected[] = [404, "ok", "ok", "ok", "ok"];
const managesGroup: Expected[] = [404, 403, 403, "ok", "ok"];
const ownsGroup: Expected[] = [404, 403, 403, 403, "ok"];
/** In their own group: the stranger owns one. */
const managesOwnGroup: Expected[] = ["ok", 403, 403, "ok", "ok"];
/** The first account of all. */
const ownsInstallation: Expected[] = [403, 403, 403, 403, "ok"];
const onlyTheirs: Expected[] = [404, 404, 404, 404, "ok"];

const inGroup = () => ({ params: { id: group } });
const someone = async () => ({
  params: { id: group, user_id: (await colleague(server.url, owner.group, "Somebody")).user.id },
});
const assistant = async () => ({
  params: { id: (await made("/virtual-assistants", { name: "Helper" })).id },
});

const newcomer = async () => ({ params: { id: (await person(server.url, "Nora New")).user.id } });
const theirGroup = async () => ({ params: { id: (await person(server.url, "Nora New")).group.id } });

/** The group's only one: it can have a few. */
const webhook = async () => {
  for (const { id } of (await owner.api.get("/webhooks")).body) await owner.api.del(`/webhooks/${id}`);
  const hook = await made("/webhooks", { url: "http://localhost:9/", events: ["message.created"] });
  return { params: { webhook_id: hook.id as number } };
};

const aServer = () => ({ name: randomUUID(), url: "http://127.0.0.1:9/mcp" });
const mcpServer = async () => ({ params: { id: (await made("/mcp-servers", aServer())).id } });
/** An assistant and a server. */
const assistantWithServer = async () => {
  const params = { ...(await assistant()).params, server_id: (await mcpServer()).params.id };
  await owner.api.put(`/virtual-assistants/${params.id}/mcp-servers/${params.server_id}`);
  return { params };
};

/** The owner is asked whether a tool may be used. */
const question = async ({ chat_id, streaming_task_id }: Things) => {
  const mcpServerId = (await mcpServer()).params.id;
  const asked = { chatId: chat_id, streamingTaskId: streaming_task_id, userId: owner.user.id, mcpServerId };
  const [row] = await db()
    .insert(toolApprovals)
    .values({ ...asked, tool: "write", input: {} })
    .returning();
  return { params: { streaming_task_id, approval_id: row!.id }, body: { decision: "refuse" } };
};

const anAction = () => ({
  name: "Shout",
  action_name: `a${randomUUID().replaceAll("-", "")}`,
  prompt: "Shout: {{input}}",
});
const action = async () => ({ params: { id: (await made("/tasks/actions", anAction())).id } });
const task = async () => ({ params: { id: (await made("/tasks", { name: "Onboarding" })).id } });

const workspace = async () => ({ params: { id: (await made("/chat-workspaces", { name: "W" })).id } });

const memory = async () => ({
  params: { id: (await made("/users/me/memories", { text: `Fact ${randomUUID()}` })).id },
});

const aFile = () => new File(["hello"], "a.txt");
const ofChat = ({ document }: Things) => ({ params: { id: document } });
const collection = async () => ({ params: { id: (await made("/collections", { name: randomUUID() })).id } });
/** A collection and a document of the library. */
async function collected() {
  const [document] = (await owner.api.multipart("/documents", { files: [aFile()] })).body;
  return { params: { id: (await collection()).params.id, document_id: document.id } };
}

const aJob = { name: "Stand-up", prompt: "What is new?", cron: "0 9 * * *" };
const job = async ({ chat }: Pick<Things, "chat">) => {
  await owner.api.put(`/chats/${chat}/scheduled_jobs_enabled?scheduled_jobs_enabled=true`);
  return { params: { job_id: (await made(`/chats/${chat}/jobs`, aJob)).id } };
};

/** A stranger's mail that waits for an admin of the chat. */
async function heldMail({ chat, chat_uuid }: Things) {
  await owner.api.put(`/chats/${chat}/email_integration_enabled?email_integration_enabled=true`);
  const headers = { authorization: `Basic ${Buffer.from(`parley:${MAIL_SECRET}`).toString("base64")}` };
  const mail = { FromFull: { Email: "sam@example.test" }, OriginalRecipient: `${chat_uuid}@in.example.test` };
  await owner.api.as(undefined).post("/inbound-mail/postmark", { ...mail, TextBody: randomUUID() }, headers);
  return { params: { mail_id: (await owner.api.get(`/chats/${chat}/mails`)).body[0].id } };
}

/** A visitor's conversation with the public chat. */
async function visitorOf({ chat_id, chat_uuid }: Things) {
  await owner.api.put(`/chats/${chat_id}/public?is_public=true`);
  const sid = (await owner.api.as(undefined).post(`/public/chats/${chat_uuid}/public-session`)).body;
  await owner.api
    .as(undefined)
    .multipart(`/public/chats/${chat_uuid}/messages?sid=${sid}`, { message_input: "hello" });
  const [{ chat_id: conversation_id }] = (await owner.api.get(`/chats/${chat_id}/visitors`)).body;
  return { params: { conversation_id } };
}
const conversation = async (things: Things) => ({
  params: { chat_id: (await visitorOf(things)).params.conversation_id },
});

const rows: Record<string, Row> = {
  listMcpServers: [managesOwnGroup],
  createMcpServer: [managesOwnGroup, () => ({ body: aServer() })],
  getMcpServer: [managesGroup, mcpServer],
  updateMcpServer: [managesGroup, async () => ({ ...(await mcpServer()), body: { is_enabled: false } })],
  removeMcpServer: [managesGroup, mcpServer],
  refreshMcpServer: [managesGroup, mcpServer],
  beginMcpSignIn: [managesGroup, mcpServer],
  finishMcpSignIn: [own, () => ({ body: { state: "none", code: "none" } })],
  attachMcpServer: [managesGroup, assistantWithServer],
  decideApproval: [[404, 404, 403, 403, "ok"], question, "run"],
  callMcp: [own, () => ({ body: { jsonrpc: "2.0", id: 1, method: "tools/list" } })],
  listOpenAiModels: [own],
  getOpenAiModel: [own, () => ({ params: { model: "parley" } })],
  createChatCompletion: [
    own,
    () => ({ body: { model: "parley", messages: [{ role: "user", content: "hello" }] } }),
  ],
  detachMcpServer: [managesGroup, assistantWithServer],
  logout: [own, () => ({ body: [randomUUID()] })],
  changePassword: [own],
  listApiTokens: [own],
  createApiToken: [own, () => ({ body: { name: "mine" } })],
  revokeApiToken: [
    onlyTheirs,
    async () => ({ params: { id: (await made("/users/me/api-tokens", { name: "hers" })).id } }),
  ],
  linkFirebaseUser: [own],
  getMe: [own],
  updateMe: [own, () => ({ body: {} })],
  deleteMe: [own, () => ({ body: { password: "not theirs" } })],
  exportMe: [own],
  listSessions: [own],
  endSession: [onlyTheirs, async () => ({ params: { id: await anotherSession() } })],
  endOtherSessions: [own],
  registerDevice: [own, () => ({ body: { token: randomUUID() } })],
  invalidateDevice: [own, () => ({ body: { token: randomUUID() } })],

  reportPageError: [own, () => ({ body: { id: "a1b2", name: "TypeError", stack: "", path: "/" } })],

  getFirstSteps: [own],
  finishFirstSteps: [own],

  listGroups: [own],
  createGroup: [own, () => ({ body: { name: "New" } })],
  joinGroup: [own, async () => ({ body: { invitation_token: await invitation() } })],
  getGroup: [ofGroup, inGroup],
  updateGroup: [ownsGroup, () => ({ ...inGroup(), body: { name: "Renamed" } })],
  listGroupMembers: [ofGroup, inGroup],
  updateGroupMember: [managesGroup, async () => ({ ...(await someone()), body: { role: "member" } })],
  removeGroupMember: [managesGroup, someone],
  listInvitations: [managesGroup, inGroup],
  createInvitation: [managesGroup, () => ({ ...inGroup(), body: {} })],
  revokeInvitation: [
    managesGroup,
    async () => ({
      params: { id: group, invitation_id: (await made(`/groups/${group}/invitations`, {})).id },
    }),
  ],
  revokeInvitations: [managesGroup, inGroup],
  listAuditLog: [managesGroup, inGroup],

  listChats: [own],
  createChat: [own, () => ({ body: {} })],
  countUnread: [own],
  getChat: [read],
  searchMessages: [own, () => ({ query: { query: "hello", collection_name: "chat_messages" } })],
  searchChat: [read, () => ({ query: { query: "hello" } })],
  search: [own, () => ({ query: { query: "hello" } })],
  deleteChat: [manage],
  getChatFields: [read],
  setMine: [read, () => ({ body: { starred: true } })],
  markRead: [read, ({ message_id }) => ({ body: { message_id } }), "message"],

  listMemories: [own],
  createMemory: [own, () => ({ body: { text: "Likes tea" } })],
  updateMemory: [onlyTheirs, async () => ({ ...(await memory()), body: { text: randomUUID() } })],
  deleteMemory: [onlyTheirs, memory],
  deleteMemories: [own],

  listCanvasVersions: [read],
  undoCanvas: [
    manage,
    async ({ chat_id }) => {
      await owner.api.put(`/chats/${chat_id}/canvas`, { canvas: "a draft" });
      return { body: {} };
    },
  ],
  listChatUsers: [read],
  listChatUsersFull: [read],
  addChatMembers: [manage, () => ({ body: { user_ids: [colleagueOutside.user.id] } })],
  removeChatMembers: [manage, () => ({ body: { user_ids: [member.user.id] } })],
  updateChatMember: [manage, () => ({ params: { user_id: member.user.id }, body: { role: "admin" } })],
  leaveChat: [read],
  openDirectChat: [
    [404, "ok", "ok", "ok", "ok"],
    () => ({ body: { user_ids: [member.user.id, admin.user.id] } }),
  ],

  checkTaskUpdates: [read],
  updateFromTask: [manage],
  saveAsTask: [manage],
  listTasks: [own],
  createTask: [own, () => ({ body: { name: "Onboarding" } })],
  getTask: [ofGroup, task],
  updateTask: [managesGroup, async () => ({ ...(await task()), body: { name: "Other" } })],
  deleteTask: [managesGroup, task],
  getTaskUse: [ofGroup, task],
  updateTaskChats: [ofGroup, task],
  cancelTaskChats: [ofGroup, task],
  listTaskVersions: [ofGroup, task],
  listAvailableTaskActions: [own],
  executeTaskAction: [own, () => ({ body: { task_action_name: "draft_reply", message_input: "hello" } })],
  openTaskActionChat: [ofGroup, action],
  tryTaskAction: [own, () => ({ body: { prompt: "Shout", message_input: "hello" } })],
  orderTaskActions: [managesGroup, async () => ({ body: { ids: [(await action()).params.id] } })],
  listTaskActions: [own],
  createTaskAction: [managesOwnGroup, () => ({ body: anAction() })],
  getTaskAction: [ofGroup, action],
  updateTaskAction: [managesGroup, async () => ({ ...(await action()), body: { name: "Other" } })],
  deleteTaskAction: [managesGroup, action],

  listMentions: [own],
  listChatAndTaskMentions: [own],
  orderChats: [read, ({ chat_id }) => ({ body: [chat_id] })],
  orderChatsByUuid: [read, ({ chat_uuid }) => ({ body: [chat_uuid] })],
  listWorkspaces: [own],
  createWorkspace: [own, () => ({ body: { name: "Projects" } })],
  updateWorkspace: [managesGroup, async () => ({ ...(await workspace()), body: { name: "Other" } })],
  removeWorkspace: [managesGroup, workspace],
  setChatWorkspace: [manage, async () => ({ body: { chat_workspace_id: (await workspace()).params.id } })],
  setChatParent: [manage, () => ({ body: { parent_chat_id: null } })],

  sendMessage: [read, () => ({ body: { message_input: "hello" } })],
  listMessages: [read],
  retryMessage: [read],
  editMessage: [[404, 404, 403, 403, "ok"], () => ({ body: { message: "changed" } })],
  deleteMessage: [manage],
  clearMessages: [manage],
  sendToAssistant: [
    ofGroup,
    async () => ({ params: { agent_id: (await assistant()).params.id }, body: { message_input: "hello" } }),
  ],
  sendInTempChat: [
    ofGroup,
    async () => ({
      query: { virtual_assistant_id: (await assistant()).params.id },
      body: { message_input: "hello" },
    }),
  ],
  sendInTempChatOfTask: [
    ofGroup,
    async () => ({ params: { task_id: (await task()).params.id }, body: { message_input: "hello" } }),
  ],
  sendDeprecated: [read, () => ({ body: { message_input: "hello" } })],
  sendSync: [read, () => ({ body: { message_input: "hello" } })],
  sendQueue: [read, () => ({ body: { message_input: "hello" } })],
  sendToMentionName: [
    read,
    async ({ chat }) => {
      const chat_mention_name = `c-${randomUUID().slice(0, 8)}`;
      await owner.api.put(`/chats/${chat}/mention_name?mention_name=${chat_mention_name}`);
      return { params: { chat_mention_name }, body: { message: "hello" } };
    },
  ],
  sendVoice: [read, () => ({ body: { file: [new File(["ID3 says:hello"], "a.mp3")] } })],
  analyzeVideo: [own, () => ({ body: { file: [new File(["no video"], "a.mp4")] } })],
  videoToText: [
    [404, 404, "ok", "ok", "ok"],
    ({ document }) => ({ body: { document_id: String(document) } }),
    "document",
  ],
  addReaction: [read, () => ({ params: { emoji: "%F0%9F%91%8D" } })],
  removeReaction: [read, () => ({ params: { emoji: "%F0%9F%91%8D" } })],
  exportChat: [read],
  listRuns: [read],
  followChat: [read],
  followMine: [own],
  tellTyping: [read],
  readStream: [read],

  getUploadLimits: [own],
  startUpload: [own, () => ({ body: { file_name: "a.txt", size: 5 } })],
  addDocuments: [own, () => ({ body: { files: [aFile()] } })],
  listDocuments: [own],
  listDocumentFolders: [own],
  renameDocumentFolder: [
    managesGroup,
    async () => {
      const folder = randomUUID();
      await owner.api.multipart("/documents", { folder, files: [aFile()] });
      return { body: { folder, to: randomUUID() } };
    },
  ],
  getDocument: [read, ofChat, "document"],
  updateDocument: [
    manage,
    ({ document }) => ({ params: { id: document }, body: { folder: "plans" } }),
    "document",
  ],
  deleteDocument: [manage, ofChat, "document"],
  getDocumentContent: [read, ofChat, "document"],
  getDocumentText: [read, ofChat, "document"],
  reindexDocument: [manage, ofChat, "document"],
  cancelDocument: [manage, ofChat, "document"],
  copyDocument: [read, ({ document }) => ({ params: { id: document }, body: {} }), "document"],
  listCollections: [own],
  createCollection: [own, () => ({ body: { name: randomUUID() } })],
  getCollection: [ofGroup, collection],
  updateCollection: [managesGroup, async () => ({ ...(await collection()), body: { description: "All" } })],
  deleteCollection: [managesGroup, collection],
  addToCollection: [managesGroup, collected],
  removeFromCollection: [
    managesGroup,
    async () => {
      const { params } = await collected();
      await owner.api.put(`/collections/${params.id}/documents/${params.document_id}`);
      return { params };
    },
  ],
  attachCollection: [manage, async () => ({ params: { collection_id: (await collection()).params.id } })],
  detachCollection: [manage, async () => ({ params: { collection_id: (await collection()).params.id } })],

  listJobs: [read],
  createJob: [read, () => ({ body: aJob })],
  getJob: [read, job],
  updateJob: [manage, async (things) => ({ ...(await job(things)), body: { paused: true } })],
  removeJob: [manage, job],
  runJob: [[404, 404, 403, 403, "ok"], job],
  listJobRuns: [read, job],
  listInboundMails: [manage],
  approveInboundMail: [manage, heldMail],
  refuseInboundMail: [manage, heldMail],

  setChatPublic: [manage],
  listVisitors: [read],
  getVisitor: [read, conversation],
  takeOver: [read, conversation],
  handBack: [read, conversation],
  blockVisitor: [manage, visitorOf],
  unblockVisitor: [manage, visitorOf],
  getPublicUsage: [read],

  getInstallationStatus: [ownsInstallation],
  getInstallationSettings: [ownsInstallation],
  updateInstallationSettings: [ownsInstallation, () => ({ body: { monthly_tokens: null } })],
  listInstallationAccounts: [ownsInstallation],
  suspendAccount: [ownsInstallation, newcomer],
  reactivateAccount: [ownsInstallation, newcomer],
  listInstallationGroups: [ownsInstallation],
  updateInstallationGroup: [
    ownsInstallation,
    async () => ({ ...(await theirGroup()), body: { operator_monthly_tokens: null } }),
  ],
  suspendGroup: [ownsInstallation, theirGroup],
  reactivateGroup: [ownsInstallation, theirGroup],
  retryRun: [[403, 403, 403, 403, 404], () => ({ params: { id: randomUUID() } })],

  listWebhooks: [managesOwnGroup],
  createWebhook: [
    managesOwnGroup,
    () => ({ body: { url: "http://localhost:9/", events: ["message.created"] } }),
  ],
  getWebhook: [managesGroup, webhook],
  updateWebhook: [managesGroup, async () => ({ ...(await webhook()), body: { is_enabled: false } })],
  removeWebhook: [managesGroup, webhook],
  renewWebhookSecret: [managesGroup, webhook],
  testWebhook: [managesGroup, webhook],
  listWebhookDeliveries: [managesGroup, webhook],
  replayWebhookDelivery: [
    managesGroup,
    async () => {
      const { params } = await webhook();
      const { id } = await made(`/webhooks/${params.webhook_id}/test`, {});
      return { params: { ...params, delivery_id: id } };
    },
  ],

  getUsage: [read, (things) => ({ query: { chat_id: things.chat } })],
  getUsageLimit: [managesOwnGroup],
  listPrices: [managesOwnGroup],
  setPrices: [managesOwnGroup, () => ({ body: { prices: [] } })],

  listMiniAssistants: [own],
  listAssistants: [own],
  createAssistant: [managesOwnGroup, () => ({ body: { name: "Helper" } })],
  getAssistant: [ofGroup, assistant],
  updateAssistant: [managesGroup, async () => ({ ...(await assistant()), body: { name: "Other" } })],
  removeAssistant: [managesGroup, assistant],

  listModels: [own],
  getSemanticSearch: [own],
  listConnections: [managesOwnGroup],
  setConnection: [
    managesOwnGroup,
    () => ({ params: { provider: "openai-compatible" }, body: { base_url: model.url } }),
  ],
  testConnection: [
    managesOwnGroup,
    () => ({ params: { provider: "openai-compatible" }, body: { base_url: model.url } }),
  ],
  removeConnection: [
    managesOwnGroup,
    async () => {
      await owner.api.put("/models/connections/openai-compatible", { base_url: model.url });
      return { params: { provider: "openai-compatible" } };
    },
  ],
};

/** A further sign-in of the owner's. */
async function anotherSession(): Promise<string> {
  const login = await owner.api
    .as(undefined)
    .form("/auth/login", { username: owner.email, password: PASSWORD });
  await owner.api.as(`Bearer ${login.body.access_token}`).post("/auth/login/group", []);
  const sessions = (await owner.api.get("/users/me/sessions")).body;
  return sessions.find((session: { is_current: boolean }) => !session.is_current).id;
}
const invitation = async (): Promise<string> =>
  (await made(`/groups/${group}/invitations`, {})).link.split("/").at(-1);

const operations = routes.filter(({ operation }) => operation.access === "viewer");
/** The twenty settings of a chat are one row. */
const rowOf = (name: string): Row | undefined => (name.startsWith("set_") ? [manage] : rows[name]);

test("every operation has a row, and every row an operation", () => {
  const names = operations.map(({ name }) => name);
  expect(names.filter((name) => rowOf(name) === undefined)).toEqual([]);
  expect(Object.keys(rows).filter((name) => !names.includes(name))).toEqual([]);
});

/** What the next call is made on: a refusal or a read leaves things as they were. */
let prepared: { name: string; things: Things; input: Input } | undefined;
async function preparedFor(name: string) {
  if (prepared?.name === name) return prepared;
  const [, make, part] = rowOf(name) ?? [];
  // What neither its address nor its row asks for is not made.
  const { path } = operations.find((route) => route.name === name)!.operation;
  const needs = new Set([part, path.includes("{message") && "message", path.includes("{streaming") && "run"]);
  const isOfChat = /\{(chat|message|streaming)/.test(path) || (make?.length ?? 0) > 0;
  const things = isOfChat ? await makeThings(needs as Set<Part>) : ({} as Things);
  return { name, things, input: (await make?.(things)) ?? {} };
}

const values = [1, true, "zz", "name", "chat", [], {}, null, randomUUID()];
async function call(api: Client, name: string): Promise<number> {
  const { operation } = operations.find((route) => route.name === name)!;
  const ready = await preparedFor(name);
  const status = await send(api, operation, ready);
  const isAsBefore = status === 403 || status === 404 || operation.method === "GET";
  prepared = isAsBefore ? ready : undefined;
  return status;
}

async function send(
  api: Client,
  operation: Operation,
  { things, input: { params, query, body } }: NonNullable<typeof prepared>,
): Promise<number> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    String(params?.[key] ?? things[key as keyof Things]),
  );
  const search = new URLSearchParams(
    Object.entries({
      ...fitting(operation.query, ["true", "name", "chat", "zz", ["name"]]),
      ...query,
    }).map(([key, value]) => [key, String(value)]),
  );
  const to = `${path}?${search}`;
  const given = body ?? fitting(operation.body?.schema, values);
  if (operation.body?.kind === "multipart") return (await api.multipart(to, given as never)).status;
  const headers = { "content-type": "application/json" };
  const init = operation.body ? { body: JSON.stringify(given), headers } : {};
  return (await api.send(operation.method, to, init)).status;
}

const shown = (status: number): Expected | number => {
  if (status === 403 || status === 404) return status;
  // What the input or the state forbids comes after what the role forbids.
  return [200, 201, 202, 204, 400, 409, 422, 503].includes(status) ? "ok" : status;
};

describe.each(operations.map(({ name }) => name))("%s", (name) => {
  const [expected = []] = rowOf(name) ?? [];
  test.each(Object.keys(people).map((who, at) => [who, expected[at]] as const))(
    "%s: %s",
    async (who, outcome) => {
      expect(shown(await call(people[who]!, name))).toBe(outcome);
    },
  );
});
