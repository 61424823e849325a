import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { Caller } from "@/lib/api/actor";
import * as taskActions from "@/lib/automation/task-actions/service";
import { AppError, InvalidInput } from "@/lib/platform/errors";

const INPUT = { name: "input", description: "The text that the prompt is applied to.", required: true };

type Action = Awaited<ReturnType<typeof taskActions.listAvailable>>[number];

const listArguments = ({ variables = [] }: Action) =>
  variables.length === 0
    ? [INPUT]
    : [
        ...variables.map(({ name, kind, options }) => ({
          name,
          description: kind === "choice" ? options.join(" | ") : kind.replace("_", " "),
          required: kind !== "long_text",
        })),
        { ...INPUT, required: false },
      ];

const listActions = (viewer: Caller) => taskActions.listAvailable(viewer, { include_variables: true });

export const list = async (viewer: Caller) => ({
  prompts: (await listActions(viewer)).map((action) => ({
    name: action.action_name,
    title: action.name,
    description: action.description,
    arguments: listArguments(action),
  })),
});

/** @throws McpError when the prompt or one of its arguments is missing */
export async function get(viewer: Caller, name: string, values: Record<string, string> = {}) {
  const action = (await listActions(viewer)).find(({ action_name }) => action_name === name);
  if (!action) throw new McpError(ErrorCode.InvalidParams, "There is no such prompt.");
  const has = (name: string) => Object.hasOwn(values, name) && values[name]!.trim() !== "";
  const variables = listArguments(action).filter(({ name }) => name !== INPUT.name);
  // Programs that know no variables send an input only.
  const isPlain = !variables.some(({ name }) => has(name)) && has(INPUT.name);
  const missing = isPlain
    ? undefined
    : listArguments(action).find((each) => each.required && !has(each.name));
  if (missing) throw new McpError(ErrorCode.InvalidParams, `The argument ${missing.name} is missing.`);
  try {
    const { description, text } = await taskActions.buildActionText(viewer, name, values);
    return { description, messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
  } catch (error) {
    if (error instanceof AppError && error.kind === "not_found")
      throw new McpError(ErrorCode.InvalidParams, "There is no such prompt.");
    if (error instanceof InvalidInput) throw new McpError(ErrorCode.InvalidParams, error.faults[0]!.msg);
    throw error;
  }
}
