import type { Inngest } from "inngest";
import { answer } from "@/lib/automation/inbound-mail/service";

export const inboundMail = (inngest: Inngest) =>
  inngest.createFunction(
    {
      id: "inbound-mail",
      retries: 3,
      concurrency: { limit: 1, key: "event.data.inbound_mail_id" },
      triggers: [{ event: "inbound-mail.accepted" }],
    },
    ({ event, step }) => step.run("answer", () => answer(event.data.inbound_mail_id)),
  );
