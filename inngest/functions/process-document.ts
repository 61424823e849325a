import type { Inngest } from "inngest";
import { type Lane, laneOf, lanes, priorityOf, processing } from "@/lib/knowledge/documents/service";

/** Some seconds each: a book takes a hundred with the built-in model. Inngest allows a run a thousand; another goes on. */
const MAX_STEPS = 900;
/** While the embedding model is away, about an hour. */
const PAUSES = ["3s", "10s", "30s", "1m", "2m", "5m", "10m", "20m", "30m"] as const;

/** A function for each lane, and how many documents each reads at once: `lib/knowledge/documents/lanes.ts`. */
const functions = {
  short: { id: "process-short-document", atOnce: 3 },
  medium: { id: "process-medium-document", atOnce: 2 },
  long: { id: "process-document", atOnce: 2 },
};

/** From the shortest to the longest. */
const ORDER: Lane[] = ["short", "medium", "long"];
const isLonger = (lane: Lane, than: Lane) => ORDER.indexOf(lane) > ORDER.indexOf(than);

/** Reads a document: its text, then its scanned pages, its passages, then what they mean. What is done is not done again after a restart. */
export const processDocument = (inngest: Inngest, lane: Lane) =>
  inngest.createFunction(
    {
      id: functions[lane].id,
      retries: 3,
      // Of a group one at a time, the small ones first; groups take turns.
      concurrency: [{ limit: functions[lane].atOnce }, { limit: 1, key: "event.data.group_id" }],
      priority: { run: "event.data.priority" },
      triggers: [{ event: lanes[lane].event }],
    },
    async ({ event, step }) => {
      const run: processing.Run = { id: event.data.document_id, attempt: event.data.attempt };
      let steps = 1;
      try {
        if (!event.data.is_cut) {
          const { state, work } = event.data.is_read
            ? { state: "scans", work: 0 }
            : await step.run("read", () => processing.read(run));
          if (state === "nothing") return;
          const needed = laneOf(work);
          if (isLonger(needed, lane)) {
            const data = { ...event.data, is_read: true, priority: priorityOf(work) };
            await step.sendEvent("change lanes", { name: lanes[needed].event, data });
            return;
          }
          let pages = state === "scans" ? "more" : "done";
          for (; steps < MAX_STEPS && pages === "more"; steps++)
            pages = await step.run(`recognize ${steps}`, () => processing.recognize(run));
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
            await step.run("give up", async () => void (await processing.fail(run, processing.noMeaning())));
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
        // A step has failed for good.
        await step.run("fail", async () => void (await processing.fail(run)));
      }
    },
  );
