import type { Viewer } from "@/lib/api/actor";
import { getMessageFor, listMessageResponses } from "@/lib/chat/messages/service";
import { notFound } from "@/lib/platform/errors";
import * as replies from "@/lib/replies/runs/service";

export async function chooseReply(viewer: Viewer, messageId: number) {
  const { chat, message } = await getMessageFor(viewer, messageId);
  await replies.chooseReply(chat, message);
  const [kept] = await listMessageResponses(viewer, [messageId]);
  if (!kept) throw notFound("Message");
  return kept;
}
