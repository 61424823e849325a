import { z } from "zod";
import { modelId } from "@/lib/ai/models/contract";
import { sampling } from "@/lib/ai/sampling/contract";
import { del, get, json, jsonLimits, patch, post } from "@/lib/api/contract";
import { id, name, page, pageSize, timestamp } from "@/lib/api/fields";
import { toolNames } from "@/lib/chat/assistant-tools/contract";
import { mentionName } from "@/lib/identity/mention-names/contract";

const AssistantTool = z.enum(toolNames);

export const VirtualAssistantMini = z
  .object({
    id: z.int(),
    name: z.string(),
    mention_name: z.string().nullable(),
    avatar: z.string().nullable(),
  })
  .meta({ id: "VirtualAssistantMini" });
const VirtualAssistantMiniList = VirtualAssistantMini.extend({
  description: z.string().nullable(),
  is_default: z.boolean(),
  model: z.string().nullable().describe("`provider:model`, `builtin`, or null for the default."),
  model_is_fixed: z.boolean().describe("It uses this model even where a chat has chosen another."),
  temperature: sampling.temperature.value.describe("Null: the model's own."),
  reasoning_effort: sampling.reasoning_effort.value.describe("Null: the model's own."),
  max_output_tokens: sampling.max_output_tokens.value.describe("In tokens. Null: the model's own."),
}).meta({ id: "VirtualAssistantMiniList" });
export const VirtualAssistant = VirtualAssistantMiniList.extend({
  instructions: z.string(),
  greeting: z.string().nullable().describe("What visitors of a public chat see first."),
  suggested_questions: z.array(z.string()).describe("What visitors may begin with."),
  tools: z.array(AssistantTool).nullable().describe("What it may do besides writing; null: all there is."),
  created_at: timestamp,
  updated_at: timestamp,
}).meta({ id: "VirtualAssistant" });

/** What people and programs call a chat or an assistant by: `@name`. */
const fields = {
  name: name(100),
  mention_name: mentionName.nullish(),
  description: z.string().max(500).nullish(),
  instructions: z.string().max(50_000).optional(),
  model: z.nullish(modelId),
  model_is_fixed: z.boolean().optional(),
  temperature: z.optional(sampling.temperature.value),
  reasoning_effort: z.optional(sampling.reasoning_effort.value),
  max_output_tokens: z.optional(sampling.max_output_tokens.value),
  avatar: z.string().max(8).nullish().describe("An emoji."),
  is_default: z.boolean().optional(),
  greeting: z.string().trim().max(1000).nullish(),
  suggested_questions: z.array(z.string().trim().min(1, "Must not be empty.").max(200)).max(6).optional(),
  tools: z.array(AssistantTool).nullish(),
};
export const VirtualAssistantCreate = z.object(fields).meta({ id: "VirtualAssistantCreate" });
export const VirtualAssistantUpdate = z.object(fields).partial().meta({ id: "VirtualAssistantUpdate" });
const params = z.object({ id });
const Removed = z.object({ success: z.literal(true), message: z.string() });

export const assistantsApi = {
  listMiniAssistants: get("/chats/vas", {
    summary: "List the assistants that you may chat with",
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(VirtualAssistantMiniList),
  }),
  listAssistants: get("/virtual-assistants", {
    summary: "List the group's assistants",
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(VirtualAssistant),
  }),
  createAssistant: post("/virtual-assistants", {
    summary: "Create an assistant",
    body: json(VirtualAssistantCreate, { mostBytes: jsonLimits.instructions }),
    returns: VirtualAssistant,
    status: 201,
  }),
  getAssistant: get("/virtual-assistants/{id}", {
    summary: "Get an assistant",
    params,
    returns: VirtualAssistant,
  }),
  updateAssistant: patch("/virtual-assistants/{id}", {
    summary: "Change an assistant",
    params,
    body: json(VirtualAssistantUpdate, { mostBytes: jsonLimits.instructions }),
    returns: VirtualAssistant,
  }),
  removeAssistant: del("/virtual-assistants/{id}", {
    summary: "Remove an assistant",
    description: "Its messages stay. Chats that had it as their default have none.",
    params,
    returns: Removed,
  }),
};
