import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { admin, colleagueOutside, group, member, model, owner, people } from "./people";
import {
  aConnector,
  action,
  aFile,
  aJob,
  anAction,
  anExport,
  anotherSession,
  aPicture,
  aServer,
  assistant,
  assistantVersion,
  assistantWithPicture,
  assistantWithServer,
  canvasPage,
  chatImport,
  collected,
  collection,
  connector,
  conversation,
  createConversation,
  evaluated,
  evaluationRun,
  heldMail,
  inGroup,
  invitation,
  job,
  made,
  mcpServer,
  memory,
  newcomer,
  note,
  oauthGrant,
  oauthRequest,
  ofChat,
  question,
  readImport,
  response,
  savedReply,
  serverOffers,
  serverQuestion,
  share,
  slowReply,
  someone,
  type ThingKind,
  type Things,
  task,
  theirGroup,
  videoConversion,
  voiceRecording,
  webhook,
  workspace,
} from "./things";

/** Permissions: a row per operation. */

export type Expected = "ok" | 403 | 404;
export type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
export type RoleRow = [Expected[], ((things: Things) => Input | Promise<Input>)?, ThingKind?];

// Expected results, in the order of `people`.
const own: Expected[] = ["ok", "ok", "ok", "ok", "ok"];
const read: Expected[] = [404, 404, "ok", "ok", "ok"];
export const manage: Expected[] = [404, 404, 403, "ok", "ok"];
const ofGroup: Expected[] = [404, "ok", "ok", "ok", "ok"];
const managesGroup: Expected[] = [404, 403, 403, "ok", "ok"];
const ownsGroup: Expected[] = [404, 403, 403, 403, "ok"];
// The stranger succeeds as well, because they own a group.
const managesOwnGroup: Expected[] = ["ok", 403, 403, "ok", "ok"];
// The first account owns the installation.
const ownsInstallation: Expected[] = [403, 403, 403, 403, "ok"];
const onlyAuthor: Expected[] = [404, 404, 403, 403, "ok"];
const onlyTheirs: Expected[] = [404, 404, 404, 404, "ok"];

