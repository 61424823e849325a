import { z } from "zod";
import { get, json, jsonLimits, multipart, operation } from "@/lib/api/contract";
import { id, int, jsonId, MAX_INTEGER, name, page, pageSize, timestamp } from "@/lib/api/fields";
import { toolNames } from "@/lib/chat/assistant-tools/settings";
import { usableBy } from "@/lib/identity/audiences/contract";
import { mentionName } from "@/lib/identity/mention-names/contract";
import { UserMini } from "@/lib/identity/people/contract";
import { modelId } from "@/lib/llm/models/contract";
import { samplingValues } from "@/lib/llm/sampling/contract";
import { endpoints, MAX_FALLBACKS, REPLY_LIMITS } from "./operations";

const AssistantTool = z.enum(toolNames);

export const VirtualAssistantMini = z
  .object({
    id: z.int(),
    name: z.string(),
    mention_name: z.string().nullable(),
    avatar: z.string().nullable().describe("An emoji."),
    avatar_url: z.string().nullable().describe("Its picture, which stands in place of the emoji."),
  })
  .meta({ id: "VirtualAssistantMini" });
const VirtualAssistantMiniList = VirtualAssistantMini.extend({
  description: z.string().nullable(),
  suggested_questions: z.array(z.string()).describe("What people may begin with."),
  is_default: z.boolean(),
  model: z.string().nullable().describe("`provider:model`, `builtin`, or null for the default."),
  model_is_fixed: z.boolean().describe("It uses this model even where a chat has chosen another."),
  temperature: samplingValues.temperature.describe("Null: the model's own."),
  reasoning_effort: samplingValues.reasoning_effort.describe("Null: the model's own."),
  max_output_tokens: samplingValues.max_output_tokens.describe("In tokens. Null: the model's own."),
}).meta({ id: "VirtualAssistantMiniList" });

const limit = (name: keyof typeof REPLY_LIMITS) =>
  z.int().min(REPLY_LIMITS[name].least).max(REPLY_LIMITS[name].most).nullable();
const limits = {
  most_rounds: limit("most_rounds").describe(
    "How often it may use tools before it answers. Null: 8. With more it shows a plan of its work.",
  ),
  most_tokens: limit("most_tokens").describe(
    "Tokens of a reply, in and out, with those of the assistants that it asks. Null: no limit of its own.",
  ),
  most_seconds: limit("most_seconds").describe(
    "Seconds of a reply, without those in which it waits for people or a long tool. Null: 300.",
  ),
};

export const VirtualAssistant = VirtualAssistantMiniList.extend({
  instructions: z.string(),
  fallback_models: z
    .array(z.string())
    .describe("Models that are asked in turn when the one before fails or is used up."),
  greeting: z.string().nullable().describe("What visitors of a public chat see first."),
  documents: z
    .array(z.object({ id: z.int(), file_name: z.string() }))
    .describe("Documents of the library that it knows wherever it replies."),
  collections: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe("Collections that it knows wherever it replies."),
  most_rounds: limits.most_rounds,
  most_tokens: limits.most_tokens,
  most_seconds: limits.most_seconds,
  colleagues: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe(
      "Other assistants that it may ask, as far as whoever asked may use them. Empty for those who may not change it.",
    ),
  usable_by: usableBy,
  people: z
    .array(z.object({ user: UserMini, can_edit: z.boolean() }))
    .describe("Empty for those who may not change it."),
  version: z.int().describe("Rises with each change of what it is and does."),
  may_change: z.boolean().describe("Whether you can change it."),
  may_manage: z.boolean().describe("Whether you can share and delete it."),
  created_by: UserMini.nullable(),
  tools: z.array(AssistantTool).nullable().describe("What it may do besides writing; null: all there is."),
  created_at: timestamp,
  updated_at: timestamp,
}).meta({ id: "VirtualAssistant" });

const MAX_KNOWLEDGE_ITEMS = 100;
const MAX_PEOPLE = 200;
const MAX_COLLEAGUES = 20;
const ids = z.array(jsonId).max(MAX_KNOWLEDGE_ITEMS);

const content = {
  name: name(100),
  mention_name: mentionName.nullish(),
  description: z.string().max(500).nullish(),
  instructions: z.string().max(50_000).optional(),
  model: z.nullish(modelId),
  model_is_fixed: z.boolean().optional(),
  fallback_models: z.array(modelId).max(MAX_FALLBACKS).optional(),
  temperature: z.optional(samplingValues.temperature),
  reasoning_effort: z.optional(samplingValues.reasoning_effort),
  max_output_tokens: z.optional(samplingValues.max_output_tokens),
  avatar: z.string().max(8).nullish().describe("An emoji."),
  greeting: z.string().trim().max(1000).nullish(),
  suggested_questions: z.array(z.string().trim().min(1, "Must not be empty.").max(200)).max(6).optional(),
  document_ids: ids.optional().describe("Documents of the library."),
  collection_ids: ids.optional(),
  most_rounds: limits.most_rounds.optional(),
  most_tokens: limits.most_tokens.optional(),
  most_seconds: limits.most_seconds.optional(),
  colleague_ids: z.array(jsonId).max(MAX_COLLEAGUES).optional().describe("Other assistants of the group."),
  tools: z.array(AssistantTool).nullish(),
};
const place = {
  is_default: z.boolean().optional(),
  usable_by: usableBy
    .optional()
    .describe("Absent for a new one: `group` for owners and admins, else `creator`."),
  people: z
    .array(z.object({ user_id: jsonId, can_edit: z.boolean().default(false) }))
    .max(MAX_PEOPLE)
    .optional()
    .describe("Replaces who else may use it and who of them may change it."),
};
export const AssistantContent = z.object(content);
export const VirtualAssistantCreate = z
  .object({ ...content, ...place })
  .meta({ id: "VirtualAssistantCreate" });
