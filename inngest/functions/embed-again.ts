import type { Inngest } from "inngest";
import { switching } from "@/lib/ai/indexing/service";

/** Of each kind, some seconds each; the sweep asks again for what is left. Inngest allows a run a thousand in all. */
const MAX_STEPS = 450;
/** While the embedding model is away; then the sweep asks again. */
const PAUSES = ["3s", "10s", "30s", "1m", "2m"] as const;

/** Makes all vectors anew for another embedding model, then removes the old ones; and makes the indexes of many vectors. */
export const embedAgain = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "embed-again",
      retries: 5,
      concurrency: { limit: 1 },
      triggers: [{ event: "vectors.missing" }],
    },
    async ({ step }) => {
      const isNeeded = await step.run("begin", switching.begin);
      const first = { before: switching.NEWEST, missed: 0, isOver: !isNeeded, isAway: false };
      let pauses = 0;
      let place: switching.Walk = first;
      for (let n = 1; n <= MAX_STEPS && !place.isOver; n++) {
        const from = place;
        place = await step.run(`walk ${n}`, () => switching.walk(from));
        if (place.isAway) {
          const pause = PAUSES[pauses++];
          if (!pause) return;
          await step.sleep(`pause ${pauses}`, pause);
        }
        // What was stored meanwhile is looked for too, until a walk finds nothing missing.
        if (place.isOver && place.missed > 0) place = first;
      }
      if (!place.isOver) return;
      if (isNeeded) await step.run("end", switching.end);
      for (let n = 1; n <= MAX_STEPS; n++) if (!(await step.run(`clean ${n}`, switching.clean))) break;
      await step.run("indexes", switching.makeIndexes);
    },
  );
