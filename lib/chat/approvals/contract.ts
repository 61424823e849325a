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
    summary: "Allow or refuse what a tool would do",
    description:
      "For whoever asked the assistant: a reply that wants to use a tool which changes something outside of Parley waits for them, at most five minutes, and is then told that they refused. The questions that are open stand in `approvals` of the reply.",
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
