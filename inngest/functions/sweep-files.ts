import type { Inngest } from "inngest";
import { sweepFiles } from "@/lib/chat/files/service";

/** Removes stored files that nothing names any more; looks at all of them, so it comes seldom. */
export const filesSweep = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "sweep-files", retries: 0, triggers: [{ cron: "17 * * * *" }] },
    async ({ step }) => {
      await step.run("sweep", sweepFiles);
    },
  );
