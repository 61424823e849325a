import { z } from "zod";
import { get, operation } from "@/lib/api/contract";
import { VirtualAssistantMini } from "@/lib/chat/assistants/contract";
import { endpoints } from "./operations";

const MentionedUser = z.object({
  id: z.int(),
  full_name: z.string(),
  mention_name: z.string(),
  avatar_url: z.string().nullable(),
});
const AvailableMentionsResponse = z
  .object({ virtual_assistants: z.array(VirtualAssistantMini), users: z.array(MentionedUser) })
  .meta({ id: "AvailableMentionsResponse" });
const AvailableChatsAndTasksMentionsResponse = z
  .object({
    chats: z.array(z.object({ id: z.int(), uuid: z.guid(), name: z.string(), mention_name: z.string() })),
    tasks: z.array(z.object({ id: z.int(), name: z.string(), mention_name: z.string() })),
  })
  .meta({ id: "AvailableChatsAndTasksMentionsResponse" });

export const mentionsApi = {
  listMentions: operation(endpoints.listMentions, {
    summary: "List the assistants and people that can be mentioned",
    description:
      "Sorted by mention name. People without a mention name have one derived from their name, for example `ada-example`. It changes if something else takes that name.",
    returns: AvailableMentionsResponse,
  }),
  listChatAndTaskMentions: get("/chats/available_chats_and_tasks_mentions", {
    summary: "List the chats and tasks that can be mentioned",
    description: "Your chats and the group's tasks that have a mention name, sorted by it.",
    returns: AvailableChatsAndTasksMentionsResponse,
  }),
};
