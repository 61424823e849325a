import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "@/app/api/v1/table";
import { type Answer, client, joined, PASSWORD, person } from "@/test/client";
import { startServer } from "@/test/server";
import { createVisitor } from "@/test/visitor";
import type { AuditedAction } from "./service";

// Lists, for every operation that changes something, whether it writes an audit entry.
process.env.RATE_LIMIT_PUBLIC_SESSIONS = "100";
const server = await startServer();
afterAll(() => server.close());

type Person = Awaited<ReturnType<typeof person>>;
type Logged = {
  id: number;
  action: AuditedAction;
  user: { id: number } | null;
  subject: { id: number } | null;
  details: Record<string, unknown>;
  address: string | null;
};

let ada: Person;
// An admin who reads the audit log.
let max: Person;
let mia: Person;
const anyone = client(server.url);
beforeAll(async () => {
  ada = await person(server.url, "Ada Owner");
  max = await joined(server.url, ada, "Max Admin");
  mia = await joined(server.url, ada, "Mia Member");
  await ada.api.patch(`/groups/${ada.group.id}/members/${max.user.id}`, { role: "admin" });
});
const logPath = () => `/groups/${ada.group.id}/audit-log`;
const log = async () => (await max.api.get(`${logPath()}?page_size=100`)).body as Logged[];

