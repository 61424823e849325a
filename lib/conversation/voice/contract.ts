import { z } from "zod";
import { multipart, post } from "@/lib/api/contract";
import { boolean, id } from "@/lib/api/fields";
import { chatParams } from "@/lib/chat/chats/contract";
import { ChatMessageWithResponse, ComparedModels } from "@/lib/chat/messages/contract";

/** Of 1,048,576 bytes: what providers of speech recognition take. */
export const LARGEST_RECORDING_MB = 25;

export const voiceApi = {
  sendVoice: post("/chats/{chat_id}/messages/voice", {
    summary: "Send a voice message",
    description: [
      `\`file\` is one recording of at most ${LARGEST_RECORDING_MB} MB. It is transcribed; the message has the transcript as its text and the recording attached.`,
      "`is_sync=false` answers when the message is stored, with a `streaming_task_id`; who goes away before that has sent nothing.",
      "A recording in which nothing is said: 422. No speech provider: 503. One that fails: 502; then nothing is stored.",
    ].join(" "),
    params: chatParams,
    query: z.object({
      translate: boolean
        .default(false)
        .describe("The text is in English, whatever was spoken.")
        .meta({ override: { type: "boolean", default: false } }),
      is_sync: boolean.default(true).meta({ override: { type: "boolean", default: true } }),
      models: ComparedModels,
    }),
    body: multipart(z.object({ replying_to_message_id: id.optional() }), { files: "file" }),
    returns: ChatMessageWithResponse,
    allowance: "heavy",
    idempotent: true,
  }),
};
