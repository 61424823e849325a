import { z } from "zod";
import { json, post } from "@/lib/api/contract";
import { timestamp, uuid } from "@/lib/api/fields";

export const ToolApproval = z
  .object({
    id: z.guid(),
    user_id: z.int().describe("Who asked the assistant, and so may decide."),
    server: z.string(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()).describe("What the tool would be given."),
    created_at: timestamp,
  })
  .meta({ id: "ToolApproval" });

export const approvalsApi = {
  decideApproval: post("/chats/streaming/{streaming_task_id}/approvals/{approval_id}", {
    summary: "Approve or refuse a tool call",
    description:
      "A reply that wants to use a tool which changes something outside Parley waits for the person who asked the assistant. Only that person can decide. Without a decision within five minutes (`TOOL_APPROVAL_SECONDS`) the tool is refused. Open questions are in the reply's `approvals`.",
    params: z.object({ streaming_task_id: uuid, approval_id: uuid }),
    body: json(
      z.object({
        decision: z
          .enum(["allow", "always", "refuse"])
          .describe("`always`: this tool, for this person, in this chat."),
      }),
    ),
    returns: z.object({ success: z.literal(true), state: z.enum(["allowed", "refused"]) }),
  }),
};
