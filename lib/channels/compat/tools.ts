import type { JsonFormat, ModelTool, ToolCall, ToolChoice } from "@/lib/llm/models/service";
import { invalid } from "@/lib/platform/errors";
import type { FieldPath } from "./conversation-builder";

type GivenTool = {
  name: string;
  description?: string | null;
  parameters?: Record<string, unknown> | null;
  strict?: boolean | null;
};
type GivenChoice = string | { name: string } | { mode: string; names: string[] };

/**
 * Converts a client's tools and tool choice.
 * @throws InvalidInput for duplicate names or an unknown choice
 */
export function toCallersTools(
  given: GivenTool[],
  choice: GivenChoice | null | undefined,
): { tools: ModelTool[]; toolChoice?: ToolChoice } {
  const tools = given.map(
    ({ name, description, parameters, strict }): ModelTool => ({
      name,
      description: description ?? "",
      parameters: parameters ?? { type: "object", properties: {} },
      ...(strict != null && { strict }),
    }),
  );
  const names = new Set(tools.map(({ name }) => name));
  if (names.size < tools.length) throw invalid(["body", "tools"], "Two tools have the same name.");
  const at: FieldPath = ["body", "tool_choice"];
  const requireTool = (name: string) => {
    if (!names.has(name)) throw invalid(at, `There is no tool ${JSON.stringify(name)} in \`tools\`.`);
  };
  if (!choice) return { tools };
  if (typeof choice === "string") {
    if (choice === "required" && tools.length === 0) throw invalid(at, "There are no `tools` to call.");
    return { tools, toolChoice: choice as ToolChoice };
  }
  if ("name" in choice) {
    requireTool(choice.name);
    return { tools, toolChoice: { name: choice.name } };
  }
  for (const name of choice.names) requireTool(name);
  return {
    tools: tools.filter(({ name }) => choice.names.includes(name)),
    toolChoice: choice.mode as ToolChoice,
  };
}

type GivenFormat = {
  schema?: Record<string, unknown>;
  name?: string;
  description?: string | null;
  strict?: boolean | null;
};

export const toJsonFormat = ({ schema, name, description, strict }: GivenFormat): JsonFormat => ({
  schema,
  name,
  ...(description != null && { description }),
  ...(strict != null && { strict }),
});

// Google requires that clients return the signature of each call. Its OpenAI-compatible API uses this field for it.
type ExtraContent = { google?: { thought_signature: string } };

export const toOpaque = (extra: ExtraContent | null | undefined): Pick<ToolCall, "opaque"> =>
  extra?.google ? { opaque: { google: { thoughtSignature: extra.google.thought_signature } } } : {};

export function toExtraContent({ opaque }: ToolCall): { extra_content?: ExtraContent } {
  const { thoughtSignature } = (opaque?.google ?? {}) as { thoughtSignature?: unknown };
  return typeof thoughtSignature === "string"
    ? { extra_content: { google: { thought_signature: thoughtSignature } } }
    : {};
}
