import { z } from "zod";
import { del, get } from "@/lib/api/contract";
import { int, uuid } from "@/lib/api/fields";
import { ToolApproval } from "@/lib/chat/approvals/contract";
import { chatParams } from "@/lib/chat/chats/contract";
import { ComparisonPlace, ReasoningStep } from "@/lib/chat/messages/contract";
import { ConversionMethod, ConversionProgress } from "@/lib/knowledge/video/contract";

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
    method: ConversionMethod.nullable()
      .optional()
      .describe("Of the conversion of a video: how it was done in the end."),
    progress: ConversionProgress.nullable()
      .optional()
      .describe("Of the conversion of a video: what is being done."),
  })
  .meta({ id: "StreamInitialTextResponse" });

const params = z.object({ streaming_task_id: uuid });

export const repliesApi = {
  listRuns: get("/chats/{chat_id}/streaming", {
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
  readStream: get("/chats/streaming/{streaming_task_id}", {
    summary: "Stream a reply",
    description: [
      "Everything after `chunk_idx`; ask again with the `chunk_idx` of the answer. `restarted` says that the reply was begun anew: `text` is then the new text from its start and the earlier one is void.",
      "With `Accept: text/event-stream` the same resource streams: `text`, `reasoning_step`, `approvals`, `restart`, `error` and `done`; `id` is the chunk index and `Last-Event-ID` resumes. Kept 24 hours.",
      "The conversion of a video streams `progress`, `error` and `done`, to whoever asked for it. Kept 7 days.",
    ].join("\n\n"),
    params,
    query: z.object({ chunk_idx: int(-1, 2_147_483_647).optional() }),
    returns: StreamInitialTextResponse,
    events: true,
  }),
  stopStream: del("/chats/streaming_response/{streaming_task_id}", {
    summary: "Stop a reply",
    description:
      "Knowing the id is enough to stop a reply. The text so far is kept as the reply. A video conversion ends as `cancelled`.",
    access: "anyone",
    params,
    returns: z.object({ success: z.literal(true), status: StreamInitialTextResponse.shape.status }),
    allowance: "stops",
  }),
};
