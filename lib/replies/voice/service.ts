import type { CallOptions, Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import { getUploadedPath, readUpload } from "@/lib/platform/storage/service";
import * as sending from "@/lib/replies/sending/service";
import { checkVoiceMessage, type NewVoice } from "./check-voice-message";
import { buildText, toAppError, transcribeRecording } from "./transcribe";

export { requireOneRecording } from "./check-voice-message";
export * as recordings from "./recordings";
export { sweep } from "./recordings";
export { getSpeechEngine, toAppError, transcribeRecording } from "./transcribe";

/**
 * Transcribes a recording, stores the text as a voice message with the recording attached and, when synchronous,
 * waits for the replies. Validates input before the recording is sent to a provider.
 * @throws AppError, InvalidInput as `checkVoiceMessage`; unavailable without a speech provider, provider_failed;
 * InvalidInput for silence
 */
export async function send(
  viewer: Viewer,
  reference: Reference,
  given: NewVoice & { is_sync: boolean },
  options: CallOptions,
) {
  const { translate, is_sync, replying_to_message_id, models } = given;
  const { chat, recording } = await checkVoiceMessage(viewer, reference, given);
  const { mimeType, fileName, key } = recording;
  const whole = {
    bytes: () => readUpload({ key }),
    at: { path: getUploadedPath({ key }) },
    groupId: chat.groupId,
    fileName,
    mimeType,
  };
  const message_input = await transcribeRecording(whole, translate)
    .then((heard) => buildText(chat, [heard], translate))
    .catch((error) => {
      throw toAppError(error);
    });
  // A client that cancelled no longer wants the message.
  if (!is_sync) options.signal?.throwIfAborted();
  const message = {
    type: "voice" as const,
    message_input,
    replying_to_message_id,
    files: [recording],
    is_sync,
    models,
  };
  return sending.withMessage(viewer, await sending.send(viewer, chat.id, message, options));
}
