import { z } from "zod";
import { multipart, post } from "@/lib/api/contract";
import { boolean, id } from "@/lib/api/fields";

const CONVERSION_METHODS = ["full_video", "frames_plus_audio"] as const;
/** What is done to a video, in the order in which it is done; each method has some of them. */
export const CONVERSION_STAGES = [
  "waiting",
  "watching",
  "scenes",
  "transcript",
  "reading",
  "merging",
] as const;

export const ConversionMethod = z.enum(CONVERSION_METHODS);

export const VideoToTextResponse = z
  .object({
    text: z
      .string()
      .describe(
        "Markdown with the second-level headings Summary, Key Points, Timeline, Notable Details and Conclusions, in that order.",
      ),
    method: ConversionMethod.describe("The method that was used in the end."),
  })
  .meta({ id: "VideoToTextResponse" });

/** The `progress` event of the stream of a conversion, and `progress` of its state. */
export const ConversionProgress = z
  .object({
    stage: z.enum(CONVERSION_STAGES),
    part: z.int().describe("From 1; of a stage without parts 1."),
    parts: z.int(),
    percent: z.int().optional().describe("Of this stage or part, where it is known."),
  })
  .meta({ id: "ConversionProgress" });

const Accepted = z.object({ streaming_task_id: z.guid() }).meta({
  id: "VideoConversionAccepted",
  description: "Its stream tells of the progress and of the result.",
});

const shared = {
  extra_instructions: z.string().max(10_000).optional(),
  is_sync: boolean
    .default(true)
    .describe("`false` answers 202 with a `streaming_task_id` at once.")
    .meta({ override: { type: "boolean", default: true } }),
};

const ERRORS =
  "No video that can be read, or one that is too long: 422. No model that could do it: 503. One that fails: 502.";
const upload = { files: "file", isVideo: true };
const heavy = { accepted: Accepted, allowance: "heavy" } as const;

export const videoApi = {
  analyzeVideo: post("/video/analyze", {
    summary: "Analyse a video",
    description: `Answers a text as a JSON string, or as \`text/plain\` where \`Accept\` asks for that. ${ERRORS}`,
    body: multipart(z.object(shared), upload),
    returns: z.string(),
    types: ["application/json", "text/plain"],
    ...heavy,
  }),
  videoToText: post("/video/video-to-text", {
    summary: "Turn a video into a text",
    description: [
      "Exactly one of `file` and `document_id`. `full_video` has a model watch the whole video; `frames_plus_audio` has one read its scenes beside what is said, and is also what happens when the whole video cannot be watched: `method` says what was used.",
      ERRORS,
      "Whoever goes away does not stop it; `DELETE /chats/streaming_response/{streaming_task_id}` does. With `is_sync=false` the stream has `progress` events and ends with `done`, which has `text`, `method`, `status` and `error`.",
    ].join("\n\n"),
    body: multipart(
      z.object({
        document_id: id.optional(),
        method: ConversionMethod.default("full_video"),
        model: z
          .string()
          .max(200)
          .optional()
          .describe("`provider:model` of a connected provider; absent: the one that fits."),
        ...shared,
      }),
      upload,
    ),
    returns: VideoToTextResponse,
    ...heavy,
  }),
};