export const VirtualAssistantUpdate = VirtualAssistantCreate.partial().meta({ id: "VirtualAssistantUpdate" });

const AssistantVersion = z
  .object({
    number: z.int(),
    created_by: UserMini.nullable(),
    created_at: timestamp,
    changed: z.array(z.string()).describe("The fields that differ from the version before."),
  })
  .meta({ id: "AssistantVersion" });
const AssistantVersionDetail = AssistantVersion.extend({ fields: z.record(z.string(), z.unknown()) }).meta({
  id: "AssistantVersionDetail",
});

export const PICTURE = { mostBytes: 5_000_000, side: 256 };
export const FILE_FORMAT = "parley-assistant";
export const FILE_VERSION = 1;

/** Export format of an assistant. It leaves out everything that belongs to the group: documents, people and keys. */
export const AssistantFile = z
  .strictObject({
    format: z.literal(FILE_FORMAT),
    version: z.literal(FILE_VERSION),
    assistant: AssistantContent.omit({
      document_ids: true,
      collection_ids: true,
      colleague_ids: true,
    }).strict(),
    picture: z
      .string()
      .max(400_000)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, "Must be base64.")
      .optional()
      .describe("WebP, in base64."),
  })
  .meta({ id: "AssistantFile" });

const params = z.object({ id });
const Removed = z.object({ success: z.literal(true), message: z.string() });
const ofVersion = z.object({ id, number: int(1, MAX_INTEGER) });

export const assistantsApi = {
  listMiniAssistants: operation(endpoints.listMiniAssistants, {
    summary: "List the assistants that you may chat with",
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(VirtualAssistantMiniList),
  }),
  listAssistants: operation(endpoints.listAssistants, {
    summary: "List the group's assistants",
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(VirtualAssistant),
  }),
  createAssistant: operation(endpoints.createAssistant, {
    summary: "Create an assistant",
    description:
      "Owners and admins choose whether members may create assistants for themselves, or for others too (`members_create` of the group).",
    body: json(VirtualAssistantCreate, { mostBytes: jsonLimits.instructions }),
    returns: VirtualAssistant,
    status: 201,
  }),
  getAssistant: operation(endpoints.getAssistant, {
    summary: "Get an assistant",
    params,
    returns: VirtualAssistant,
  }),
  updateAssistant: operation(endpoints.updateAssistant, {
    summary: "Change an assistant",
    params,
    body: json(VirtualAssistantUpdate, { mostBytes: jsonLimits.instructions }),
    returns: VirtualAssistant,
  }),
  removeAssistant: operation(endpoints.removeAssistant, {
    summary: "Remove an assistant",
    description: "Its messages stay. Chats that had it as their default have none.",
    params,
    returns: Removed,
  }),
  setAssistantPicture: operation(endpoints.setAssistantPicture, {
    summary: "Set the picture of an assistant",
    description: `A PNG, JPEG, WebP or AVIF of at most ${PICTURE.mostBytes / 1_000_000} MB. It is cut to a square of ${PICTURE.side} pixels.`,
    params,
    body: multipart(z.object({}), { files: "file" }),
    returns: VirtualAssistant,
  }),
  getAssistantPicture: get("/virtual-assistants/{id}/picture", {
    summary: "Get the picture of an assistant",
    params,
    query: z.object({ v: z.string().max(64).optional().describe("Which picture; not needed.") }),
    returns: z.unknown(),
    types: ["image/webp"],
  }),
  removeAssistantPicture: operation(endpoints.removeAssistantPicture, {
    summary: "Remove the picture of an assistant",
    params,
    returns: VirtualAssistant,
  }),
  listAssistantVersions: operation(endpoints.listAssistantVersions, {
    summary: "List the versions of an assistant",
    description: "Newest first. For those who may change it. The last 200 are kept.",
    params,
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(AssistantVersion),
  }),
  getAssistantVersion: operation(endpoints.getAssistantVersion, {
    summary: "Get a version of an assistant",
    params: ofVersion,
    returns: AssistantVersionDetail,
  }),
  restoreAssistantVersion: operation(endpoints.restoreAssistantVersion, {
    summary: "Restore a version of an assistant",
    description:
      "Makes a new version with its fields. Documents and collections that have been deleted since are left out. Who may use it stays as it is.",
    params: ofVersion,
    returns: VirtualAssistant,
  }),
  duplicateAssistant: operation(endpoints.duplicateAssistant, {
    summary: "Duplicate an assistant",
    description:
      "The copy has no mention name and is nobody's default. Those who may not share the original get a copy of their own.",
    params,
    returns: VirtualAssistant,
    status: 201,
  }),
  exportAssistant: operation(endpoints.exportAssistant, {
    summary: "Export an assistant",
    description: "A file to import elsewhere. It has no documents, people or keys.",
    params,
    returns: AssistantFile,
  }),
  importAssistant: operation(endpoints.importAssistant, {
    summary: "Import an assistant",
    description: "Takes what the export gives. A mention name that is taken is left out.",
    body: json(AssistantFile, { mostBytes: jsonLimits.message }),
    returns: VirtualAssistant,
    status: 201,
  }),
};
