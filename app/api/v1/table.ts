import { approvalsRoutes } from "@/app/api/v1/routes/approvals";
import { assistantsRoutes } from "@/app/api/v1/routes/assistants";
import { auditRoutes } from "@/app/api/v1/routes/audit";
import { authRoutes } from "@/app/api/v1/routes/auth";
import { canvasRoutes } from "@/app/api/v1/routes/canvas";
import { chatsRoutes, settingsRoutes } from "@/app/api/v1/routes/chats";
import { chatCollectionsRoutes, collectionsRoutes } from "@/app/api/v1/routes/collections";
import { documentsRoutes } from "@/app/api/v1/routes/documents";
import { firstStepsRoutes } from "@/app/api/v1/routes/first-steps";
import { groupsRoutes } from "@/app/api/v1/routes/groups";
import { healthRoutes } from "@/app/api/v1/routes/health";
import { inboundMailRoutes } from "@/app/api/v1/routes/inbound-mail";
import { installationRoutes } from "@/app/api/v1/routes/installation";
import { jobsRoutes } from "@/app/api/v1/routes/jobs";
import { liveRoutes } from "@/app/api/v1/routes/live";
import { mcpRoutes } from "@/app/api/v1/routes/mcp";
import { mcpServerRoutes } from "@/app/api/v1/routes/mcp-server";
import { chatMembersRoutes } from "@/app/api/v1/routes/members";
import { memoriesRoutes } from "@/app/api/v1/routes/memories";
import { mentionsRoutes } from "@/app/api/v1/routes/mentions";
import { messagesRoutes } from "@/app/api/v1/routes/messages";
import { openaiRoutes } from "@/app/api/v1/routes/openai";
import { openapiRoutes } from "@/app/api/v1/routes/openapi";
import { providersRoutes } from "@/app/api/v1/routes/providers";
import { publicChatsRoutes, publicStaffRoutes } from "@/app/api/v1/routes/public-chats";
import { pushRoutes } from "@/app/api/v1/routes/push";
import { repliesRoutes } from "@/app/api/v1/routes/replies";
import { searchRoutes } from "@/app/api/v1/routes/search";
import { firebaseRoutes } from "@/app/api/v1/routes/sso";
import { taskActionsRoutes } from "@/app/api/v1/routes/task-actions";
import { chatTasksRoutes, tasksRoutes } from "@/app/api/v1/routes/tasks";
import { uploadsRoutes } from "@/app/api/v1/routes/uploads";
import { usageRoutes } from "@/app/api/v1/routes/usage";
import { usersRoutes } from "@/app/api/v1/routes/users";
import { videoRoutes } from "@/app/api/v1/routes/video";
import { voiceRoutes } from "@/app/api/v1/routes/voice";
import { webhooksRoutes } from "@/app/api/v1/routes/webhooks";
import { chatWorkspacesRoutes } from "@/app/api/v1/routes/workspaces";
import type { Route } from "@/lib/api/routes";
import { serve } from "@/lib/api/serve";
import { release } from "@/lib/chat/files/service";
import { requireLoginToken, viewerFrom, whileValid } from "@/lib/identity/auth/service";
import * as uploads from "@/lib/knowledge/uploads/service";
import { admitVisitor } from "@/lib/surfaces/public-chats/service";

/** The whole API: routing, documentation and tests walk this one list. */
export const routes: Route[] = [
  ...authRoutes,
  ...groupsRoutes,
  ...auditRoutes,
  ...firebaseRoutes,
  ...usersRoutes,
  ...pushRoutes,
  ...firstStepsRoutes,
  ...memoriesRoutes,
  ...chatsRoutes,
  ...settingsRoutes,
  ...canvasRoutes,
  ...tasksRoutes,
  ...chatTasksRoutes,
  ...taskActionsRoutes,
  ...chatMembersRoutes,
  ...chatWorkspacesRoutes,
  ...mentionsRoutes,
  ...messagesRoutes,
  ...voiceRoutes,
  ...videoRoutes,
  ...repliesRoutes,
  ...approvalsRoutes,
  ...searchRoutes,
  ...liveRoutes,
  ...publicChatsRoutes,
  ...publicStaffRoutes,
  ...jobsRoutes,
  ...inboundMailRoutes,
  ...assistantsRoutes,
  ...documentsRoutes,
  ...uploadsRoutes,
  ...collectionsRoutes,
  ...chatCollectionsRoutes,
  ...providersRoutes,
  ...mcpRoutes,
  ...mcpServerRoutes,
  ...openaiRoutes,
  ...webhooksRoutes,
  ...usageRoutes,
  ...healthRoutes,
  ...installationRoutes,
  ...openapiRoutes(() => routes),
];

/** Answers `/api/v1`. */
export const answer = serve(routes, {
  admitViewer: viewerFrom,
  admitLogin: requireLoginToken,
  admitVisitor,
  whileValid,
  take: uploads.take,
  release,
});
