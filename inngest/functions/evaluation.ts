import { answerNext, fail } from "@/lib/replies/evaluations/service";
import { defineFunction } from "../background-function";

const MAX_STEPS = 200;

export const evaluation = defineFunction({
  id: "evaluation",
  retries: 2,
  concurrency: { total: 2, perKey: { limit: 1, field: "run_id" } },
  events: ["evaluation.requested"],
  run: async ({ event, step }) => {
    const id = event.data.run_id;
    try {
      for (let n = 1; n <= MAX_STEPS; n++)
        if (!(await step.run(`question ${n}`, () => answerNext(id)))) return;
    } catch {
      // The step has exhausted its retries.
      await step.run("fail", () => fail(id));
    }
  },
});
