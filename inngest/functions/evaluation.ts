import type { Inngest } from "inngest";
import { answerNext, fail } from "@/lib/conversation/evaluations/service";

const MAX_STEPS = 200;

export const evaluation = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "evaluation",
      retries: 2,
      concurrency: [{ limit: 2 }, { limit: 1, key: "event.data.run_id" }],
      triggers: [{ event: "evaluation.requested" }],
    },
    async ({ event, step }) => {
      const id = event.data.run_id;
      try {
        for (let n = 1; n <= MAX_STEPS; n++)
          if (!(await step.run(`question ${n}`, () => answerNext(id)))) return;
      } catch {
        // The step has exhausted its retries.
        await step.run("fail", () => fail(id));
      }
    },
  );
