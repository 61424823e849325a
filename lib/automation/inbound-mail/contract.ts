import { z } from "zod";
import { operation, post, stream } from "@/lib/api/contract";
import { id, page, pageSize, reference, SuccessMessage, timestamp } from "@/lib/api/fields";
import { endpoints } from "./operations";

const State = z.enum(["accepted", "held", "refused", "ignored"]);
export const InboundMail = z
  .object({
    id: z.int(),
    state: State,
    reason: z.string().nullable().describe("Why it was held or ignored, a sentence."),
    from_address: z.string(),
    from_name: z.string().nullable(),
    subject: z.string(),
    text: z.string().describe("Empty once it was decided upon: then the message has it."),
    files: z.array(z.object({ file_name: z.string(), size: z.int() })),
    message_id: z.int().nullable(),
    decided_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "InboundMail" });

const ofChat = z.object({ chat_id: reference });
const ofMail = z.object({ chat_id: reference, mail_id: id });

export const inboundMailApi = {
  receiveMail: post("/inbound-mail/{service}", {
    summary: "Deliver a mail to the chats it is addressed to",
    description: [
      "The webhook of a mail service: `mailgun` (a route's form), `postmark` (the inbound JSON) or `raw`",
      "(`message/rfc822`, with `X-Signature: sha256=<HMAC-SHA256 of the body by INBOUND_EMAIL_SECRET, hexadecimal>`).",
      "404 for a service that is not set up, 401 without its signature. A mail is taken once, by its Message-ID.",
    ].join(" "),
    access: "anyone",
    params: z.object({ service: z.enum(["raw", "mailgun", "postmark"]) }),
    body: stream(z.unknown(), [
      "message/rfc822",
      "application/json",
      "multipart/form-data",
      "application/x-www-form-urlencoded",
    ]),
    returns: z.object({
      success: z.literal(true),
      states: z.array(State).describe("What became of it, for each chat that it is addressed to."),
    }),
  }),
  listInboundMails: operation(endpoints.listInboundMails, {
    summary: "List mails to a chat",
    description:
      "Newest first. Requires an owner or admin of the chat. Mails are kept for 90 days, held mails for 30.",
    params: ofChat,
    query: z.object({ state: State.optional(), page, page_size: pageSize }),
    returns: z.array(InboundMail),
  }),
  approveInboundMail: operation(endpoints.approveInboundMail, {
    summary: "Approve a held mail",
    description: "Posts the mail as a guest's message. The assistant's reply is mailed to the sender.",
    params: ofMail,
    returns: InboundMail,
  }),
  refuseInboundMail: operation(endpoints.refuseInboundMail, {
    summary: "Refuse a held mail",
    description: "Its text and files are removed. Its sender hears nothing.",
    params: ofMail,
    returns: SuccessMessage,
  }),
};
