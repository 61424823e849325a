/**
 * Everything of a process that keeps state. It is loaded once: by the HTTP server (`scripts/serve.ts`), or by Next.js
 * where that serves alone (`instrumentation.ts`). Pages and route handlers reach it through `services()`.
 */
export { sweepAll } from "@/inngest/functions/sweep";
export * as account from "@/lib/admin/account/service";
export * as firstSteps from "@/lib/admin/first-steps/service";
export * as installation from "@/lib/admin/installation/service";
export * as usageReports from "@/lib/admin/usage-reports/service";
export { getPageCallerAddress, isMarkedLocal } from "@/lib/api/front-headers";
export { readJson } from "@/lib/api/json";
export { answerOutsideApi, answerWith } from "@/lib/api/mount";
export { answerNotFound } from "@/lib/api/not-found";
export { answerPosted, readSmallText } from "@/lib/api/posted-form";
export { toOperationPath, WELL_KNOWN } from "@/lib/api/refuse-request";
export { isSameOrigin } from "@/lib/api/same-origin";
export * as taskActions from "@/lib/automation/task-actions/service";
export * as tasks from "@/lib/automation/tasks/service";
export * as openapiDocument from "@/lib/channels/openapi-document/service";
export * as publicChats from "@/lib/channels/public-chats/service";
export * as assistants from "@/lib/chat/assistants/service";
export * as chats from "@/lib/chat/chats/service";
export * as live from "@/lib/chat/live/service";
export * as members from "@/lib/chat/members/service";
export * as messages from "@/lib/chat/messages/service";
export * as shares from "@/lib/chat/shares/service";
export * as webhooks from "@/lib/chat/webhooks/service";
export * as workspaces from "@/lib/chat/workspaces/service";
export * as media from "@/lib/files/media/service";
export * as access from "@/lib/identity/access/service";
export * as audit from "@/lib/identity/audit/service";
export * as auth from "@/lib/identity/auth/service";
export * as groups from "@/lib/identity/groups/service";
export * as oauth from "@/lib/identity/oauth/service";
export * as sso from "@/lib/identity/sso/service";
export * as users from "@/lib/identity/users/service";
export * as collections from "@/lib/knowledge/collections/service";
export * as documents from "@/lib/knowledge/documents/service";
export * as providers from "@/lib/llm/providers/service";
export { waitForWork } from "@/lib/platform/background/service";
export * as errors from "@/lib/platform/errors";
export { log } from "@/lib/platform/log";
export * as mcpClient from "@/lib/replies/mcp-client/service";
export * as runs from "@/lib/replies/runs/service";
export * as web from "@/lib/replies/web/service";
export { handleInngest } from "./api/inngest/handle";
export { handle as handleApi } from "./api/v1/next";
export { answer as answerApi, routes } from "./api/v1/table";
