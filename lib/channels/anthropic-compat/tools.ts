import type { z } from "zod";
import type { TokenCountRequest } from "./contract";

type TokenCountInput = z.output<typeof TokenCountRequest>;
type WireTool = NonNullable<TokenCountInput["tools"]>[number];
type Own = Exclude<WireTool, { type: "other" }>;
type WireMessage = TokenCountInput["messages"][number];
type Block<Role> = Exclude<NonNullable<Extract<WireMessage, { role: Role }>["content"]>, string>[number];
type Answered = Exclude<
  Extract<Block<"user">, { type: "tool_result" }>["content"],
  string | undefined
>[number];

/**
 * Returns the tools offered after the last message, since messages may add and remove tools. Tools that Anthropic
 * defines can't be offered and are returned as unknown field names.
 */
export function listOfferedTools({ tools, messages }: TokenCountInput): {
  offered: Own[];
  unknown: string[];
} {
  const given = tools ?? [];
  let offered = given.filter((tool) => tool.type !== "other");
  const named = new Set<string>();
  const unknown = new Set(given.flatMap((tool) => (tool.type === "other" ? [tool.of] : [])));
  // With Anthropic's tool search, deferred tools would never be found here, so all are offered.
  const areSearched = [...unknown].some((type) => type.startsWith("tool_search_tool"));
  const remove = (name: string) => {
    offered = offered.filter((tool) => tool.name !== name);
  };
  for (const block of messages.flatMap(listBlocks)) {
    if (block.type === "tool_reference") named.add(block.tool_name);
    if (block.type === "tool_removal" && block.tool.type === "tool_reference") remove(block.tool.name);
    if (block.type !== "tool_addition") continue;
    if (block.tool.type === "tool_reference") named.add(block.tool.name);
    if (block.tool.type !== "tool_definition") continue;
    const { definition } = block.tool;
    if (definition.type === "other") unknown.add(definition.of);
    else {
      remove(definition.name);
      offered.push({ ...definition, defer_loading: false });
    }
  }
  return {
    offered: offered.filter((tool) => !tool.defer_loading || areSearched || named.has(tool.name)),
    unknown: [...unknown].map((type) => `tools.${type}`),
  };
}

function listBlocks(message: WireMessage): (Block<"system"> | Answered)[] {
  if (typeof message.content === "string" || !message.content || message.role === "assistant") return [];
  if (message.role === "system") return message.content;
  return message.content.flatMap((block): Answered[] =>
    block.type === "tool_result" && Array.isArray(block.content) ? block.content : [],
  );
}
