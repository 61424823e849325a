import { z } from "zod";
import { json, multipart, operation } from "@/lib/api/contract";
import { endpoints, MAX_SPEECH_LENGTH } from "./operations";

const SpeechAbilities = z
  .object({
    transcribes: z
      .enum(["provider", "local", "offline", "none"])
      .describe(
        "What voice messages are transcribed with. `local`: Whisper on the server. `offline`: Pocketsphinx; what it hears is a draft.",
      ),
    transcribes_live: z.boolean().describe("Text can appear while somebody speaks."),
    dictates: z
      .boolean()
      .describe("`POST /speech/transcription` works, or will after Whisper is downloaded, which it begins."),
    speaks: z.boolean().describe("`POST /speech/audio` works."),
  })
  .meta({ id: "SpeechAbilities" });

export const speechApi = {
  getSpeechAbilities: operation(endpoints.getSpeechAbilities, {
    summary: "Get what can be done with speech",
    returns: SpeechAbilities,
  }),
  transcribeSpeech: operation(endpoints.transcribeSpeech, {
    summary: "Transcribe speech",
    description:
      "For dictation, and for text that appears while somebody speaks: `file` is a recording of its own, and nothing of it is kept. `text` is empty when nothing is said. Takes a speech provider or Whisper: 503 otherwise, 502 when it fails.",
    body: multipart(z.object({}), { files: "file" }),
    returns: z.object({ text: z.string() }),
    allowance: "speech",
  }),
  speak: operation(endpoints.speak, {
    summary: "Read a text aloud",
    description:
      "Answers sound (`audio/mpeg`, or what the speech model makes), which comes while it is made; the model recognizes the language of the text. The same text of your group within ten minutes isn't made again. Without `SPEECH_MODEL`: 503, if it fails: 502, without tokens left in this month: 429.",
    body: json(z.object({ text: z.string().trim().min(1).max(MAX_SPEECH_LENGTH) })),
    returns: z.unknown(),
    types: ["audio/mpeg"],
    allowance: "speech",
  }),
};
