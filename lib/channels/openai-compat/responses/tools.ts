import { createHash } from "node:crypto";
import type { z } from "zod";
import { MAX_TOOLS } from "@/lib/channels/compat/contract";
import { parseArguments, type ToolCall } from "@/lib/llm/models/service";
import { invalid } from "@/lib/platform/errors";
import type { ResponseRequest } from "./contract";

type ToolsInput = Pick<z.output<typeof ResponseRequest>, "tools" | "tool_choice">;
type WireTool = NonNullable<ToolsInput["tools"]>[number];
type Called = Exclude<WireTool, { type: "namespace" | "other" }>;
type NamedTool = { name: string; namespace?: string | null };

// Providers reject longer names.
const MAX_NAME_CHARACTERS = 64;

export function toFlatName({ name, namespace }: NamedTool): string {
  if (!namespace) return name;
  const flat = `${namespace.replace(/_+$/, "")}__${name}`;
  if (flat.length <= MAX_NAME_CHARACTERS) return flat;
  const hash = createHash("sha256").update(flat).digest("hex").slice(0, 8);
  return `${flat.slice(0, MAX_NAME_CHARACTERS - hash.length - 1)}_${hash}`;
}

export const toCustomToolArguments = (input: string): string => JSON.stringify({ input });

const parseCustomToolInput = (input: string): string => {
  const text = parseArguments(input)?.input;
  return typeof text === "string" ? text : input;
};

export class CallersTools {
  readonly #asked: ToolsInput;
  readonly #tools: { flat: string; tool: Called; namespace?: string }[] = [];
  readonly #unknown = new Set<string>();

  /** @throws InvalidInput when there are too many tools */
  constructor(input: ToolsInput) {
    this.#asked = input;
    for (const tool of input.tools ?? []) {
      if (tool.type === "namespace") for (const inside of tool.tools) this.#add(inside, tool.name);
      else this.#add(tool);
    }
    if (this.#tools.length > MAX_TOOLS) throw invalid(["body", "tools"], `At most ${MAX_TOOLS} tools.`);
  }

  get unknown(): string[] {
    return [...this.#unknown].map((type) => `tools.${type}`);
  }

  get functions() {
    return this.#tools.map(({ flat: name, tool }) =>
      tool.type === "function" ? { ...tool, name } : asFunction(tool, name),
    );
  }

  get choice() {
    const choice = this.#asked.tool_choice;
    if (typeof choice !== "object" || choice === null) return choice;
    if (choice.type !== "allowed_tools") return { name: toFlatName(choice) };
    const names = choice.tools.flatMap((tool) => (tool.type === "other" ? [] : [toFlatName(tool)]));
    return { mode: choice.mode, names };
  }

  item({ id: call_id, name: flat, input }: ToolCall) {
    const { tool, namespace } = this.#tools.find((each) => each.flat === flat) ?? {};
    const place = { call_id, name: tool?.name ?? flat, ...(namespace !== undefined && { namespace }) };
    const status = "completed" as const;
    return tool?.type === "custom"
      ? { type: "custom_tool_call" as const, ...place, input: parseCustomToolInput(input), status }
      : { type: "function_call" as const, ...place, arguments: input, status };
  }

  #add(tool: Exclude<WireTool, { type: "namespace" }>, namespace?: string): void {
    if (tool.type === "other") this.#unknown.add(tool.of);
    else this.#tools.push({ flat: toFlatName({ name: tool.name, namespace }), tool, namespace });
  }
}

function asFunction({ description, format }: Extract<Called, { type: "custom" }>, name: string) {
  const { syntax, definition } = format ?? {};
  const grammar =
    definition && `The input must match this grammar${syntax ? ` (${syntax})` : ""}:\n${definition}`;
  return {
    name,
    description: [description, grammar].filter(Boolean).join("\n\n"),
    parameters: {
      type: "object",
      properties: { input: { type: "string", description: "The whole input of the tool, as plain text." } },
      required: ["input"],
      additionalProperties: false,
    },
  };
}
