import { getLane, getPriority, type Lane, lanes, processing } from "@/lib/knowledge/documents/service";
import { defineFunction } from "../background-function";

// Inngest limits a run to 1,000 steps, so another run continues after this number. A step takes a few seconds. A book
// takes 100 steps with the built-in model.
const MAX_STEPS = 900;
// Delays between attempts while the embedding model is unavailable: about an hour in total.
const PAUSES = ["3s", "10s", "30s", "1m", "2m", "5m", "10m", "20m", "30m"] as const;

// One function per lane, with the number of documents that each processes concurrently
// (`lib/knowledge/documents/processing-lanes.ts`).
const functions = {
  short: { id: "process-short-document", atOnce: 3 },
  medium: { id: "process-medium-document", atOnce: 2 },
  long: { id: "process-document", atOnce: 2 },
};

const ORDER: Lane[] = ["short", "medium", "long"];
const isLonger = (lane: Lane, than: Lane) => ORDER.indexOf(lane) > ORDER.indexOf(than);

/** Processes a document: text, scanned pages, chunks, embeddings. Finished steps are not repeated after a restart. */
export const processDocument = (lane: Lane) =>
  defineFunction({
    id: functions[lane].id,
    retries: 3,
    // One document per group at a time, small ones first, so that groups are served fairly.
    concurrency: { total: functions[lane].atOnce, perKey: { limit: 1, field: "group_id" } },
    priorityField: "priority",
    events: [lanes[lane].event],
    run: async ({ event, step }) => {
      const run: processing.ProcessingRun = { id: event.data.document_id, attempt: event.data.attempt };
      let steps = 1;
      try {
        if (!event.data.is_cut) {
          const { state, work } = event.data.is_read
            ? { state: "scans", work: 0 }
            : await step.run("read", () => processing.read(run));
          if (state === "nothing") return;
          const needed = getLane(work);
          if (isLonger(needed, lane)) {
            const data = { ...event.data, is_read: true, priority: getPriority(work) };
            await step.sendEvent("change lanes", { name: lanes[needed].event, data });
            return;
          }
          let pages = state === "scans" ? "more" : "done";
          for (; steps < MAX_STEPS && pages === "more"; steps++)
            pages = await step.run(`recognize ${steps}`, () => processing.recognizeScans(run));
          if (pages === "more") {
            await step.sendEvent("read on", {
              name: lanes[lane].event,
              data: { ...event.data, is_read: true },
            });
            return;
          }
          await step.run("cut", () => processing.cut(run));
        }
        let pauses = 0;
        let state = "more";
        for (; steps <= MAX_STEPS && state !== "done"; steps++) {
          state = await step.run(`embed ${steps}`, () => processing.embed(run));
          if (state !== "later") continue;
          const pause = PAUSES[pauses++];
          if (!pause) {
            await step.run(
              "give up",
              async () => void (await processing.fail(run, processing.getNoVectorsText())),
            );
            return;
          }
          await step.sleep(`pause ${pauses}`, pause);
        }
        if (state !== "done") {
          await step.sendEvent("go on", { name: lanes[lane].event, data: { ...event.data, is_cut: true } });
          return;
        }
        await step.run("finish", async () => void (await processing.finish(run)));
      } catch {
        // The step has exhausted its retries.
        await step.run("fail", async () => void (await processing.fail(run)));
      }
    },
  });
