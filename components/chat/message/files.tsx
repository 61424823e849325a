import { VoiceFiles } from "@/components/chat/voice/voice-files";
import type { Message } from "@/components/data/thread";
import { MessageFiles } from "@/components/documents/viewer/message-files";
import { Pictures } from "@/components/documents/viewer/pictures";

export function Files({ message }: { message: Message }) {
  const { type, user_type: by, chat_uuid: chat, message_attachments } = message;
  const files = message_attachments ?? [];
  if (type === "voice") return <VoiceFiles files={files} />;
  if (by !== "assistant") return <MessageFiles chat={chat} files={files} />;
  return <Pictures pictures={files} />;
}
