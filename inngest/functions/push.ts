import { deliver } from "@/lib/chat/push/service";
import type { EventData } from "@/lib/platform/background/events";
import { defineFunction } from "../background-function";

const TRIES = 6;

type Data = EventData<"push.requested" | "push.mail-held" | "push.visitor-waits">;
function toPushed(data: Data) {
  if ("inbound_mail_id" in data) return { heldMailId: data.inbound_mail_id };
  if ("chat_id" in data) return { waitingIn: data.chat_id };
  return { messageId: data.message_id };
}

export const push = defineFunction({
  id: "push",
  retries: 3,
  events: ["push.requested", "push.mail-held", "push.visitor-waits"],
  run: async ({ event, step }) => {
    const what = toPushed(event.data);
    let left = await step.run("send", () => deliver(what));
    for (let n = 1; n < TRIES && left.length > 0; n++) {
      await step.sleep(`pause ${n}`, `${4 ** (n - 1)}s`);
      const devices = left;
      left = await step.run(`send again ${n}`, () => deliver(what, devices));
    }
  },
});