export const rows: Record<string, RoleRow> = {
  listMcpServers: [managesOwnGroup],
  listKnownMcpServers: [managesOwnGroup],
  createMcpServer: [managesOwnGroup, () => ({ body: aServer() })],
  getMcpServer: [managesGroup, mcpServer],
  updateMcpServer: [managesGroup, async () => ({ ...(await mcpServer()), body: { is_enabled: false } })],
  removeMcpServer: [managesGroup, mcpServer],
  refreshMcpServer: [managesGroup, mcpServer],
  beginMcpSignIn: [managesGroup, mcpServer],
  finishMcpSignIn: [own, () => ({ body: { state: "none", code: "none" } })],
  attachMcpServer: [managesGroup, assistantWithServer],
  listMcpOffers: [read],
  getMcpPrompt: [read, serverOffers],
  readMcpResource: [read, serverOffers],
  answerMcpQuestion: [[404, 404, 403, 403, "ok"], serverQuestion, "run"],
  decideApproval: [[404, 404, 403, 403, "ok"], question, "run"],
  decideAuthorization: [own, async () => ({ body: await oauthRequest() })],
  listConnectedPrograms: [own],
  disconnectProgram: [onlyTheirs, async () => ({ params: { id: await oauthGrant() } })],
  callMcp: [own, () => ({ body: { jsonrpc: "2.0", id: 1, method: "tools/list" } })],
  listOpenAiModels: [own],
  getOpenAiModel: [own, () => ({ params: { model: "parley" } })],
  createChatCompletion: [
    own,
    () => ({ body: { model: "parley", messages: [{ role: "user", content: "hello" }] } }),
  ],
  createAnthropicMessage: [
    own,
    () => ({ body: { model: "parley", max_tokens: 100, messages: [{ role: "user", content: "hello" }] } }),
  ],
  countAnthropicTokens: [
    own,
    () => ({ body: { model: "parley", messages: [{ role: "user", content: "hello" }] } }),
  ],
  listAnthropicModels: [own],
  getAnthropicModel: [own, () => ({ params: { model: "parley" } })],
  createResponse: [own, () => ({ body: { model: "parley", input: "hello" } })],
  countResponseTokens: [own, () => ({ body: { model: "parley", input: "hello" } })],
  getResponse: [onlyTheirs, response],
  listResponseInputItems: [onlyTheirs, response],
  deleteResponse: [onlyTheirs, response],
  createEmbedding: [
    own,
    async () => {
      const { data } = (await owner.api.get("/openai/models")).body;
      return { body: { model: data.at(-1).id, input: "hello" } };
    },
  ],
  createTranscription: [
    own,
    () => ({ body: { model: "whisper-1", file: [new File(["ID3 says:hello"], "a.mp3")] } }),
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
  createDigest: [own, () => ({ body: { since: new Date(Date.now() - 60_000).toISOString() } })],
  createChat: [own, () => ({ body: {} })],
  countUnread: [own],
  listTags: [own],
  getChat: [read],
  searchState: [own],
  searchMessages: [own, () => ({ query: { query: "hello", collection_name: "chat_messages" } })],
  searchChat: [read, () => ({ query: { query: "hello" } })],
  search: [own, () => ({ query: { query: "hello" } })],
  deleteChat: [manage],
  getChatFields: [read],
  setMine: [read, () => ({ body: { starred: true } })],
  markRead: [read, ({ message_id }) => ({ body: { message_id } }), "message"],

  listMemories: [own],
  createMemory: [own, () => ({ body: { text: "Likes tea" } })],
  importMemories: [own, () => ({ body: { text: "- Likes tea\n- Lives in Bern" } })],
  updateMemory: [onlyTheirs, async () => ({ ...(await memory()), body: { text: randomUUID() } })],
  deleteMemory: [onlyTheirs, memory],
  deleteMemories: [own],
  restoreMemories: [own],

  listCanvasPages: [read],
  createCanvasPage: [manage, () => ({ body: { title: "Notes", kind: "text" } })],
  getCanvasPage: [read, canvasPage],
  updateCanvasPage: [
    manage,
    async (things) => ({ ...(await canvasPage(things)), body: { text: randomUUID() } }),
  ],
  deleteCanvasPage: [manage, canvasPage],
  suggestCanvasChange: [manage, () => ({ body: { passage: "A draft", language: "text", task: "shorter" } })],
  listCanvasVersions: [read],
  exportCanvas: [read],
  tellCanvasCursor: [manage, () => ({ body: { page_id: null, offset: 0, before: "", after: "A" } })],
  getCanvasVersion: [
    read,
    async ({ chat_id }) => {
      await owner.api.put(`/chats/${chat_id}/canvas`, { canvas: randomUUID() });
      const [version] = (await owner.api.get(`/chats/${chat_id}/canvas/versions`)).body;
      return { params: { version_id: version.id } };
    },
  ],
  undoCanvas: [
    manage,
    async ({ chat_id }) => {
      await owner.api.put(`/chats/${chat_id}/canvas`, { canvas: "a draft" });
      return { body: {} };
    },
  ],
  listShares: [read],
  createShare: [manage, () => ({ body: { requires_sign_in: false } })],
  revokeShare: [manage, share],
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
  saveChosenAsTask: [manage, () => ({ body: { include: ["goal"], document_ids: [] } })],
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
  createTaskAction: [own, () => ({ body: anAction() })],
  getTaskAction: [ofGroup, action],
  updateTaskAction: [managesGroup, async () => ({ ...(await action()), body: { name: "Other" } })],
  deleteTaskAction: [managesGroup, action],

  listMentions: [own],
  listChatAndTaskMentions: [own],
  orderChats: [read, ({ chat_id }) => ({ body: [chat_id] })],
  orderChatsByUuid: [read, ({ chat_uuid }) => ({ body: [chat_uuid] })],
  listWorkspaces: [own],
  createWorkspace: [own, () => ({ body: { name: "Projects" } })],
  getWorkspace: [ofGroup, workspace],
  updateWorkspace: [managesGroup, async () => ({ ...(await workspace()), body: { name: "Other" } })],
  removeWorkspace: [managesGroup, workspace],
  setChatWorkspace: [manage, async () => ({ body: { chat_workspace_id: (await workspace()).params.id } })],
  setChatParent: [manage, () => ({ body: { parent_chat_id: null } })],

  sendMessage: [read, () => ({ body: { message_input: "hello" } })],
  listMessages: [read],
  retryMessage: [read],
  regenerateReply: [read, () => ({ body: { instruction: "Shorter" } })],
  continueReply: [read],
  keepReply: [read],
  editMessage: [onlyAuthor, () => ({ body: { message: "changed" } })],
  deleteMessage: [manage],
  clearMessages: [manage],
  createBranch: [read],
  createVersion: [onlyAuthor, () => ({ body: { message: "changed" } })],
  showVersion: [onlyAuthor],
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
  startVoiceRecording: [read, () => ({ body: { file: [new File(["ID3 says:hello"], "a.mp3")] } })],
  getVoiceRecording: [onlyTheirs, voiceRecording],
  cancelVoiceRecording: [onlyTheirs, voiceRecording],
  getSpeechAbilities: [own],
  transcribeSpeech: [own, () => ({ body: { file: [new File(["ID3 says:hello"], "a.mp3")] } })],
  speak: [own, () => ({ body: { text: "hello" } })],
  analyzeVideo: [own, () => ({ body: { file: [new File(["no video"], "a.mp4")] } })],
  convertVideo: [
    [404, 404, "ok", "ok", "ok"],
    ({ document }) => ({ body: { document_id: String(document) } }),
    "document",
  ],
  listVideoConversions: [own],
  getVideoConversionText: [onlyTheirs, videoConversion],
  retryVideoConversion: [onlyTheirs, videoConversion],
  deleteVideoConversion: [onlyTheirs, videoConversion],
  listOwnRatings: [read],
  rateReply: [
    read,
    async ({ chat }) => {
      const sent = await owner.api.multipart(`/chats/${chat}/messages`, { message_input: "hello" });
      return { params: { message_id: sent.body.responses[0].id }, body: { is_good: true } };
    },
  ],
  unrateReply: [read],
  getChatContext: [read],
  compactChat: [
    manage,
    async ({ chat_id }) => {
      await owner.api.del(`/chats/${chat_id}/compaction`);
      for (const message_input of ["one", "two", "three"])
        await owner.api.multipart(`/chats/${chat_id}/messages`, { message_input });
      return {};
    },
  ],
  undoCompaction: [manage],
  addReaction: [read, () => ({ params: { emoji: "%F0%9F%91%8D" } })],
  removeReaction: [read, () => ({ params: { emoji: "%F0%9F%91%8D" } })],
  exportChats: [own],
  exportChat: [read],
  startImport: [own, () => ({ body: { file: [anExport()] } })],
  listImports: [own],
  getImport: [onlyTheirs, chatImport],
  chooseImportParts: [onlyTheirs, readImport],
  listImportItems: [onlyTheirs, chatImport],
  cancelImport: [onlyTheirs, chatImport],
  listRuns: [read],
  followChat: [read],
  followMine: [own],
  tellTyping: [read],
  readStream: [read],
  pauseStream: [read, slowReply],
  resumeStream: [read, slowReply],
  steerStream: [onlyAuthor, slowReply],

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
  getDocumentPicture: [read, ofChat, "document"],
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
  listConnectors: [managesGroup, collection],
  createConnector: [managesGroup, async () => ({ ...(await collection()), body: aConnector })],
  getConnector: [managesGroup, connector],
  updateConnector: [managesGroup, async () => ({ ...(await connector()), body: { name: "Other" } })],
  deleteConnector: [managesGroup, connector],
  syncConnector: [
    managesGroup,
    async () => {
      const made = await connector();
      await expect
        .poll(async () => (await owner.api.get(`/connectors/${made.params.id}`)).body.status)
        .toBe("idle");
      return made;
    },
  ],
  getConnectorFolders: [own],
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
  blockVisitor: [manage, createConversation],
  unblockVisitor: [manage, createConversation],
  getPublicUsage: [read],
  getPublication: [manage],
  updatePublication: [manage, () => ({ body: { greeting: "Hello" } })],
  getPublicReport: [read],
  getPublicSpending: [manage],
  listUnanswered: [read],
  getPublicKnowledge: [read],
  setPublicKnowledge: [manage, () => ({ body: { document_ids: [], collection_ids: [], opens_files: true } })],
  getInbox: [own],
  listInbox: [own],
  updateConversation: [
    read,
    async (things) => ({ ...(await conversation(things)), body: { is_closed: true } }),
  ],
  listEarlierConversations: [read, conversation],
  listNotes: [read, conversation],
  addNote: [read, async (things) => ({ ...(await conversation(things)), body: { text: "A regular" } })],
  deleteNote: [onlyAuthor, note],
  listSavedReplies: [own],
  createSavedReply: [own, () => ({ body: { name: randomUUID(), text: "Hello" } })],
  updateSavedReply: [managesGroup, async () => ({ ...(await savedReply()), body: { text: "Goodbye" } })],
  deleteSavedReply: [managesGroup, savedReply],
  getIdentitySecret: [manage],
  rotateIdentitySecret: [manage],

  getInstallationStatus: [ownsInstallation],
  getInstallationSettings: [ownsInstallation],
  getEmbeddingModels: [ownsInstallation],
  chooseEmbeddingModel: [ownsInstallation, () => ({ body: { chosen: null } })],
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
  getStorageUse: [own],
  listPrices: [managesOwnGroup],
  setPrices: [managesOwnGroup, () => ({ body: { prices: [] } })],

  listMiniAssistants: [own],
  listAssistants: [own],
  createAssistant: [own, () => ({ body: { name: "Helper" } })],
  getAssistant: [ofGroup, assistant],
  updateAssistant: [managesGroup, async () => ({ ...(await assistant()), body: { name: "Other" } })],
  removeAssistant: [managesGroup, assistant],
  setAssistantPicture: [managesGroup, async () => ({ ...(await assistant()), body: { file: [aPicture()] } })],
  getAssistantPicture: [ofGroup, assistantWithPicture],
  removeAssistantPicture: [managesGroup, assistant],
  listAssistantVersions: [managesGroup, assistant],
  getAssistantVersion: [managesGroup, assistantVersion],
  restoreAssistantVersion: [managesGroup, assistantVersion],
  duplicateAssistant: [ofGroup, assistant],
  listToolSwitches: [ofGroup, assistant],
  listAssistantRatings: [managesGroup, assistant],
  exportAssistant: [managesGroup, assistant],
  importAssistant: [
    own,
    () => ({ body: { format: "parley-assistant", version: 1, assistant: { name: "Helper" } } }),
  ],
  tryAssistant: [
    own,
    () => ({ body: { assistant: { name: "Helper" }, messages: [{ role: "user", text: "hello" }] } }),
  ],
  listEvaluationQuestions: [managesGroup, assistant],
  setEvaluationQuestions: [managesGroup, async () => ({ ...(await assistant()), body: { questions: [] } })],
  listEvaluationRuns: [managesGroup, assistant],
  startEvaluationRun: [managesGroup, async () => ({ ...(await evaluated()), body: {} })],
  getEvaluationRun: [managesGroup, evaluationRun],
  stopEvaluationRun: [managesGroup, evaluationRun],
  deleteEvaluationRun: [managesGroup, evaluationRun],

  getWebAccess: [managesOwnGroup],
  setWebAccess: [managesOwnGroup, () => ({ body: { read_pages: true } })],
  readWebPage: [
    [403, 403, 403, 403, 403],
    async () => {
      // The row of setWebAccess turns it on.
      await Promise.all(Object.values(people).map((api) => api.put("/web", { read_pages: false })));
      return { body: { url: "https://example.com/" } };
    },
  ],
  testWebSearch: [managesOwnGroup, () => ({ body: { engine: "searxng", base_url: "http://192.0.2.1" } })],

  getPersonalInstructions: [own],
  setPersonalInstructions: [own, () => ({ body: { about: "Sails." } })],
  getPictureModel: [own],
  setPictureModel: [managesOwnGroup, () => ({ body: { model: null } })],
  listModels: [own],
  getSemanticSearch: [own],
  listConnections: [managesOwnGroup],
  setConnection: [
    managesOwnGroup,
    () => ({ params: { connection: "openai-compatible" }, body: { base_url: model.url } }),
  ],
  listModelSettings: [managesOwnGroup],
  setModelSettings: [managesOwnGroup, () => ({ body: { model: "openai:gpt-4o", hidden: true } })],
  exportModels: [managesOwnGroup],
  importModels: [
    managesOwnGroup,
    () => ({
      body: { format: "parley-models", version: 1, connections: [], models: [], order: [], default: null },
    }),
  ],
  setModelOrder: [managesOwnGroup, () => ({ body: { models: ["openai:gpt-4o"] } })],
  setDefaultModel: [managesOwnGroup, () => ({ body: { model: null } })],
  setModelSight: [managesOwnGroup, () => ({ body: { model: "openai:gpt-4o", sees_pictures: true } })],
  testConnection: [
    managesOwnGroup,
    () => ({ params: { connection: "openai-compatible" }, body: { base_url: model.url } }),
  ],
  downloadModel: [
    managesGroup,
    async () => {
      await owner.api.put("/models/connections/ollama", { base_url: model.url });
      return { params: { connection: "ollama" }, body: { model: "llama" } };
    },
  ],
  removeConnection: [
    managesOwnGroup,
    async () => {
      await owner.api.put("/models/connections/openai-compatible", { base_url: model.url });
      return { params: { connection: "openai-compatible" } };
    },
  ],
};
