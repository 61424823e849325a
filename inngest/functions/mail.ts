import type { Inngest } from "inngest";
import { send } from "@/lib/platform/mail/service";

/**
 * Sends a mail. Retries for about an hour when the server is unavailable, after which the sweep schedules it again.
 * Serialized per mail, so that it is sent once.
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
