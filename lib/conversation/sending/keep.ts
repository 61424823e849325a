import type { Viewer } from "@/lib/api/actor";
import { messageFor, shown } from "@/lib/chat/messages/service";
import * as replies from "@/lib/conversation/replies/service";
import { notFound } from "@/lib/platform/errors";

export async function keep(viewer: Viewer, messageId: number) {
  const { chat, message } = await messageFor(viewer, messageId);
  await replies.keepReply(chat, message);
  const [kept] = await shown(viewer, [messageId]);
  if (!kept) throw notFound("Message");
  return kept;
}
