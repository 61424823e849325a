import type { Inngest } from "inngest";
import { send } from "@/lib/platform/mail/service";

/**
 * Sends a mail. A server that is away is tried for about an hour here; from
 * then on the sweep asks again. Runs of one mail take turns, so that it goes
 * out once.
 */
export const mail = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "mail",
      retries: 20,
      concurrency: { limit: 1, key: "event.data.mail_id" },
      triggers: [{ event: "mail.requested" }],
    },
    ({ event, step }) => step.run("send", () => send(event.data.mail_id)),
  );
