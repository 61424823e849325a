import { callWithFiles } from "@/components/composer/uploading";
import { voiceApi } from "@/lib/conversation/voice/contract";

type Sending = {
  chat: string;
  files: File[];
  translate: boolean;
  models: string[] | undefined;
  replying_to_message_id: number | undefined;
  idempotencyKey: string;
  signal: AbortSignal;
  onShares: (shares: number[]) => void;
};

/** Sends a recording; answers when it is transcribed and stored, as a sent message does. @throws ApiError */
export async function sendVoice({ chat, translate, models, replying_to_message_id, ...sending }: Sending) {
  const { message, streaming_task_id } = await callWithFiles(voiceApi.sendVoice, {
    params: { chat_id: chat },
    query: { translate, is_sync: false, models },
    body: { replying_to_message_id },
    ...sending,
  });
  return { user_message_id: message.id, streaming_task_id, responses: null };
}
