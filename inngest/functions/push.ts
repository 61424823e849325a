import type { Inngest } from "inngest";
import { deliver } from "@/lib/push/service";

const TRIES = 6;

/** Pushes a new message to the devices of a chat's members. Those that Google could not serve are tried for some minutes. */
export const push = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "push", retries: 3, triggers: [{ event: "push.requested" }] },
    async ({ event, step }) => {
      const { message_id: messageId } = event.data;
      let left = await step.run("send", () => deliver(messageId));
      for (let n = 1; n < TRIES && left.length > 0; n++) {
        await step.sleep(`pause ${n}`, `${4 ** (n - 1)}s`);
        const devices = left;
        left = await step.run(`send again ${n}`, () => deliver(messageId, devices));
      }
    },
  );
