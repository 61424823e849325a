import type { Inngest } from "inngest";
import { sweep as sweepRequests } from "@/lib/api/sweep";
import { sweep as sweepAudit } from "@/lib/audit/service";
import { sweep as sweepLinks } from "@/lib/auth/mailed";
import { wake } from "@/lib/background/service";
import { sweep as sweepChats } from "@/lib/chats/service";
import { sweep as sweepDocuments } from "@/lib/documents/queue";
import { sweep as sweepEvents } from "@/lib/events/service";
import { sweep as sweepInboundMails } from "@/lib/inbound-mail/service";
import { sweep as sweepMessages } from "@/lib/indexing/service";
import { sweep as sweepVectors } from "@/lib/indexing/switching";
import { upkeep } from "@/lib/installation/service";
import { sweep as sweepJobs } from "@/lib/jobs/running";
import { log } from "@/lib/log";
import { sweep as sweepMails } from "@/lib/mail/service";
import { sweep as sweepVisitors } from "@/lib/public-chats/sessions";
import { sweep as sweepReplies } from "@/lib/replies/service";
import { sweepUploads } from "@/lib/storage/service";
import { sweep as sweepVideos } from "@/lib/video/service";
import { sweep as sweepWebhooks } from "@/lib/webhooks/service";
import { sweepRuns } from "../runner/queries";

const sweeps = {
  runs: sweepRuns,
  replies: sweepReplies,
  requests: sweepRequests,
  chats: sweepChats,
  events: sweepEvents,
  audit: sweepAudit,
  links: sweepLinks,
  mails: sweepMails,
  jobs: sweepJobs,
  inboundMails: sweepInboundMails,
  visitors: sweepVisitors,
  webhooks: sweepWebhooks,
  messages: sweepMessages,
  documents: sweepDocuments,
  vectors: sweepVectors,
  videos: sweepVideos,
  uploads: sweepUploads,
  // The last: by now it is known what has gone.
  database: upkeep,
};

/** Sweeps everything; what cannot be reached today does not keep the rest from being swept. */
export async function sweepAll(): Promise<void> {
  for (const [name, run] of Object.entries(sweeps))
    await run().catch((error: unknown) => log.error({ err: error, sweep: name }, "a sweep failed"));
  // Events may wait whose process has gone, or rests.
  wake();
}

/** Removes what has had its time: old runs, streams, keys, audit entries, links, temporary chats and forgotten uploads; asks again for mails that wait, and for what is not indexed. */
export const sweep = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "sweep", retries: 0, triggers: [{ cron: "*/5 * * * *" }] },
    async ({ step }) => {
      await step.run("sweep", sweepAll);
    },
  );
