import type { CallOptions, Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { getMessageFor, stripReservedKeys } from "@/lib/chat/messages/service";
import * as access from "@/lib/identity/access/service";
import { notFound } from "@/lib/platform/errors";
import { send } from "./send";

/**
 * Stores a new version of the viewer's question and replies in the background. The previous version and everything
 * after it are hidden.
 * @throws AppError not_found; forbidden unless the viewer is the author; conflict when others have written since, or
 * a reply is in progress
 */
export async function sendVersion(
  viewer: Viewer,
  reference: Reference,
  messageId: number,
  message_input: string,
  options: CallOptions = {},
) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const { message } = await getMessageFor(viewer, messageId);
  if (message.chatId !== chat.id) throw notFound("Message");
  const isAuthor = message.fromUserId === viewer.user.id && message.userType === "user";
  access.authorize(viewer, "message.change", { isAuthor });
  const given = {
    message_input,
    is_sync: false,
    files: [],
    replying_to_message_id: message.replyingToId,
    extra: stripReservedKeys(message.extra ?? undefined),
    version_of: message,
  };
  return send(viewer, chat.id, given, options);
}
