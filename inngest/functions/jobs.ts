import type { Inngest } from "inngest";
import { begin, end, startDue } from "@/lib/chat/jobs/service";
import { findTaskOfMessage, finished, getMessageIds } from "@/lib/conversation/replies/service";
import { send } from "@/lib/conversation/sending/service";

const sending = { send, findTaskOfMessage: findTaskOfMessage, finished, getMessageIds: getMessageIds };

export const dueJobs = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "due-jobs", retries: 0, triggers: [{ cron: "* * * * *" }] },
    async ({ step }) => {
      await step.run("start", () => startDue());
    },
  );

export const job = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "job",
      retries: 3,
      concurrency: { limit: 1, key: "event.data.job_id" },
      triggers: [{ event: "job.due" }],
    },
    async ({ event, step }) => {
      const taskId = await step.run("send", () => begin(event.data.run_id, sending));
      await step.run("wait", () => end(event.data.run_id, taskId, sending));
    },
  );
