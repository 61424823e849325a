import { approvalsRoutes } from "@/lib/approvals/routes";
import { assistantsRoutes } from "@/lib/assistants/routes";
import { auditRoutes } from "@/lib/audit/routes";
import { authRoutes } from "@/lib/auth/routes";
import { canvasRoutes } from "@/lib/canvas/routes";
import { chatMembersRoutes } from "@/lib/chat-members/routes";
import { chatWorkspacesRoutes } from "@/lib/chat-workspaces/routes";
import { chatsRoutes, settingsRoutes } from "@/lib/chats/routes";
import { chatCollectionsRoutes, collectionsRoutes } from "@/lib/collections/routes";
import { documentsRoutes } from "@/lib/documents/routes";
import { release } from "@/lib/documents/storing";
import { firebaseRoutes } from "@/lib/firebase/routes";
import { firstStepsRoutes } from "@/lib/first-steps/routes";
import { groupsRoutes } from "@/lib/groups/routes";
import { healthRoutes } from "@/lib/health/routes";
import { inboundMailRoutes } from "@/lib/inbound-mail/routes";
import { installationRoutes } from "@/lib/installation/routes";
import { jobsRoutes } from "@/lib/jobs/routes";
import { liveRoutes } from "@/lib/live/routes";
import { mcpRoutes } from "@/lib/mcp/routes";
import { mcpServerRoutes } from "@/lib/mcp-server/routes";
import { memoriesRoutes } from "@/lib/memories/routes";
import { mentionsRoutes } from "@/lib/mentions/routes";
import { messagesRoutes } from "@/lib/messages/routes";
import { openaiRoutes } from "@/lib/openai/routes";
import { openapiRoutes } from "@/lib/openapi/routes";
import { providersRoutes } from "@/lib/providers/routes";
import { publicChatsRoutes, publicStaffRoutes } from "@/lib/public-chats/routes";
import { admitVisitor } from "@/lib/public-chats/sessions";
import { pushRoutes } from "@/lib/push/routes";
import { repliesRoutes } from "@/lib/replies/routes";
import { searchRoutes } from "@/lib/search/routes";
import { taskActionsRoutes } from "@/lib/task-actions/routes";
import { chatTasksRoutes, tasksRoutes } from "@/lib/tasks/routes";
import { uploadsRoutes } from "@/lib/uploads/routes";
import * as uploads from "@/lib/uploads/service";
import { usageRoutes } from "@/lib/usage/routes";
import { usersRoutes } from "@/lib/users/routes";
import { videoRoutes } from "@/lib/video/routes";
import { voiceRoutes } from "@/lib/voice/routes";
import { webhooksRoutes } from "@/lib/webhooks/routes";
import type { Route } from "./routes";
import { serve } from "./serve";

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
export const answer = serve(routes, { admitVisitor, take: uploads.take, release });
