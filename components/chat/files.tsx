import type { Message } from "@/components/data/thread";
import { MessageFiles } from "@/components/documents/attachments";
import { Pictures } from "@/components/documents/pictures";
import { VoiceFiles } from "@/components/voice/voice-files";
import { LeftOutFiles } from "./left-out-files";

export function Files({ message }: { message: Message }) {
  const { type, user_type: by, chat_uuid: chat, message_attachments, extra } = message;
  const files = message_attachments ?? [];
  if (type === "voice") return <VoiceFiles files={files} />;
  if (by !== "assistant") return <MessageFiles chat={chat} files={files} />;
  return (
    <>
      {files.length > 0 && <Pictures pictures={files} />}
      <LeftOutFiles extra={extra} />
    </>
  );
}
