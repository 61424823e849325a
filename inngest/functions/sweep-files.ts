import { sweepFiles } from "@/lib/chat/files/service";
import { defineFunction } from "../background-function";

/** Deletes unreferenced files. Runs rarely, because it lists all of storage. */
export const filesSweep = defineFunction({
  id: "sweep-files",
  retries: 0,
  cron: "17 * * * *",
  run: async ({ step }) => {
    await step.run("sweep", sweepFiles);
  },
});
