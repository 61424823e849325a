import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { timestamp, uuid } from "@/lib/api/fields";
import { endpoints } from "./operations";

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

const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const McpField = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    kind: z.enum([
      "text",
      "email",
      "url",
      "date",
      "datetime",
      "number",
      "integer",
      "switch",
      "choice",
      "choices",
    ]),
    is_required: z.boolean(),
    options: z.array(z.object({ value: z.string(), label: z.string() })).describe("Of a choice."),
    initial: FieldValue.nullable(),
    least: z.number().nullable().describe("Of a number, of the length of a text, or of how many are chosen."),
    most: z.number().nullable(),
  })
  .meta({ id: "McpField" });
export const McpQuestion = z
  .object({
    id: z.guid(),
    user_id: z.int().describe("Who asked the assistant, and so may answer."),
    server: z.string(),
    message: z.string(),
    fields: z.array(McpField),
    created_at: timestamp,
  })
  .meta({ id: "McpQuestion" });

export const approvalsApi = {
  decideApproval: operation(endpoints.decideApproval, {
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
  answerMcpQuestion: operation(endpoints.answerMcpQuestion, {
    summary: "Answer or decline a question of an MCP server",
    description:
      "A tool of an MCP server may ask the person who asked the assistant for more (an elicitation), and the reply waits. Only that person can answer. Without an answer within five minutes (`TOOL_APPROVAL_SECONDS`) it is declined. Open questions are in the reply's `questions`.",
    params: z.object({ streaming_task_id: uuid, question_id: uuid }),
    body: json(
      z.object({
        action: z.enum(["answer", "decline"]),
        values: z
          .record(z.string().max(200), FieldValue)
          .optional()
          .describe("By the names of the fields. Fields that are left out are not answered."),
      }),
    ),
    returns: z.object({ success: z.literal(true), state: z.enum(["answered", "declined"]) }),
  }),
};
