import type { Inngest } from "inngest";
import { run } from "@/lib/conversation/replies/service";

/**
 * Runs the replies to an asynchronous message. Failures of a model end as a failed reply rather than as a failed run.
 */
export const reply = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "reply", retries: 2, triggers: [{ event: "reply.requested" }] },
    ({ event, step }) => step.run("reply", () => run(event.data.streaming_task_id)),
  );
