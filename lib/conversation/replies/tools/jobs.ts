import { scheduleJob } from "@/lib/chat/jobs/service";
import { tool } from "./kinds";

export const jobTools = {
  schedule_job: tool({
    description: scheduleJob.description,
    input: scheduleJob.input,
    label: "Scheduling a job",
    about: ({ name, cron, run_at }) => `“${name}”, ${cron ?? run_at ?? "without a time"}`,
    applies: ({ chat }) => chat.scheduledJobsEnabled,
    run: async (viewer, input, { chat }) => ({ text: await scheduleJob.run(viewer, chat.id, input) }),
  }),
};
