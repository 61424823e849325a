import type { Route } from "@/lib/api/routes";
import { serve } from "@/lib/api/serve";
import { sessions } from "@/lib/channels/public-chats/service";
import { release } from "@/lib/chat/files/service";
import { authenticateCaller, requireLoginToken, watchValidity } from "@/lib/identity/auth/service";
import * as uploads from "@/lib/knowledge/uploads/service";
import { anthropicRoutes } from "./routes/anthropic";
import { approvalsRoutes } from "./routes/approvals";
import { assistantsRoutes } from "./routes/assistants";
import { auditRoutes } from "./routes/audit";
import { authRoutes } from "./routes/auth";
import { branchesRoutes } from "./routes/branches";
import { canvasRoutes } from "./routes/canvas";
import { canvasSuggestionsRoutes } from "./routes/canvas-suggestions";
import { chatsRoutes, settingsRoutes } from "./routes/chats";
import { chatCollectionsRoutes, collectionsRoutes } from "./routes/collections";
import { connectorsRoutes } from "./routes/connectors";
import { contextRoutes } from "./routes/context";
import { digestRoutes } from "./routes/digest";
import { documentsRoutes } from "./routes/documents";
import { evaluationsRoutes } from "./routes/evaluations";
import { firstStepsRoutes } from "./routes/first-steps";
import { groupModelsRoutes } from "./routes/group-models";
import { groupsRoutes } from "./routes/groups";
import { healthRoutes } from "./routes/health";
import { importsRoutes } from "./routes/imports";
import { inboundMailRoutes } from "./routes/inbound-mail";
import { installationRoutes } from "./routes/installation";
import { jobsRoutes } from "./routes/jobs";
import { liveRoutes } from "./routes/live";
import { mcpRoutes } from "./routes/mcp";
import { mcpServerRoutes } from "./routes/mcp-server";
import { chatMembersRoutes } from "./routes/members";
import { memoriesRoutes } from "./routes/memories";
import { mentionsRoutes } from "./routes/mentions";
import { messagesRoutes } from "./routes/messages";
import { oauthRoutes } from "./routes/oauth";
import { openaiRoutes } from "./routes/openai";
import { createOpenApiRoutes } from "./routes/openapi";
import { personalInstructionsRoutes } from "./routes/personal-instructions";
import { providersRoutes } from "./routes/providers";
import {
  inboxRoutes,
  launcherRoutes,
  publicationRoutes,
  publicChatsRoutes,
  publicStaffRoutes,
  publicVisitorRoutes,
} from "./routes/public-chats";
import { publicCitationsRoutes, publicKnowledgeRoutes } from "./routes/public-knowledge";
import { identitySecretRoutes, publicAbuseRoutes, publicIdentityRoutes } from "./routes/public-visitors";
import { pushRoutes } from "./routes/push";
import { memberRatingsRoutes } from "./routes/ratings";
import { repliesRoutes } from "./routes/replies";
import { searchRoutes } from "./routes/search";
import { sharesRoutes } from "./routes/shares";
import { speechRoutes } from "./routes/speech";
import { firebaseRoutes } from "./routes/sso";
import { taskActionsRoutes } from "./routes/task-actions";
import { chatTasksRoutes, tasksRoutes } from "./routes/tasks";
import { toolSwitchesRoutes } from "./routes/tool-switches";
import { trialsRoutes } from "./routes/trials";
import { uploadsRoutes } from "./routes/uploads";
import { usageRoutes } from "./routes/usage";
import { usersRoutes } from "./routes/users";
import { videoRoutes } from "./routes/video";
import { voiceRoutes } from "./routes/voice";
import { webRoutes } from "./routes/web";
import { webhooksRoutes } from "./routes/webhooks";
import { wellKnownRoutes } from "./routes/well-known";
import { chatWorkspacesRoutes } from "./routes/workspaces";

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
  ...canvasSuggestionsRoutes,
  ...sharesRoutes,
  ...tasksRoutes,
  ...chatTasksRoutes,
  ...taskActionsRoutes,
  ...chatMembersRoutes,
  ...chatWorkspacesRoutes,
  ...mentionsRoutes,
  ...messagesRoutes,
  ...branchesRoutes,
  ...digestRoutes,
  ...importsRoutes,
  ...voiceRoutes,
  ...speechRoutes,
  ...memberRatingsRoutes,
  ...toolSwitchesRoutes,
  ...contextRoutes,
  ...videoRoutes,
  ...repliesRoutes,
  ...approvalsRoutes,
  ...searchRoutes,
  ...liveRoutes,
  ...publicChatsRoutes,
  ...publicVisitorRoutes,
  ...publicStaffRoutes,
  ...publicationRoutes,
  ...launcherRoutes,
  ...publicCitationsRoutes,
  ...publicKnowledgeRoutes,
  ...inboxRoutes,
  ...publicIdentityRoutes,
  ...publicAbuseRoutes,
  ...identitySecretRoutes,
  ...jobsRoutes,
  ...inboundMailRoutes,
  ...trialsRoutes,
  ...evaluationsRoutes,
  ...assistantsRoutes,
  ...documentsRoutes,
  ...uploadsRoutes,
  ...collectionsRoutes,
  ...connectorsRoutes,
  ...chatCollectionsRoutes,
  ...groupModelsRoutes,
  ...personalInstructionsRoutes,
  ...providersRoutes,
  ...webRoutes,
  ...mcpRoutes,
  ...mcpServerRoutes,
  ...oauthRoutes,
  ...openaiRoutes,
  ...anthropicRoutes,
  ...webhooksRoutes,
  ...usageRoutes,
  ...healthRoutes,
  ...installationRoutes,
  ...createOpenApiRoutes(() => routes),
  ...wellKnownRoutes,
];

export const answer = serve(routes, {
  admitViewer: authenticateCaller,
  admitLogin: requireLoginToken,
  admitVisitor: sessions.admitVisitor,
  whileValid: watchValidity,
  take: uploads.consume,
  release,
});
