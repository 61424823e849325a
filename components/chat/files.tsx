import type { Message } from "@/components/data/thread";
import { MessageFiles } from "@/components/documents/attachments";
import { Pictures } from "@/components/documents/pictures";
import { VoiceFiles } from "@/components/voice/voice-files";

/** The files of a message: what was said to be heard, pictures that a reply has made, and others as they are. */
export function Files({ message }: { message: Message }) {
  const { type, user_type: by, chat_uuid: chat, message_attachments } = message;
  const files = message_attachments ?? [];
  if (type === "voice") return <VoiceFiles files={files} />;
  return by === "assistant" ? <Pictures pictures={files} /> : <MessageFiles chat={chat} files={files} />;
}
