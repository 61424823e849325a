import * as sending from "@/lib/replies/sending/service";
import { voiceApi } from "@/lib/replies/voice/contract";
import * as voice from "@/lib/replies/voice/service";
import { implement } from "../implement";

export const voiceRoutes = implement(
  "Messages",
  voiceApi,
  {
    sendVoice: ({ viewer, params, query, body, call }) =>
      voice.send(viewer, params.chat_id, { ...body, ...query }, call),
    startVoiceRecording: ({ viewer, params, query, body, call }) =>
      voice.recordings.start(viewer, params.chat_id, { ...body, ...query }, call),
    getVoiceRecording: ({ viewer, params }) =>
      voice.recordings.get(viewer, params.chat_id, params.recording_id),
    cancelVoiceRecording: ({ viewer, params }) =>
      voice.recordings.cancel(viewer, params.chat_id, params.recording_id),
  },
  {
    sendVoice: async ({ viewer, messageId }) =>
      sending.withMessage(viewer!, await sending.answerFor(viewer!, messageId)),
  },
);
