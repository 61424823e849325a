import { toListReply } from "@/lib/api/routes";
import { inboundMailApi } from "@/lib/automation/inbound-mail/contract";
import * as inboundMail from "@/lib/automation/inbound-mail/service";
import { implement } from "../implement";

export const inboundMailRoutes = implement("E-mail into chats", inboundMailApi, {
  receiveMail: ({ params, body, call }) => inboundMail.receive(params.service, body, call),
  listInboundMails: async ({ viewer, params, query }) =>
    toListReply(await inboundMail.list(viewer, params.chat_id, query)),
  approveInboundMail: ({ viewer, params, call }) =>
    inboundMail.approve(viewer, params.chat_id, params.mail_id, call),
  refuseInboundMail: ({ viewer, params }) => inboundMail.refuse(viewer, params.chat_id, params.mail_id),
});
