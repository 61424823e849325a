import { ApiReply } from "@/lib/api/routes";
import { speechApi } from "@/lib/replies/text-to-speech/contract";
import * as speech from "@/lib/replies/text-to-speech/service";
import { implement } from "../implement";

export const speechRoutes = implement("Speech", speechApi, {
  getSpeechAbilities: ({ viewer }) => speech.getAbilities(viewer),
  transcribeSpeech: ({ viewer, body, call }) => speech.transcribe(viewer, body.files, call.signal),
  speak: async ({ viewer, body, call }) => {
    const { stream, mimeType } = await speech.speak(viewer, body.text, call.signal);
    const headers = { "content-type": mimeType, "cache-control": "private, max-age=600" };
    return new ApiReply({ kind: "file", stream }, headers);
  },
});
