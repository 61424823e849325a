import { z } from "zod";
import { multipart, operation, post } from "@/lib/api/contract";
import { boolean, messageId, timestamp } from "@/lib/api/fields";
import { chatParams } from "@/lib/chat/chats/contract";
import { ChatMessageWithResponse, ComparedModels } from "@/lib/chat/messages/contract";
import { endpoints } from "./operations";

/** Limit of speech recognition providers, in units of 1,048,576 bytes. */
export const MAX_RECORDING_MB = 25;

const translate = boolean
  .default(false)
  .describe("The text is in English, whatever was spoken.")
  .meta({ override: { type: "boolean", default: false } });
const body = multipart(z.object({ replying_to_message_id: messageId.optional() }), { files: "file" });

export const RECORDING_FAULTS = [
  "invalid",
  "unavailable",
  "provider_failed",
  "rate_limited",
  "not_found",
  "forbidden",
  "too_large",
  "conflict",
  "internal",
] as const;

export const VoiceRecording = z
  .object({
    id: z.guid(),
    status: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
    percent: z.int().nullable().describe("How much is transcribed; null until that is known."),
    seconds: z.int().nullable().describe("How long the recording is; null until that is known."),
    message_id: z.int().nullable().describe("The message that it has become."),
    streaming_task_id: z.guid().nullable().describe("Of the replies to that message."),
    error: z.object({ code: z.enum(RECORDING_FAULTS), message: z.string() }).nullable(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: "VoiceRecording" });

const one = chatParams.extend({ recording_id: z.guid() });

export const voiceApi = {
  sendVoice: post("/chats/{chat_id}/messages/voice", {
    summary: "Send a voice message",
    description: [
      `\`file\` is one recording of at most ${MAX_RECORDING_MB} MB. It is transcribed; the message has the transcript as its text and the recording attached.`,
      "`is_sync=false` answers when the message is stored, with a `streaming_task_id`; who goes away before that has sent nothing.",
      "A recording in which nothing is said: 422. No speech provider: 503. One that fails: 502; then nothing is stored.",
    ].join(" "),
    params: chatParams,
    query: z.object({
      translate,
      is_sync: boolean.default(true).meta({ override: { type: "boolean", default: true } }),
      models: ComparedModels,
    }),
    body,
    returns: ChatMessageWithResponse,
    allowance: "heavy",
    idempotent: true,
  }),
  startVoiceRecording: operation(endpoints.startVoiceRecording, {
    summary: "Send a voice message that is transcribed in the background",
    description: [
      "As `POST /chats/{chat_id}/messages/voice`, for recordings of any length: answers 202 at once. `GET` of the recording says how far it is, and in the end which message it has become, or why it has become none. It goes on when you are gone, and after a restart of the server at the part that it was at.",
      "What can be told at once is: a chat or quoted message that isn't there (404), a file that is no recording (415), no speech provider (503). At most 20 recordings of a person can be in progress: 409.",
    ].join("\n\n"),
    params: chatParams,
    query: z.object({ translate, models: ComparedModels }),
    body,
    returns: VoiceRecording,
    status: 202,
    allowance: "heavy",
    idempotent: true,
  }),
  getVoiceRecording: operation(endpoints.getVoiceRecording, {
    summary: "Get a voice message that is being transcribed",
    description: "Yours only. It is known for a week after it is over.",
    params: one,
    returns: VoiceRecording,
  }),
  cancelVoiceRecording: operation(endpoints.cancelVoiceRecording, {
    summary: "Cancel a voice message that is being transcribed",
    description: "Nothing is stored then. If it is over, it stays as it is; the answer says which.",
    params: one,
    returns: VoiceRecording,
  }),
};
