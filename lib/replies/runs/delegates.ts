import type { Audience } from "@/db/chat-readers";
import type { ToolSwitches } from "@/lib/chat/assistant-tools/settings";
import * as assistants from "@/lib/chat/assistants/service";
import { findDeputy } from "@/lib/identity/auth/service";
import { forbidden } from "@/lib/platform/errors";
import type { Assistant } from "./reply-context";
import { replyWithoutChat } from "./reply-without-chat";
import type { Colleague } from "./tools/definition";

/**
 * Returns the assistants that an assistant may ask on behalf of the person, limited to those the person may use. Each
 * replies with its own knowledge, model and read-only tools, and cannot ask further assistants.
 */
export async function listColleagues(
  { groupId, colleagueIds }: Assistant,
  { userId, chatId }: Audience,
  switches: ToolSwitches,
): Promise<Colleague[]> {
  if (userId === null || colleagueIds.length === 0) return [];
  const all = await assistants.listByIds(groupId, colleagueIds);
  return all
    .filter((each) => assistants.isUsableBy(each, userId))
    .map(({ id, name, description }) => ({
      id,
      name,
      description,
      ask: async (question, given, signal) => {
        const viewer = await findDeputy(userId, groupId, "assistant");
        if (!viewer) throw forbidden("The person who asked is no longer a member of the group.");
        const { text, inputTokens, outputTokens } = await replyWithoutChat(viewer, {
          by: { assistantId: id },
          messages: [{ role: "user", text: question }],
          given,
          readers: { chatId },
          switches,
          signal,
        });
        return { text, tokens: inputTokens + outputTokens };
      },
    }));
}
