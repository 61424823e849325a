/**
 * Exports all code that keeps state in a process. It is loaded once: by the HTTP server (`scripts/serve.ts`), or by
 * Next.js where it runs alone (`instrumentation.ts`). Pages and route handlers access it through `services()`.
 */
export { usesInngest } from "@/inngest/engine";
export { redactQueryValues } from "@/inngest/errors";
export { sweepAll } from "@/inngest/functions/sweep";
export { listSessions } from "@/lib/admin/account/service";
export { get as getFirstSteps } from "@/lib/admin/first-steps/service";
export { defaults as defaultLimits, getStatus } from "@/lib/admin/installation/service";
export {
  limit as getUsageLimit,
  limitStateFor as getLimitState,
  report as reportUsage,
} from "@/lib/admin/usage-reports/service";
export { getPageCallerAddress, isMarkedLocal } from "@/lib/api/front-headers";
export { readJson } from "@/lib/api/json";
export { answerOutsideApi } from "@/lib/api/mount";
export { answerNotFound } from "@/lib/api/not-found";
export { answerPosted, readSmallText } from "@/lib/api/posted-form";
export { toOperationPath, WELL_KNOWN } from "@/lib/api/refuse-request";
export { isSameOrigin } from "@/lib/api/same-origin";
export { get as getTaskAction, list as listTaskActions } from "@/lib/automation/task-actions/service";
export { get as getTask, list as listTasks } from "@/lib/automation/tasks/service";
export { buildDocument as buildApiDocument } from "@/lib/channels/openapi-document/service";
export {
  handover,
  inbox,
  openPage as openPublicChat,
  parseAppearance,
  publication,
  reports,
} from "@/lib/channels/public-chats/service";
export {
  get as getAssistant,
  list as listAssistants,
  listMini as listMiniAssistants,
} from "@/lib/chat/assistants/service";
export { getTextFor as getCanvasText } from "@/lib/chat/canvas/service";
export { get as getChat, getChatFor, list as listChats } from "@/lib/chat/chats/service";
export { getNewestEventId } from "@/lib/chat/live/service";
export { list as listChatMembers } from "@/lib/chat/members/service";
export { listMentionedNames } from "@/lib/chat/mentions/service";
export { list as listMessages, loadPrintableChat } from "@/lib/chat/messages/service";
export { open as openShare } from "@/lib/chat/shares/service";
export { list as listWebhooks } from "@/lib/chat/webhooks/service";
export { get as getWorkspace, list as listWorkspaces } from "@/lib/chat/workspaces/service";
export { listUndecodedCodecs } from "@/lib/files/media/service";
export { can } from "@/lib/identity/access/service";
export { list as listAuditEntries } from "@/lib/identity/audit/service";
export {
  canBypassSso,
  enterByConfirmation,
  enterByMagicLink,
  enterByPassword,
  enterByRegistration,
  enterGroup,
  findViewerByCookie,
  forgotPassword,
  getBrowserCookieConfig,
  getDeviceCookie,
  getSignUpOffer,
  isOpen as isLinkOpen,
  isSsoOnly,
  leaveGroup,
  listApiTokens,
  packForm,
  parseCookie,
  parseInvitationToken,
  registerPasswordlessInBrowser,
  requestMagicLink,
  resetPassword,
  SessionId,
  signOutBrowser,
  startSession,
  toOwnPath,
  toRefusal,
  unpackForm,
  validateFields,
  withNext,
  withUser,
} from "@/lib/identity/auth/service";
export {
  findInvitation,
  getCreationRight,
  getMember as getGroupMember,
  list as listGroups,
  listInvitations,
  listMembers as listGroupMembers,
  read as getGroup,
  redeem as redeemInvitation,
} from "@/lib/identity/groups/service";
export {
  list as listPrograms,
  protectedResource,
  requested as findRequestedProgram,
} from "@/lib/identity/oauth/service";
export {
  endSessionsByToken,
  enterByOidc,
  listOidcProviders,
  startOidcSignIn,
} from "@/lib/identity/oidc/service";
export {
  finishGoogleSignIn,
  getOrCreateUser,
  offersGoogle,
  startGoogleSignIn,
} from "@/lib/identity/sso/service";
export { getAccount, getMe } from "@/lib/identity/users/service";
export { get as getCollection, list as listCollections } from "@/lib/knowledge/collections/service";
export { get as getDocument, listFolders } from "@/lib/knowledge/documents/service";
export { hasLanguageModel } from "@/lib/llm/group-models/service";
export { kinds as providerKinds, listConnections } from "@/lib/llm/providers/service";
export { trackWork, waitForWork } from "@/lib/platform/background/service";
export { AppError, InvalidInput } from "@/lib/platform/errors";
export { log } from "@/lib/platform/log";
export { recordRun } from "@/lib/platform/telemetry/runs";
export { list as listMcpServers } from "@/lib/replies/mcp-client/service";
export { openRuns as listOpenRuns, resumeOrphans } from "@/lib/replies/runs/service";
export { getAccess as getWebAccess, kinds as searchEngineKinds } from "@/lib/replies/web/service";
export { loadInngestHandlers } from "./api/inngest/handlers";
export { handle as handleApi } from "./api/v1/next";
export { answer as answerApi, routes } from "./api/v1/table";
