import { end, sendPrompt, startDue } from "@/lib/chat/jobs/service";
import { findTaskOfMessage, getMessageIds, waitUntilFinished } from "@/lib/replies/runs/service";
import { send } from "@/lib/replies/sending/service";
import { defineFunction } from "../background-function";

const sending = {
  send,
  findTaskOfMessage: findTaskOfMessage,
  waitUntilFinished,
  getMessageIds: getMessageIds,
};

export const dueJobs = defineFunction({
  id: "due-jobs",
  retries: 0,
  cron: "* * * * *",
  run: async ({ step }) => {
    await step.run("start", () => startDue());
  },
});

export const job = defineFunction({
  id: "job",
  retries: 3,
  concurrency: { perKey: { limit: 1, field: "job_id" } },
  events: ["job.due"],
  run: async ({ event, step }) => {
    const taskId = await step.run("send", () => sendPrompt(event.data.run_id, sending));
    await step.run("wait", () => end(event.data.run_id, taskId, sending));
  },
});
