import { z } from "zod";
import { multipart, post } from "@/lib/api/contract";

const refusedField = (what: string) => z.never(`${what} cannot be had here.`).optional();

export const transcriptionsApi = {
  createTranscription: post("/openai/audio/transcriptions", {
    summary: "Transcribe a recording with the installation's speech model",
    description:
      "`model` is what `TRANSCRIPTION_MODEL` names, with or without its provider (`openai:whisper-1` or `whisper-1`), and without that setting `whisper-base` or `pocketsphinx`, whichever is there. `verbose_json`, `srt` and `vtt` have the times that the model tells; where it tells none, a stretch of ten minutes is one segment. `verbose_json` has `text`, `language` as the model tells it or as it was given (else `unknown`), `duration` of the recording, `segments` with all that the model tells of them, and `words` where it tells their times. `is_draft`: the offline engine heard it, whose words are often wrong.",
    body: multipart(
      z.object({
        model: z.string().max(200),
        response_format: z.enum(["json", "text", "srt", "verbose_json", "vtt"]).default("json"),
        language: z
          .string()
          .regex(/^[a-z]{2,3}$/, "Must be a code of ISO 639, such as `en`.")
          .optional(),
        prompt: z.string().max(4000).optional(),
        temperature: z.coerce.number().min(0).max(1).optional(),
        "timestamp_granularities[]": z
          .enum(["segment", "word"], "Must be `segment` or `word`.")
          .optional()
          .describe("Whatever is asked for, `verbose_json` has both where the model tells them."),
        stream: z.literal("false", "Transcripts come whole.").optional(),
        "include[]": refusedField("This"),
        chunking_strategy: z.literal("auto").optional(),
      }),
      { files: "file" },
    ),
    returns: z.unknown(),
    types: ["application/json", "text/plain"],
    allowance: "speech",
    speaks: "openai",
  }),
};
