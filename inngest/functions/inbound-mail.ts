import { answer } from "@/lib/automation/inbound-mail/service";
import { defineFunction } from "../background-function";

export const inboundMail = defineFunction({
  id: "inbound-mail",
  retries: 3,
  concurrency: { perKey: { limit: 1, field: "inbound_mail_id" } },
  events: ["inbound-mail.accepted"],
  run: ({ event, step }) => step.run("answer", () => answer(event.data.inbound_mail_id)),
});
