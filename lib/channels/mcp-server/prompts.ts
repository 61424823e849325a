import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { Caller } from "@/lib/api/actor";
import * as taskActions from "@/lib/automation/task-actions/service";
import { AppError } from "@/lib/platform/errors";

const INPUT = "input";

export const list = async (viewer: Caller) => ({
  prompts: (await taskActions.listAvailable(viewer)).map(({ name, action_name, description }) => ({
    name: action_name,
    title: name,
    description,
    arguments: [{ name: INPUT, description: "The text that the prompt is applied to.", required: true }],
  })),
});

/** @throws McpError when the prompt or its input is missing */
export async function get(viewer: Caller, name: string, values: Record<string, string> = {}) {
  const input = values[INPUT];
  if (!input?.trim()) throw new McpError(ErrorCode.InvalidParams, `The argument ${INPUT} is missing.`);
  try {
    const { description, text } = await taskActions.buildActionText(viewer, name, input);
    return { description, messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
  } catch (error) {
    if (error instanceof AppError && error.kind === "not_found")
      throw new McpError(ErrorCode.InvalidParams, "There is no such prompt.");
    throw error;
  }
}
