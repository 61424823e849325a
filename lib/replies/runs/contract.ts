import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { int, MAX_INTEGER, timestamp, uuid } from "@/lib/api/fields";
import { McpQuestion, ToolApproval } from "@/lib/chat/approvals/contract";
import { chatParams } from "@/lib/chat/chats/contract";
import { ComparisonPlace, ReasoningStep } from "@/lib/chat/messages/contract";
import { ConversionMethod, ConversionProgress } from "@/lib/knowledge/video/contract";
import { endpoints } from "./operations";

const ReplyPlan = z
  .array(z.object({ text: z.string(), state: z.enum(["open", "doing", "done", "dropped"]) }))
  .meta({ id: "ReplyPlan" });

const StreamInitialTextResponse = z
  .object({
    streaming_task_id: z.guid(),
    status: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
    text: z.string(),
    chunk_idx: z.int(),
    finished: z.boolean(),
    restarted: z.boolean(),
    message_ids: z.array(z.int()),
    reasoning_steps: z.array(ReasoningStep),
    error: z.string().nullable(),
    approvals: z.array(ToolApproval).describe("Tool calls that wait for approval."),
    questions: z.array(McpQuestion).describe("What MCP servers ask before they go on."),
    plan: ReplyPlan.nullable()
      .optional()
      .describe("What the assistant is going to do, where it works in steps."),
    pause: z
      .enum(["asked", "paused"])
      .nullable()
      .optional()
      .describe("`asked`: it pauses when the step that it is in is done."),
    method: ConversionMethod.nullable()
      .optional()
      .describe("Of the conversion of a video: how it was done in the end."),
    progress: ConversionProgress.nullable()
      .optional()
      .describe("Of the conversion of a video: what is being done."),
  })
  .meta({ id: "StreamInitialTextResponse" });

const PauseResponse = z.object({
  success: z.literal(true),
  pause: StreamInitialTextResponse.shape.pause.describe("Null: it goes on."),
});

const params = z.object({ streaming_task_id: uuid });

export const repliesApi = {
  listRuns: operation(endpoints.listRuns, {
    summary: "List running replies in a chat",
    params: chatParams,
    returns: z.array(
      z.object({
        streaming_task_id: z.guid(),
        user_message_id: z.int(),
        virtual_assistant_ids: z.array(z.int()),
        comparison: ComparisonPlace.nullable().describe("Where several models reply to the message."),
      }),
    ),
  }),
  readStream: operation(endpoints.readStream, {
    summary: "Stream a reply",
    description: [
      "Everything after `chunk_idx`; ask again with the `chunk_idx` of the answer. `restarted` says that the reply was begun anew: `text` is then the new text from its start and the earlier one is void.",
      "With `Accept: text/event-stream` the same resource streams: `text`, `reasoning_step`, `approvals`, `questions`, `plan`, `pause`, `restart`, `error` and `done`; `id` is the chunk index and `Last-Event-ID` resumes. Kept 24 hours.",
      "The conversion of a video streams `progress`, `error` and `done`, to whoever asked for it. Kept 7 days.",
    ].join("\n\n"),
    params,
    query: z.object({ chunk_idx: int(-1, MAX_INTEGER).optional() }),
    returns: StreamInitialTextResponse,
    events: true,
  }),
  stopStream: operation(endpoints.stopStream, {
    summary: "Stop a reply",
    description:
      "Knowing the id is enough to stop a reply. The text so far is kept as the reply. A video conversion ends as `cancelled`.",
    access: "anyone",
    params,
    returns: z.object({ success: z.literal(true), status: StreamInitialTextResponse.shape.status }),
    allowance: "stops",
  }),
  pauseStream: operation(endpoints.pauseStream, {
    summary: "Pause a reply",
    description:
      "It pauses when the step that it is in is done, and waits for as long as nobody resumes or stops it. Returns 409 if it is finished, or was sent with `is_sync=true`.",
    params,
    returns: PauseResponse,
  }),
  resumeStream: operation(endpoints.resumeStream, {
    summary: "Resume a paused reply",
    description: "It goes on behind its last finished step. Returns 409 if it is finished.",
    params,
    returns: PauseResponse,
  }),
  steerStream: operation(endpoints.steerStream, {
    summary: "Steer a reply",
    description:
      "Tells a running or paused reply something, for the person who asked for it. The model is told when the step that it is in is done, and the reply then has a reasoning step of the kind `direction`; one that ends before that is not told. Returns 409 if the reply is finished or 20 directions wait.",
    params,
    body: json(z.object({ text: z.string().trim().min(1, "Must not be empty.").max(4000) })),
    returns: z.object({ id: z.int(), text: z.string(), created_at: timestamp }),
    status: 201,
  }),
};
