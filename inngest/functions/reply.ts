import type { Inngest } from "inngest";
import { run } from "@/lib/conversation/replies/service";

/** Runs the replies to a message that was sent asynchronously. What a model does wrong ends as a failed reply, not here. */
export const reply = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "reply", retries: 2, triggers: [{ event: "reply.requested" }] },
    ({ event, step }) => step.run("reply", () => run(event.data.streaming_task_id)),
  );
