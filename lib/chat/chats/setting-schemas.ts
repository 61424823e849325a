import { z } from "zod";
import { boolean, jsonId, name } from "@/lib/api/fields";
import { mentionName } from "@/lib/identity/mention-names/contract";
import { modelId } from "@/lib/llm/models/contract";
import { samplingValues } from "@/lib/llm/sampling/contract";
import { type ChatSetting, type Plain, plainNames, type SwitchSetting } from "./settings";

/** Schemas of the settings in `settings.ts`, for servers only. */
export const PageType = z.enum(["chat", "canvas", "documents"]);
export const ChatSortingStrategy = z.enum(["automatically", "manually", "by_name", "by_created_at"]);
const KB = 1024;

const jsonSize = (most: number) => (value: unknown) =>
  new TextEncoder().encode(JSON.stringify(value)).length <= most;

const canvasText = z
  .string()
  .max(KB * KB)
  .nullable();

export const extra = z.record(z.string(), z.unknown()).refine(jsonSize(64 * KB), "Must have at most 64 KB.");

const MAX_TOOL_SWITCHES = 60;

const toolSwitches = z
  .record(z.string().regex(/^(web|calculation|pictures|mcp:[1-9][0-9]{0,9})$/), z.boolean())
  .refine((switches) => Object.keys(switches).length <= MAX_TOOL_SWITCHES, "Must have at most 60 switches.")
  .describe(
    "By `web`, `calculation`, `pictures` or `mcp:<id>` of an MCP server: false turns the assistant's tool off, true turns calculation on in a chat without documents. Tools that are not named are up to the assistant.",
  );

// Input of the operation that changes a setting: a body, or one query parameter.
const inputSchemas = {
  name: z.object({ name: name(200) }).meta({ id: "ChatNameUpdate" }),
  goal: z.object({ goal: z.string().max(10_000).nullable() }).meta({ id: "ChatGoalUpdate" }),
  va: z.object({ virtual_assistant_id: jsonId.nullable() }).meta({ id: "ChatVaUpdate" }),
  model: z.object({ model: z.nullable(modelId) }).meta({ id: "ChatModelUpdate" }),
  instructions: z
    .object({ instructions: z.string().max(10_000).nullable() })
    .meta({ id: "ChatInstructionsUpdate" }),
  temperature: z.object({ temperature: samplingValues.temperature }).meta({ id: "ChatTemperatureUpdate" }),
  reasoning_effort: z
    .object({ reasoning_effort: samplingValues.reasoning_effort })
    .meta({ id: "ChatReasoningEffortUpdate" }),
  max_output_tokens: z
    .object({ max_output_tokens: samplingValues.max_output_tokens })
    .meta({ id: "ChatMaxOutputTokensUpdate" }),
  tool_switches: z.object({ tool_switches: toolSwitches }).meta({ id: "ChatToolSwitchesUpdate" }),
  memo: z.string().max(100_000),
  mention_name: z
    .union([mentionName, z.literal("")])
    .meta({ override: { type: "string", pattern: "^([a-z][a-z0-9_-]{1,63})?$" } })
    .optional(),
  page_type: PageType,
  sub_chat_sorting_strategy: z.union([ChatSortingStrategy, z.literal("null"), z.literal("")]).optional(),
  canvas: z
    .object({
      canvas: canvasText,
      replaces: canvasText
        .optional()
        .describe("The text you started from. Returns 409 if the canvas has changed since."),
      discards: canvasText
        .optional()
        .describe("The text that isn't kept after a conflict. It becomes the newest version."),
    })
    .meta({ id: "ChatCanvasUpdate" }),
  extra,
} satisfies Record<Exclude<ChatSetting, SwitchSetting>, z.ZodType>;

export const getInputSchema = (setting: ChatSetting): z.ZodType =>
  setting in inputSchemas ? inputSchemas[setting as keyof typeof inputSchemas] : boolean;

const valueSchemas = {
  model: z
    .nullable(modelId)
    .describe("`provider:model`, `builtin`, or null for the model of the assistant that replies."),
  instructions: z.nullable(z.string().max(10_000)),
  tool_switches: toolSwitches,
  ...samplingValues,
} satisfies Record<Exclude<Plain, SwitchSetting>, z.ZodType>;

/** Fields that chats and tasks have in common. */
export const plain = z.object(
  Object.fromEntries(
    plainNames.map((name) => [
      name,
      name in valueSchemas ? valueSchemas[name as keyof typeof valueSchemas] : z.boolean(),
    ]),
  ) as { [S in Plain]: S extends keyof typeof valueSchemas ? (typeof valueSchemas)[S] : z.ZodBoolean },
);
