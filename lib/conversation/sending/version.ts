import type { Options, Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { messageFor, ofCaller } from "@/lib/chat/messages/service";
import * as access from "@/lib/identity/access/service";
import { notFound } from "@/lib/platform/errors";
import { send } from "./send";

/**
 * Asks a question of the viewer's in other words, in the background: it and what came after it are set aside as the earlier version.
 * @throws AppError not_found; forbidden for anyone but the author; conflict when others have written since, or a reply is being written
 */
export async function sendVersion(
  viewer: Viewer,
  reference: Reference,
  messageId: number,
  message_input: string,
  options: Options = {},
) {
  const { chat } = await chats.chatFor(viewer, reference);
  const { message } = await messageFor(viewer, messageId);
  if (message.chatId !== chat.id) throw notFound("Message");
  const isAuthor = message.fromUserId === viewer.user.id && message.userType === "user";
  access.authorize(viewer, "message.change", { isAuthor });
  const given = {
    message_input,
    is_sync: false,
    files: [],
    replying_to_message_id: message.replyingToId,
    extra: ofCaller(message.extra ?? undefined),
    version_of: message,
  };
  return send(viewer, chat.id, given, options);
}
