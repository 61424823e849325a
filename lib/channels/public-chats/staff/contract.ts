import { z } from "zod";
import { operation } from "@/lib/api/contract";
import { boolean, id, int, page, pageSize } from "@/lib/api/fields";
import { ChatDetail, chatParams } from "@/lib/chat/chats/contract";
import { Visitor } from "../inbox/contract";
import { reportApi } from "../report/contract";
import { endpoints } from "./operations";

const PublicUsageDay = z
  .object({
    day: z.iso.date(),
    conversations: z.int(),
    messages: z.int(),
    unanswered: z.int().describe("Messages that no reply came to."),
    input_tokens: z.int(),
    output_tokens: z.int(),
  })
  .meta({ id: "PublicUsageDay" });

const conversation = chatParams.extend({ conversation_id: id });

export const publicStaffApi = {
  setChatPublic: operation(endpoints.setChatPublic, {
    summary: "Make a chat public or private",
    description:
      "Making the chat private ends all visitor sessions and their open streams at once, permanently.",
    params: chatParams,
    query: z.object({ is_public: boolean }),
    returns: ChatDetail,
  }),
  listVisitors: operation(endpoints.listVisitors, {
    summary: "List the conversations of a public chat, newest activity first",
    params: chatParams,
    query: z.object({
      page,
      page_size: pageSize,
      search: z.string().max(200).optional().describe("In what was said, and in the address of the page."),
      only_unread: boolean.default(false),
    }),
    returns: z.array(Visitor),
  }),
  getVisitor: operation(endpoints.getVisitor, {
    summary: "Get the visitor of a conversation",
    description: "`chat_id` is the conversation; 404 for every other chat.",
    params: chatParams,
    returns: Visitor,
  }),
  takeOver: operation(endpoints.takeOver, {
    summary: "Answer a visitor instead of the assistant",
    description: "`chat_id` is the conversation. The visitor sees that a member of the team is answering.",
    params: chatParams,
    returns: Visitor,
  }),
  handBack: operation(endpoints.handBack, {
    summary: "Hand a conversation back to the assistant",
    params: chatParams,
    returns: Visitor,
  }),
  blockVisitor: operation(endpoints.blockVisitor, {
    summary: "Block a visitor",
    params: conversation,
    returns: Visitor,
  }),
  unblockVisitor: operation(endpoints.unblockVisitor, {
    summary: "Unblock a visitor",
    params: conversation,
    returns: Visitor,
  }),
  getPublicUsage: operation(endpoints.getPublicUsage, {
    summary: "Get daily usage of a public chat",
    description: "Days of UTC, oldest first, today last.",
    params: chatParams,
    query: z.object({
      days: int(1, 90)
        .default(30)
        .meta({ override: { type: "integer", minimum: 1, maximum: 90, default: 30 } }),
    }),
    returns: z.array(PublicUsageDay),
  }),
  ...reportApi,
};
