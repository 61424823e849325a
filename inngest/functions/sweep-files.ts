import type { Inngest } from "inngest";
import { sweepFiles } from "@/lib/chat/files/service";

/** Deletes unreferenced files. Runs rarely, because it lists all of storage. */
export const filesSweep = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "sweep-files", retries: 0, triggers: [{ cron: "17 * * * *" }] },
    async ({ step }) => {
      await step.run("sweep", sweepFiles);
    },
  );
