import type { Inngest } from "inngest";
import { send } from "@/lib/mail/service";

/** Sends a mail; a server that is away is tried for about a day. */
export const mail = (inngest: Inngest) =>
  inngest.createFunction(
    { id: "mail", retries: 20, triggers: [{ event: "mail.requested" }] },
    ({ event, step }) => step.run("send", () => send(event.data.mail_id)),
  );
