import { vacuumEmbeddedTables } from "@/lib/admin/installation/service";
import { sweep as sweepRequests } from "@/lib/api/sweep-keys";
import { sweep as sweepInboundMails } from "@/lib/automation/inbound-mail/service";
import { sweep as sweepResponses } from "@/lib/channels/openai-compat/service";
import { handover, sessions as visitorSessions } from "@/lib/channels/public-chats/service";
import { sweep as sweepChats } from "@/lib/chat/chats/service";
import { sweep as sweepEvents } from "@/lib/chat/events/service";
import { sweep as sweepJobs } from "@/lib/chat/jobs/service";
import { sweep as sweepMemories } from "@/lib/chat/memories/service";
import { sweep as sweepShares } from "@/lib/chat/shares/service";
import { sweep as sweepWebhooks } from "@/lib/chat/webhooks/service";
import { sweep as sweepAudit } from "@/lib/identity/audit/service";
import { sweep as sweepLinks, sweepSessions } from "@/lib/identity/auth/service";
import { sweep as sweepPrograms } from "@/lib/identity/oauth/service";
import { sweep as sweepConnectors } from "@/lib/knowledge/connectors/service";
import { sweep as sweepDocuments } from "@/lib/knowledge/documents/service";
import { sweep as sweepImports } from "@/lib/knowledge/imports/service";
import { sweep as sweepVideos } from "@/lib/knowledge/video/service";
import { sweep as sweepMessages, switching } from "@/lib/llm/indexing/service";
import { wakeEngine } from "@/lib/platform/background/service";
import { log } from "@/lib/platform/log";
import { sweep as sweepMails } from "@/lib/platform/mail/service";
import { sweep as sweepStoredBytes } from "@/lib/platform/quota/service";
import { sweepUploads } from "@/lib/platform/storage/service";
import { sweep as sweepReplies } from "@/lib/replies/runs/service";
import { sweep as sweepVoice } from "@/lib/replies/voice/service";
import { sweep as sweepPages } from "@/lib/replies/web/service";
import { defineFunction } from "../background-function";
import { sweepRuns } from "../runner/queries";

const sweeps = {
  runs: sweepRuns,
  replies: sweepReplies,
  requests: sweepRequests,
  chats: sweepChats,
  shares: sweepShares,
  memories: sweepMemories,
  events: sweepEvents,
  audit: sweepAudit,
  links: sweepLinks,
  sessions: sweepSessions,
  programs: sweepPrograms,
  mails: sweepMails,
  jobs: sweepJobs,
  inboundMails: sweepInboundMails,
  visitors: visitorSessions.sweep,
  answers: handover.sweep,
  webhooks: sweepWebhooks,
  messages: sweepMessages,
  connectors: sweepConnectors,
  documents: sweepDocuments,
  vectors: switching.sweep,
  imports: sweepImports,
  videos: sweepVideos,
  voice: sweepVoice,
  pages: sweepPages,
  responses: sweepResponses,
  uploads: sweepUploads,
  storedBytes: sweepStoredBytes,
  // Runs last, after the other sweeps have deleted rows.
  database: vacuumEmbeddedTables,
};

export async function sweepAll(): Promise<void> {
  for (const [name, run] of Object.entries(sweeps))
    await run().catch((error: unknown) => log.error({ err: error, sweep: name }, "a sweep failed"));
  // Dispatches events of processes that have died or are suspended.
  wakeEngine();
}

export const sweep = defineFunction({
  id: "sweep",
  retries: 0,
  cron: "*/5 * * * *",
  run: async ({ step }) => {
    await step.run("sweep", sweepAll);
  },
});
