import { z } from "zod";
import { get, post, put } from "@/lib/api/contract";
import { boolean, id, int, page, pageSize } from "@/lib/api/fields";
import { ChatDetail, chatParams } from "@/lib/chat/chats/contract";
import { Visitor } from "../inbox/contract";
import { reportApi } from "../report/contract";

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
  setChatPublic: put("/chats/{chat_id}/public", {
    summary: "Make a chat public or private",
    description:
      "Making the chat private ends all visitor sessions and their open streams at once, permanently.",
    params: chatParams,
    query: z.object({ is_public: boolean }),
    returns: ChatDetail,
  }),
  listVisitors: get("/chats/{chat_id}/visitors", {
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
  getVisitor: get("/chats/{chat_id}/visitor", {
    summary: "Get the visitor of a conversation",
    description: "`chat_id` is the conversation; 404 for every other chat.",
    params: chatParams,
    returns: Visitor,
  }),
  takeOver: post("/chats/{chat_id}/take-over", {
    summary: "Answer a visitor instead of the assistant",
    description: "`chat_id` is the conversation. The visitor sees that a member of the team is answering.",
    params: chatParams,
    returns: Visitor,
  }),
  handBack: post("/chats/{chat_id}/hand-back", {
    summary: "Hand a conversation back to the assistant",
    params: chatParams,
    returns: Visitor,
  }),
  blockVisitor: post("/chats/{chat_id}/visitors/{conversation_id}/block", {
    summary: "Block a visitor",
    params: conversation,
    returns: Visitor,
  }),
  unblockVisitor: post("/chats/{chat_id}/visitors/{conversation_id}/unblock", {
    summary: "Unblock a visitor",
    params: conversation,
    returns: Visitor,
  }),
  getPublicUsage: get("/chats/{chat_id}/public-usage", {
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