const made = async (path: string, body: object = {}) => {
  const answer = await ada.api.post(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const aChat = (more: object = {}) => made("/chats", { name: "Secret plans", ...more });
const anAssistant = () => made("/virtual-assistants", { name: "Helper" });
const aCollection = () => made("/collections", { name: `Papers ${Math.random()}` });
const anMcpServer = () =>
  made("/mcp-servers", { name: `Tools ${Math.random()}`, url: "http://192.0.2.1/mcp" });
const aWebhook = () => made("/webhooks", { url: "https://example.com/hook", events: ["reply.finished"] });
const inGroup = (path: string) => `/groups/${ada.group.id}${path}`;
const signIn = (email: string, password = PASSWORD) =>
  anyone.form("/auth/login", { username: email, password });
async function aSession() {
  const login = await signIn(ada.email);
  const bearer = client(server.url, `Bearer ${login.body.access_token}`);
  const [{ access_token }] = (await bearer.post("/auth/login/group", [])).body;
  const api = client(server.url, `Bearer ${access_token}`);
  const { id } = (await api.get("/users/me/sessions")).body.find(
    (one: { is_current: boolean }) => one.is_current,
  );
  return { api, id: id as string };
}
async function aConversation() {
  const chat = await aChat({ name: "Help desk", is_public: true });
  await (await createVisitor(server.url, chat)).say("hello");
  const [{ chat_id: id }] = (await ada.api.get(`/chats/${chat.id}/visitors`)).body;
  return { chat, id };
}

type Case = {
  action: AuditedAction;
  /** Sets up the operation and returns a function that calls it. */
  prepare: () => Promise<() => Promise<Answer>>;
  /** Expected fields besides user, action and address. */
  shows?: object;
  by?: () => Person;
  /** Expected status of rejected calls, which are recorded as well. */
  status?: number;
};
const at = (run: () => Promise<Answer>) => async () => run;

const cases: Record<string, Case> = {
  signIn: {
    action: "signed_in",
    prepare: at(() => signIn(ada.email)),
    shows: { details: { method: "password" } },
  },
  "signIn with a wrong password": {
    action: "sign_in_failed",
    prepare: at(() => signIn(mia.email, "a wrong password")),
    by: () => mia,
    status: 401,
  },
  logout: {
    action: "signed_out",
    prepare: async () => {
      somebody = await joined(server.url, ada, "Sid Signing-Out");
      return () => somebody.api.post("/auth/logout", [ada.group.id]);
    },
    by: () => somebody,
  },
  changePassword: {
    action: "password_changed",
    prepare: at(() =>
      mia.api.patch("/auth/change-password", { current_password: PASSWORD, new_password: `${PASSWORD}!` }),
    ),
    by: () => mia,
  },
  createApiToken: {
    action: "api_token_made",
    prepare: at(() => ada.api.post("/users/me/api-tokens", { name: "Nightly" })),
    shows: { details: { name: "Nightly" } },
  },
  revokeApiToken: {
    action: "api_token_revoked",
    prepare: async () => {
      const { id } = await made("/users/me/api-tokens", { name: "Nightly" });
      return () => ada.api.del(`/users/me/api-tokens/${id}`);
    },
  },
  exportMe: { action: "account_exported", prepare: at(() => ada.api.get("/users/me/export")) },
  endSession: {
    action: "session_ended",
    prepare: async () => {
      const { id } = await aSession();
      return () => ada.api.del(`/users/me/sessions/${id}`);
    },
  },
  endOtherSessions: {
    action: "session_ended",
    prepare: async () => {
      await aSession();
      return () => ada.api.del("/users/me/sessions");
    },
  },
  updateGroup: {
    action: "group_renamed",
    prepare: at(() => ada.api.patch(inGroup(""), { name: "Renamed" })),
    shows: { details: { after: "Renamed" } },
  },
  "updateGroup with a limit": {
    action: "monthly_tokens_changed",
    prepare: at(() => ada.api.patch(inGroup(""), { monthly_tokens: 1_000_000 })),
    shows: { details: { after: 1_000_000 } },
  },
  "updateGroup with what members create": {
    action: "members_create_changed",
    prepare: at(() => ada.api.patch(inGroup(""), { members_create: "own" })),
    shows: { details: { before: "shared", after: "own" } },
  },
  "updateGroup with what members add to the library": {
    action: "members_add_documents_changed",
    prepare: at(() => ada.api.patch(inGroup(""), { members_add_documents: "own" })),
    shows: { details: { before: "shared", after: "own" } },
  },
  updateGroupMember: {
    action: "role_changed",
    prepare: async () => {
      const { user } = await joined(server.url, ada, "Newly Joined");
      return () => ada.api.patch(inGroup(`/members/${user.id}`), { role: "admin" });
    },
    shows: { subject: { full_name: "Newly Joined" }, details: { before: "member", after: "admin" } },
  },
  removeGroupMember: {
    action: "member_removed",
    prepare: async () => {
      const { user } = await joined(server.url, ada, "Soon Gone");
      return () => ada.api.del(inGroup(`/members/${user.id}`));
    },
    shows: { subject: { full_name: "Soon Gone" } },
  },
  "removeGroupMember, themselves": {
    action: "member_left",
    prepare: async () => {
      somebody = await joined(server.url, ada, "Lea Leaver");
      return () => somebody.api.del(inGroup(`/members/${somebody.user.id}`));
    },
    by: () => somebody,
  },
  joinGroup: {
    action: "member_joined",
    prepare: async () => {
      somebody = await person(server.url, "Joe Joiner");
      const { link } = await made(inGroup("/invitations"));
      return () => somebody.api.post("/groups/join", { invitation_token: link.split("/").at(-1) });
    },
    by: () => somebody,
  },
  deleteMe: {
    action: "member_left",
    prepare: async () => {
      const gone = await joined(server.url, ada, "Gone Person");
      return () => gone.api.del("/users/me", { password: PASSWORD });
    },
    shows: { user: null, details: { full_name: "Gone Person" } },
  },
  suspendAccount: {
    action: "account_suspended",
    prepare: async () => {
      const { user } = await joined(server.url, ada, "Sue Suspended");
      return () => ada.api.post(`/installation/accounts/${user.id}/suspend`);
    },
    shows: { subject: { full_name: "Sue Suspended" } },
  },
  reactivateAccount: {
    action: "account_reactivated",
    prepare: async () => {
      const { user } = await joined(server.url, ada, "Rea Reactivated");
      await ada.api.post(`/installation/accounts/${user.id}/suspend`);
      return () => ada.api.post(`/installation/accounts/${user.id}/reactivate`);
    },
    shows: { subject: { full_name: "Rea Reactivated" } },
  },
  createInvitation: {
    action: "invitation_made",
    prepare: at(() => ada.api.post(inGroup("/invitations"), { email: "eve@example.test" })),
    shows: { details: { email: "eve@example.test" } },
  },
  revokeInvitation: {
    action: "invitation_revoked",
    prepare: async () => {
      const { id } = await made(inGroup("/invitations"));
      return () => ada.api.del(inGroup(`/invitations/${id}`));
    },
  },
  revokeInvitations: {
    action: "invitation_revoked",
    prepare: async () => {
      await ada.api.del(inGroup("/invitations"));
      await made(inGroup("/invitations"));
      return () => ada.api.del(inGroup("/invitations"));
    },
  },
  "createChat, public": {
    action: "chat_published",
    prepare: at(() => ada.api.post("/chats", { name: "Help desk", is_public: true })),
    shows: { details: { name: "Help desk" } },
  },
  setChatPublic: {
    action: "chat_published",
    prepare: async () => {
      const chat = await aChat({ name: "Help desk" });
      return () => ada.api.put(`/chats/${chat.id}/public?is_public=true`);
    },
  },
  "setChatPublic, off": {
    action: "chat_unpublished",
    prepare: async () => {
      const chat = await aChat({ name: "Help desk", is_public: true });
      return () => ada.api.put(`/chats/${chat.id}/public?is_public=false`);
    },
  },
  updatePublication: {
    action: "publication_changed",
    prepare: inChat((id) => ada.api.put(`/chats/${id}/publication`, { title: "Ask us" })),
    shows: { details: { chat_id: expect.any(Number), fields: "title" } },
  },
  setPublicKnowledge: {
    action: "public_knowledge_changed",
    prepare: async () => {
      const chat = await aChat({ name: "Help desk" });
      const choice = { document_ids: [], collection_ids: [], opens_files: true };
      return () => ada.api.put(`/chats/${chat.id}/public-knowledge`, choice);
    },
    shows: { details: { chat_id: expect.any(Number), documents: 0, collections: 0 } },
  },
  createShare: {
    action: "chat_shared",
    prepare: inChat((id) => ada.api.post(`/chats/${id}/shares`, { requires_sign_in: false })),
    shows: { details: { chat_id: expect.any(Number), open_to: "anyone" } },
  },
  revokeShare: {
    action: "chat_share_revoked",
    prepare: async () => {
      const chat = await aChat();
      const { id } = await made(`/chats/${chat.id}/shares`);
      return () => ada.api.del(`/chats/${chat.id}/shares/${id}`);
    },
  },
  exportChats: { action: "chats_exported", prepare: at(() => ada.api.get("/chats/export")) },
  exportChat: { action: "chat_exported", prepare: inChat((id) => ada.api.get(`/chats/${id}/export`)) },
  exportCanvas: {
    action: "chat_exported",
    prepare: inChat((id) => ada.api.get(`/chats/${id}/canvas/export?format=md`)),
  },
  clearMessages: {
    action: "chat_cleared",
    prepare: inChat((id) => ada.api.post(`/chats/${id}/messages/clear`)),
  },
  deleteChat: { action: "chat_deleted", prepare: inChat((id) => ada.api.del(`/chats/${id}`)) },
  "leaveChat, the last one": {
    action: "chat_deleted",
    prepare: inChat((id) => ada.api.post(`/chats/${id}/leave`)),
  },
  blockVisitor: {
    action: "visitor_blocked",
    prepare: async () => {
      const { chat, id } = await aConversation();
      return () => ada.api.post(`/chats/${chat.id}/visitors/${id}/block`);
    },
  },
  unblockVisitor: {
    action: "visitor_unblocked",
    prepare: async () => {
      const { chat, id } = await aConversation();
      await ada.api.post(`/chats/${chat.id}/visitors/${id}/block`);
      return () => ada.api.post(`/chats/${chat.id}/visitors/${id}/unblock`);
    },
  },
  rotateIdentitySecret: {
    action: "identity_secret_changed",
    prepare: async () => {
      const chat = await aChat({ name: "Help desk", is_public: true });
      return () => ada.api.post(`/chats/${chat.id}/identity-secret`);
    },
    shows: { details: { name: "Help desk" } },
  },
  "deleteDocument of the library": {
    action: "document_deleted",
    prepare: async () => {
      const [{ id }] = (await ada.api.multipart("/documents", { files: [new File(["x"], "x.txt")] })).body;
      return () => ada.api.del(`/documents/${id}`);
    },
    shows: { details: { name: "x.txt" } },
  },
  deleteCollection: { action: "collection_deleted", prepare: deleted(aCollection, "/collections") },
  removeWorkspace: {
    action: "project_deleted",
    prepare: deleted(
      () => made("/chat-workspaces", { name: "Boats", usable_by: "group" }),
      "/chat-workspaces",
    ),
    shows: { details: { name: "Boats" } },
  },
  "updateWorkspace with its audience": changesAudience("/chat-workspaces", { usable_by: "group" }),
  "updateAssistant with its audience": changesAudience("/virtual-assistants"),
  "updateTaskAction with its audience": changesAudience("/tasks/actions", {
    action_name: "chart",
    prompt: "Draw.",
  }),
  "updateTask with its audience": changesAudience("/tasks"),
  "updateCollection with its audience": changesAudience("/collections"),
  "updateDocument with its audience": changesAudience("/documents"),
  removeAssistant: {
    action: "assistant_deleted",
    prepare: deleted(anAssistant, "/virtual-assistants"),
    shows: { details: { name: "Helper" } },
  },
  deleteTask: {
    action: "task_deleted",
    prepare: deleted(() => made("/tasks", { name: "Onboarding" }), "/tasks"),
    shows: { details: { name: "Onboarding" } },
  },
  deleteTaskAction: {
    action: "task_action_deleted",
    prepare: deleted(
      () => made("/tasks/actions", { name: "Shout", action_name: "shout", prompt: "Shout: {{input}}" }),
      "/tasks/actions",
    ),
    shows: { details: { name: "Shout" } },
  },
  setConnection: {
    action: "model_connected",
    prepare: at(() => ada.api.put("/models/connections/openai", { api_key: "sk-never-to-be-read" })),
    shows: { details: { provider: "openai" } },
  },
  removeConnection: {
    action: "model_disconnected",
    prepare: async () => {
      await ada.api.put("/models/connections/openai", { api_key: "sk-never-to-be-read" });
      return () => ada.api.del("/models/connections/openai");
    },
  },
  setModelSettings: {
    action: "model_changed",
    prepare: at(() => ada.api.put("/models/settings", { model: "openai:gpt-4o", hidden: true })),
    shows: { details: { model: "openai:gpt-4o", hidden: "yes", usable_by: "group" } },
  },
  importModels: {
    action: "models_imported",
    prepare: at(() =>
      ada.api.post("/models/import", {
        format: "parley-models",
        version: 1,
        connections: [],
        models: [],
        order: [],
        default: null,
      }),
    ),
    shows: { details: { connections: 0, models: 0 } },
  },
  setDefaultModel: {
    action: "default_model_changed",
    prepare: at(() => ada.api.put("/models/default", { model: null })),
    shows: { details: { model: null } },
  },
  setModelSight: {
    action: "model_sight_changed",
    prepare: at(() => ada.api.put("/models/sight", { model: "openai:gpt-4o", sees_pictures: false })),
    shows: { details: { model: "openai:gpt-4o", sees_pictures: "no" } },
  },
  setPictureModel: {
    action: "picture_model_changed",
    prepare: async () => {
      await ada.api.put("/models/connections/openai", { api_key: "sk-never-to-be-read" });
      return () => ada.api.put("/models/pictures", { model: "openai:gpt-image-1" });
    },
    shows: { details: { model: "openai:gpt-image-1" } },
  },
  setWebAccess: {
    action: "web_access_changed",
    prepare: at(() =>
      ada.api.put("/web", { read_pages: true, search: true, engine: "brave", api_key: "never-to-be-read" }),
    ),
    shows: { details: { read_pages: "on", search: "on", engine: "brave" } },
  },
  createMcpServer: {
    action: "mcp_server_connected",
    prepare: at(() =>
      ada.api.post("/mcp-servers", {
        name: "Tools",
        url: "http://192.0.2.1/mcp",
        headers: { authorization: "Bearer never-to-be-read" },
      }),
    ),
    shows: { details: { name: "Tools" } },
  },
  updateMcpServer: {
    action: "mcp_server_changed",
    prepare: async () => {
      const { id } = await anMcpServer();
      return () => ada.api.patch(`/mcp-servers/${id}`, { is_enabled: false });
    },
  },
  removeMcpServer: { action: "mcp_server_removed", prepare: deleted(anMcpServer, "/mcp-servers") },
  attachMcpServer: {
    action: "mcp_server_attached",
    prepare: async () => {
      const path = `/virtual-assistants/${(await anAssistant()).id}/mcp-servers/${(await anMcpServer()).id}`;
      return () => ada.api.put(path);
    },
  },
  detachMcpServer: {
    action: "mcp_server_detached",
    prepare: async () => {
      const path = `/virtual-assistants/${(await anAssistant()).id}/mcp-servers/${(await anMcpServer()).id}`;
      await ada.api.put(path);
      return () => ada.api.del(path);
    },
  },
  createWebhook: {
    action: "webhook_made",
    prepare: at(() =>
      ada.api.post("/webhooks", { url: "https://example.com/never-to-be-read", events: ["reply.finished"] }),
    ),
    shows: { details: { url: "example.com" } },
  },
  updateWebhook: {
    action: "webhook_changed",
    prepare: async () => {
      const { id } = await aWebhook();
      return () => ada.api.patch(`/webhooks/${id}`, { is_enabled: false });
    },
  },
  renewWebhookSecret: {
    action: "webhook_secret_changed",
    prepare: async () => {
      const { id } = await aWebhook();
      return () => ada.api.post(`/webhooks/${id}/secret`);
    },
  },
  "renewWebhookSecret of somebody else's": {
    action: "webhook_taken_over",
    prepare: async () => {
      const { id } = await aWebhook();
      return () => max.api.post(`/webhooks/${id}/secret`);
    },
    by: () => max,
    shows: { subject: { full_name: "Ada Owner" } },
  },
  removeWebhook: { action: "webhook_removed", prepare: deleted(aWebhook, "/webhooks") },
  setPrices: {
    action: "prices_changed",
    prepare: at(() => ada.api.put("/usage/prices", { prices: [] })),
  },
};

let somebody: Person;
function inChat(run: (id: number) => Promise<Answer>): Case["prepare"] {
  return async () => {
    const { id } = await aChat();
    return () => run(id);
  };
}
// Gives something of the group to some people only.
function changesAudience(path: string, body: object = {}): Case {
  const name = "Tides.txt";
  return {
    action: "audience_changed",
    prepare: async () => {
      const [{ id }] =
        path === "/documents"
          ? (await ada.api.multipart(path, { files: [new File(["Low tide."], name)] })).body
          : [await made(path, { ...body, name })];
      return () => ada.api.patch(`${path}/${id}`, { usable_by: "people" });
    },
    shows: { details: { name, before: "group", after: "people" } },
  };
}
function deleted(make: () => Promise<{ id: number }>, path: string): Case["prepare"] {
  return async () => {
    const { id } = await make();
    return () => ada.api.del(`${path}/${id}`);
  };
}

// Operations that are recorded and tested in these files, which set up their prerequisites.
const recordedElsewhere: Record<string, string> = {
  resetPassword: "lib/identity/auth/password-changes.test.ts",
  loginWithFirebase: "lib/identity/sso/firebase.test.ts",
  linkFirebaseUser: "lib/identity/sso/firebase.test.ts",
  exchangeOauthToken: "lib/identity/oauth/oauth.test.ts",
  revokeOauthToken: "lib/identity/oauth/oauth.test.ts",
  disconnectProgram: "lib/identity/oauth/oauth.test.ts",
  finishMcpSignIn: "lib/replies/mcp-client/oauth.test.ts",
  register: "what a new account did stands in no group's log yet",
  registerPasswordless: "what a new account did stands in no group's log yet",
  suspendGroup: "what the operator does to a group ends what reads its log",
  reactivateGroup: "what the operator does to a group ends what reads its log",
  updateInstallationGroup: "lib/admin/installation/groups.ts",
  updateInstallationSettings: "what the operator sets for all groups",
  chooseEmbeddingModel: "what the operator sets for all groups",
  createGroup: "in the log of the new group: below",
};

// Operations that are not recorded: everyday work on visible or own resources, and operations without lasting effects.
const unrecorded = new Set(
  `requestMagicLink testPasswordless loginToGroups refresh rotateRefreshToken forgotPassword updateMe
  registerDevice invalidateDevice finishFirstSteps createMemory importMemories deleteMemories restoreMemories updateMemory deleteMemory
  createChat setMine markRead compactChat undoCompaction undoCanvas createCanvasPage updateCanvasPage deleteCanvasPage suggestCanvasChange tellCanvasCursor createTask updateTask updateTaskChats cancelTaskChats updateFromTask
  saveAsTask saveChosenAsTask executeTaskAction openTaskActionChat tryTaskAction orderTaskActions createTaskAction updateTaskAction
  addChatMembers removeChatMembers updateChatMember leaveChat openDirectChat createWorkspace updateWorkspace
  setChatWorkspace setChatParent orderChats orderChatsByUuid sendMessage sendToAssistant
  sendInTempChat sendInTempChatOfTask sendDeprecated sendSync sendQueue sendToMentionName retryMessage regenerateReply continueReply keepReply editMessage
  deleteMessage addReaction removeReaction createBranch createVersion showVersion
  sendVoice startVoiceRecording cancelVoiceRecording transcribeSpeech speak analyzeVideo convertVideo retryVideoConversion
  deleteVideoConversion stopStream pauseStream resumeStream steerStream decideApproval answerMcpQuestion
  getMcpPrompt readMcpResource tellTyping
  startPublicSession replacePublicSession sendPublicMessage retryPublicMessage stopPublicStream leavePublicConversation mailPublicChat
  setVisitorEmail identifyVisitor setVisitorPage ratePublicReply unratePublicReply ratePublicConversation takeOver handBack
  tellVisitorTyping updateConversation addNote deleteNote createSavedReply updateSavedReply deleteSavedReply
  createJob updateJob removeJob runJob receiveMail approveInboundMail refuseInboundMail createAssistant
  updateAssistant addDocuments renameDocumentFolder updateDocument deleteDocument reindexDocument cancelDocument
  copyDocument startUpload createCollection updateCollection addToCollection removeFromCollection attachCollection
  detachCollection createConnector updateConnector deleteConnector syncConnector testConnection downloadModel setModelOrder setPersonalInstructions testWebSearch readWebPage rateReply unrateReply refreshMcpServer beginMcpSignIn callMcp registerOauthClient decideAuthorization createChatCompletion createAnthropicMessage countAnthropicTokens countResponseTokens createResponse deleteResponse createEmbedding createTranscription testWebhook
  replayWebhookDelivery retryRun reportPageError startImport chooseImportParts cancelImport
  setAssistantPicture removeAssistantPicture exportAssistant exportModels restoreAssistantVersion duplicateAssistant importAssistant tryAssistant
  setEvaluationQuestions startEvaluationRun stopEvaluationRun deleteEvaluationRun createDigest`.split(/\s+/),
);

describe("audited operations", () => {
  test.each(Object.entries(cases))(
    "%s leaves one entry",
    async (_, { action, prepare, shows, by, status }) => {
      const run = await prepare();
      const newest = (await log())[0]?.id ?? 0;
      const answer = await run();
      if (status) expect(answer.status).toBe(status);
      else expect([200, 201]).toContain(answer.status);
      const entries = (await log()).filter(({ id }) => id > newest);
      expect(entries).toMatchObject([
        { action, user: { id: (by?.() ?? ada).user.id }, address: "127.0.0.1", ...shows },
      ]);
    },
  );

  test("are distinguished from all others by an explicit list", () => {
    const decided = new Set([
      ...Object.keys(cases).map((name) => name.split(/,? /)[0]!),
      ...Object.keys(recordedElsewhere),
      ...unrecorded,
    ]);
    const settings = /^set_/;
    const changing = routes
      .filter(({ operation, name }) => operation.method !== "GET" || name.startsWith("export"))
      .map(({ name }) => name)
      .filter((name) => !settings.test(name) && name !== "exportPublicChat");
    expect(changing.filter((name) => !decided.has(name))).toEqual([]);
    const names = new Set(routes.map(({ name }) => name));
    expect([...decided].filter((name) => !names.has(name))).toEqual([]);
  });
});

describe("the audit log", () => {
  test("is readable by owners and admins of the group only", async () => {
    const stranger = await person(server.url);
    for (const query of ["", "?action=signed_in", `?user_id=${ada.user.id}`]) {
      expect((await max.api.get(logPath() + query)).status).toBe(200);
      expect((await mia.api.get(logPath() + query)).status).toBe(403);
      expect((await stranger.api.get(logPath() + query)).status).toBe(404);
      expect((await anyone.get(logPath() + query)).status).toBe(401);
    }
  });

  test("contains no secrets, and identifies private chats only by number", async () => {
    const entries = JSON.stringify([
      await log(),
      (await max.api.get(`${logPath()}?page=2&page_size=100`)).body,
    ]);
    expect(entries).toContain("chat_deleted");
    for (const secret of ["never-to-be-read", "Secret plans", PASSWORD, "whsec_"])
      expect(entries).not.toContain(secret);
  });

  test("cannot be changed through the API", () => {
    const touching = routes.filter(({ operation }) => operation.path.includes("audit"));
    expect(touching.map(({ operation }) => operation.method)).toEqual(["GET"]);
  });

  test("can be filtered by action and user", async () => {
    await mia.api.post("/users/me/api-tokens", { name: "Hers" });
    const read = async (query: string) => {
      const { body, headers } = await max.api.get(`${logPath()}?page_size=100&${query}`);
      return { entries: body as Logged[], total: Number(headers.get("x-total-count")) };
    };
    const tokens = await read("action=api_token_made");
    expect(new Set(tokens.entries.map(({ action }) => action))).toEqual(new Set(["api_token_made"]));
    expect(tokens.total).toBe(tokens.entries.length);
    const hers = await read(`action=api_token_made&user_id=${mia.user.id}`);
    expect(hers.entries).toMatchObject([{ user: { id: mia.user.id }, details: { name: "Hers" } }]);
    expect(hers.total).toBe(1);
    expect((await read(`user_id=${mia.user.id}&action=webhook_made`)).entries).toEqual([]);
    expect((await max.api.get(`${logPath()}?action=nonsense`)).status).toBe(422);
  });

  test("records sign-ins and failures in each of the user's groups, and nothing about unknown addresses", async () => {
    const eve = await joined(server.url, ada, "Eve Everywhere");
    const other = await person(server.url, "Other Owner");
    const login = await anyone.form("/auth/login", { username: other.email, password: PASSWORD });
    expect(login.status).toBe(200);
    const { link } = (await other.api.post(`/groups/${other.group.id}/invitations`, {})).body;
    await eve.api.post("/groups/join", { invitation_token: link.split("/").at(-1) });
    const here = async () => (await log()).filter(({ user }) => user?.id === eve.user.id);
    const there = async () =>
      (await other.api.get(`/groups/${other.group.id}/audit-log?user_id=${eve.user.id}`)).body as Logged[];
    const before = (await here())[0]!.id;
    await signIn(eve.email, "a wrong password");
    await signIn(`nobody.${Date.now()}@example.test`, "a wrong password");
    await signIn(eve.email);
    for (const read of [here, there]) {
      const entries = (await read()).filter(({ id }) => id > before);
      expect(entries.map(({ action, address }) => `${action} ${address}`).slice(0, 2)).toEqual([
        "signed_in 127.0.0.1",
        "sign_in_failed 127.0.0.1",
      ]);
    }
    expect((await log()).filter(({ action, user }) => action === "sign_in_failed" && user === null)).toEqual(
      [],
    );
    // Events before a member joined don't appear in the new group's log.
    expect((await there()).map(({ action }) => action)).toEqual([
      "signed_in",
      "sign_in_failed",
      "member_joined",
    ]);
  });

  test("of a new group starts with its creation", async () => {
    const { id } = await made("/groups", { name: "Second" });
    const login = client(server.url, `Bearer ${(await signIn(ada.email)).body.access_token}`);
    const all = (await login.post("/auth/login/group", [])).body as {
      group: { id: string };
      access_token: string;
    }[];
    const { access_token: token } = all.find(({ group }) => group.id === id)!;
    const entries = (await client(server.url, `Bearer ${token}`).get(`/groups/${id}/audit-log`)).body;
    expect(entries.at(-1)).toMatchObject({
      action: "group_made",
      user: { id: ada.user.id },
      address: "127.0.0.1",
    });
  });
});
