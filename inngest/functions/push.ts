import type { Inngest } from "inngest";
import { deliver } from "@/lib/chat/push/service";

const TRIES = 6;

/** Pushes a new message to the devices of a chat's members, or to those of its admins that a mail waits. Those that Google could not serve are tried for some minutes. */
export const push = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "push", retries: 3, triggers: [{ event: "push.requested" }, { event: "push.mail-held" }] },
    async ({ event, step }) => {
      const { data } = event;
      const what =
        "inbound_mail_id" in data ? { heldMailId: data.inbound_mail_id } : { messageId: data.message_id };
      let left = await step.run("send", () => deliver(what));
      for (let n = 1; n < TRIES && left.length > 0; n++) {
        await step.sleep(`pause ${n}`, `${4 ** (n - 1)}s`);
        const devices = left;
        left = await step.run(`send again ${n}`, () => deliver(what, devices));
      }
    },
  );
