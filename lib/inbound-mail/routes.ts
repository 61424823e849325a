import { implement, paged } from "@/lib/api/routes";
import { inboundMailApi } from "./contract";
import * as inboundMail from "./service";

export const inboundMailRoutes = implement("E-mail into chats", inboundMailApi, {
  receiveMail: ({ params, body, call }) => inboundMail.receive(params.service, body, call),
  listInboundMails: async ({ viewer, params, query }) =>
    paged(await inboundMail.list(viewer, params.chat_id, query)),
  approveInboundMail: ({ viewer, params, call }) =>
    inboundMail.approve(viewer, params.chat_id, params.mail_id, call),
  refuseInboundMail: ({ viewer, params }) => inboundMail.refuse(viewer, params.chat_id, params.mail_id),
});
