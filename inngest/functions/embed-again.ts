import { switching } from "@/lib/llm/indexing/service";
import { defineFunction } from "../background-function";

// Maximum number of embedding steps, and of cleaning steps: Inngest limits a run to 1,000 steps in total. The sweep
// schedules another run for the rest.
const MAX_STEPS = 450;
// Delays between attempts while the embedding model is unavailable. After the last, the sweep schedules another run.
const PAUSES = ["3s", "10s", "30s", "1m", "2m"] as const;

/**
 * Recomputes all vectors for another embedding model, then removes the old ones. Also creates indexes for large sets
 * of vectors.
 */
export const embedAgain = defineFunction({
  id: "embed-again",
  retries: 5,
  concurrency: { total: 1 },
  events: ["vectors.missing"],
  run: async ({ step }) => {
    const isNeeded = await step.run("begin", switching.start);
    const first = { before: switching.NEWEST, missed: 0, isOver: !isNeeded, isAway: false };
    let pauses = 0;
    let place: switching.Walk = first;
    for (let n = 1; n <= MAX_STEPS && !place.isOver; n++) {
      const from = place;
      place = await step.run(`walk ${n}`, () => switching.embedMissingChunks(from));
      if (place.isAway) {
        const pause = PAUSES[pauses++];
        if (!pause) return;
        await step.sleep(`pause ${pauses}`, pause);
      }
      // Starts another pass until one finds no missing vectors, because content may be stored during a pass.
      if (place.isOver && place.missed > 0) place = first;
    }
    if (!place.isOver) return;
    if (isNeeded) await step.run("end", switching.end);
    for (let n = 1; n <= MAX_STEPS; n++) if (!(await step.run(`clean ${n}`, switching.clean))) break;
    await step.run("indexes", switching.makeIndexes);
  },
});
