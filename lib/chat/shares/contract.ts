import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { SuccessMessage, timestamp, uuid } from "@/lib/api/fields";
import { chatParams } from "@/lib/chat/chats/contract";
import { UserMini } from "@/lib/identity/people/contract";
import { endpoints } from "./operations";

export const MAX_SHARES = 50;

export const ChatShare = z
  .object({
    id: z.guid(),
    url: z.string().describe("The link. Keep it secret: whoever has it can open it."),
    requires_sign_in: z.boolean().describe("Only people of the group can open it."),
    is_live: z
      .boolean()
      .describe(
        "Whether it shows the chat as it is, or those messages from when it was shared that are unchanged.",
      ),
    created_by: UserMini.nullable(),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
  })
  .meta({ id: "ChatShare" });
export const ChatShareCreate = z
  .object({
    requires_sign_in: z
      .boolean()
      .default(true)
      .describe("True: only for people of the group. False requires an owner or admin of the chat."),
    is_live: z.boolean().default(false),
    expires_in_days: z.int().min(1).max(365).nullable().default(null).describe("Null: never."),
  })
  .meta({ id: "ChatShareCreate" });

export const sharesApi = {
  listShares: operation(endpoints.listShares, {
    summary: "List the read-only links to a chat, newest first",
    description: "Members see all links that work, whoever created them.",
    params: chatParams,
    returns: z.array(ChatShare),
  }),
  createShare: operation(endpoints.createShare, {
    summary: "Share a chat by a read-only link",
    description: `The page behind the link shows the newest messages (1,000 at most) with names, times and file names. Without \`is_live\` it shows what there is now, without messages that are edited or deleted later. The link works until it expires, is revoked or the chat is deleted, and as long as its creator is in the chat and, without \`requires_sign_in\`, an owner or admin of it; it doesn't come back when they do. Returns 409 for a conversation with a visitor, and if the chat has ${MAX_SHARES} links.`,
    params: chatParams,
    body: json(ChatShareCreate),
    returns: ChatShare,
    status: 201,
    allowance: "heavy",
  }),
  revokeShare: operation(endpoints.revokeShare, {
    summary: "Revoke a read-only link",
    description: "For the creator of the link and for owners and admins of the chat.",
    params: chatParams.extend({ share_id: uuid }),
    returns: SuccessMessage,
  }),
};
