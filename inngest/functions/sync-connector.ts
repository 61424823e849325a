import { startDue, syncing } from "@/lib/knowledge/connectors/service";
import { defineFunction } from "../background-function";

// Inngest limits a run to 1,000 steps, so another run continues after this number. A step takes a few seconds.
const MAX_STEPS = 900;

export const dueConnectors = defineFunction({
  id: "due-connectors",
  retries: 0,
  cron: "*/5 * * * *",
  run: async ({ step }) => {
    await step.run("start", () => startDue());
  },
});

export const syncConnector = defineFunction({
  id: "sync-connector",
  retries: 3,
  concurrency: { total: 3, perKey: { limit: 1, field: "group_id" } },
  events: ["connector.due"],
  run: async ({ event, step }) => {
    const run: syncing.SyncRun = { id: event.data.connector_id, run: event.data.run };
    try {
      if (!event.data.is_listed && !(await step.run("list", () => syncing.storeListing(run)))) return;
      let state = "more";
      for (let n = 1; n <= MAX_STEPS && state === "more"; n++)
        state = await step.run(`take ${n}`, () => syncing.processFiles(run));
      if (state === "over") return;
      if (state === "more") {
        await step.sendEvent("go on", { name: "connector.due", data: { ...event.data, is_listed: true } });
        return;
      }
      for (let n = 1; await step.run(`remove ${n}`, () => syncing.remove(run)); n++);
      await step.run("finish", async () => void (await syncing.finish(run)));
    } catch {
      // The step has exhausted its retries.
      await step.run("fail", async () => void (await syncing.fail(run)));
    }
  },
});
