import { send } from "@/lib/platform/mail/service";
import { defineFunction } from "../background-function";

/**
 * Sends a mail. Retries for about an hour when the server is unavailable, after which the sweep schedules it again.
 * Runs for the same mail are serialized, so that it is sent once.
 */
export const mail = defineFunction({
  id: "mail",
  retries: 20,
  concurrency: { perKey: { limit: 1, field: "mail_id" } },
  events: ["mail.requested"],
  run: ({ event, step }) => step.run("send", () => send(event.data.mail_id)),
});
