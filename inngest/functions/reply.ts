import { run } from "@/lib/replies/runs/service";
import { defineFunction } from "../background-function";

/**
 * Runs the replies to an asynchronous message. Failures of a model end as a failed reply rather than as a failed run.
 */
export const reply = defineFunction({
  id: "reply",
  retries: 2,
  events: ["reply.requested"],
  run: ({ event, step }) => step.run("reply", () => run(event.data.streaming_task_id)),
});
