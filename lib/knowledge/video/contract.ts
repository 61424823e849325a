import { z } from "zod";
import { get, multipart, operation, post } from "@/lib/api/contract";
import { atMostOne, boolean, id, page, pageSize, SuccessMessage, timestamp, uuid } from "@/lib/api/fields";
import { endpoints, RETENTION_DAYS } from "./operations";

const CONVERSION_METHODS = ["full_video", "frames_plus_audio"] as const;
/** The stages of a conversion in their order. Each method uses some of them. */
export const CONVERSION_STAGES = [
  "waiting",
  "watching",
  "scenes",
  "screens",
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

export const VideoConversion = z
  .object({
    streaming_task_id: z.guid(),
    kind: z.enum(["analysis", "text"]).describe("`text` has the five headings, `analysis` is free text."),
    file_name: z.string(),
    document_id: z.int().nullable().describe("Null for an uploaded file, and once the document is deleted."),
    status: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
    progress: ConversionProgress.nullable().describe("While it is queued or running."),
    requested_method: ConversionMethod,
    method: ConversionMethod.nullable().describe("The method that was used in the end."),
    error: z.string().nullable().describe("Why there is no text."),
    text_url: z
      .string()
      .nullable()
      .describe("Where the text can be downloaded, for as long as the conversion is kept; null without one."),
    may_retry: z
      .boolean()
      .describe("Whether it can be retried: it failed or was cancelled, and its video is a document."),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: "VideoConversion" });

const shared = {
  extra_instructions: z.string().max(10_000).optional(),
  audio_track: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe(
      "Which sound track is heard: a language such as `de`, a number from 1, or `all`; absent: the main one. 422 with a list of the tracks if there is no such one. Models that watch whole videos hear the main one, so that with this the scenes are read.",
    ),
  is_sync: boolean
    .default(true)
    .describe("`false` answers 202 with a `streaming_task_id` at once.")
    .meta({ override: { type: "boolean", default: true } }),
};

const ERRORS =
  "No video that can be read, or one that is too long: 422. No model that could do it: 503. One that fails: 502.";
const upload = { files: "file", isVideo: true };
const heavy = { accepted: Accepted, allowance: "heavy" } as const;
const params = z.object({ streaming_task_id: uuid });

export const videoApi = {
  analyzeVideo: post("/video/analyze", {
    summary: "Analyse a video",
    description: `Answers a text as a JSON string, or as \`text/plain\` where \`Accept\` asks for that. ${ERRORS}`,
    body: multipart(z.object(shared), upload),
    returns: z.string(),
    types: ["application/json", "text/plain"],
    ...heavy,
  }),
  convertVideo: operation(endpoints.convertVideo, {
    summary: "Turn a video into a text",
    description: [
      "Exactly one of `file` and `document_id`. `full_video` has a model watch the whole video; `frames_plus_audio` has one read its scenes beside what is said, and is also what happens when the whole video cannot be watched: `method` says what was used.",
      ERRORS,
      "Whoever goes away does not stop it; `DELETE /chats/streaming_response/{streaming_task_id}` does. With `is_sync=false` the stream has `progress` events and ends with `done`, which has `text`, `method`, `status` and `error`.",
    ].join("\n\n"),
    body: multipart(
      z
        .object({
          document_id: id.optional(),
          method: ConversionMethod.default("full_video"),
          model: z
            .string()
            .max(200)
            .optional()
            .describe("`provider:model` of a connected provider; absent: the one that fits."),
          ...shared,
        })
        .meta(atMostOne("file", "document_id")),
      upload,
    ),
    returns: VideoToTextResponse,
    ...heavy,
  }),
  listVideoConversions: operation(endpoints.listVideoConversions, {
    summary: "List your video conversions",
    description: `Newest first. A conversion is kept for ${RETENTION_DAYS} days after it has ended.`,
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(VideoConversion),
  }),
  getVideoConversionText: get("/video/conversions/{streaming_task_id}/text", {
    summary: "Download the text of a video",
    description: "A Markdown file. 409 while there is no text.",
    params,
    returns: z.unknown(),
    types: ["text/markdown"],
  }),
  retryVideoConversion: operation(endpoints.retryVideoConversion, {
    summary: "Retry a video conversion",
    description:
      "Starts a new conversion of the same document with the same settings. 409 unless `may_retry`: uploaded files are not kept.",
    params,
    returns: Accepted,
    status: 202,
    allowance: "heavy",
  }),
  deleteVideoConversion: operation(endpoints.deleteVideoConversion, {
    summary: "Delete a video conversion",
    description: "Cancels it first if it hasn't ended. A document that it was made from stays.",
    params,
    returns: SuccessMessage,
  }),
};
