import { z } from "zod";
import { json, jsonLimits, operation } from "@/lib/api/contract";
import { jsonId, name } from "@/lib/api/fields";
import { modelId } from "@/lib/llm/models/contract";
import { PortableConnection } from "@/lib/llm/providers/contract";
import { MAX_CONNECTIONS } from "@/lib/llm/providers/settings";
import { MAX_PRICE } from "@/lib/llm/usage/settings";
import { endpoints } from "./operations";

export const MAX_MODELS = 1000;
const MAX_PEOPLE = 500;
const contextLength = z.int().min(256).max(100_000_000).nullable();
const Price = z.object({ input: z.number(), output: z.number() });
const price = z.number().min(0).max(MAX_PRICE);
const PriceInput = z.object({ input: price, output: price });

const settings = {
  model: modelId,
  hidden: z.boolean().describe("Hidden models aren't offered. What uses them keeps working."),
  name: name(100).nullable().describe("Shown in place of the model's own name."),
  description: z.string().trim().max(300).nullable(),
  icon: z.string().trim().max(32).nullable().describe("An emoji."),
  context_length: contextLength.describe("In tokens. Null: as the server or the shipped table says."),
  calls_tools: z.boolean().describe("False: tools are not offered to the model."),
  reasons: z.boolean().describe("False: no reasoning effort is sent to the model."),
  usable_by: z
    .enum(["group", "admins", "people"])
    .describe(
      "`admins`: owners and admins of the group. `people`: those of `user_ids`, too. Assistants that use the model can be used by others.",
    ),
  user_ids: z.array(jsonId).max(MAX_PEOPLE),
};

export const ModelSettingsInput = z
  .object({
    ...settings,
    hidden: settings.hidden.default(false),
    name: settings.name.optional(),
    description: settings.description.optional(),
    icon: settings.icon.optional(),
    context_length: settings.context_length.optional(),
    calls_tools: settings.calls_tools.default(true),
    reasons: settings.reasons.default(true),
    usable_by: settings.usable_by.default("group"),
    user_ids: settings.user_ids.default([]),
    sees_pictures: z.boolean().nullable().optional().describe("Null: Parley guesses. Left out: as it is."),
    price: PriceInput.nullable()
      .optional()
      .describe("The group's price per million tokens. Null: none. Left out: as it is."),
  })
  .meta({ id: "ModelSettingsInput" });

const ModelSettings = z
  .object({
    ...settings,
    model: z.string(),
    user_ids: z.array(z.int()),
    label: z.string().describe("The model's own name and that of its connection."),
    connection: z.string(),
    sees_pictures: z.boolean().nullable().describe("Null: Parley guesses."),
    sees_pictures_guess: z.boolean(),
    price: Price.nullable().describe("The group's price per million tokens."),
    known: z.object({
      context_length: z.int().nullable(),
      price: Price.nullable().describe("In US dollars per million tokens, from the shipped table."),
    }),
  })
  .meta({ id: "ModelSettings" });

export const MODELS_FILE_FORMAT = "parley-models";
export const MODELS_FILE_VERSION = 1;

const isDistinct = (ids: string[]) => new Set(ids).size === ids.length;
const { user_ids: _, ...portable } = settings;

/** Export format of connections and settings of models. It has no keys, values of headers, passwords or people. */
export const ModelsFile = z
  .strictObject({
    format: z.literal(MODELS_FILE_FORMAT),
    version: z.literal(MODELS_FILE_VERSION),
    connections: z
      .array(PortableConnection)
      .max(MAX_CONNECTIONS)
      .refine((all) => isDistinct(all.map(({ id }) => id)), "An id is there twice."),
    models: z
      .array(
        z.strictObject({
          ...portable,
          model: modelId.refine((id) => id !== "builtin", "The document finder has no settings."),
          sees_pictures: z.boolean().nullable(),
          price: PriceInput.nullable(),
        }),
      )
      .max(MAX_MODELS)
      .refine((all) => isDistinct(all.map(({ model }) => model)), "A model is there twice."),
    order: z.array(modelId).max(MAX_MODELS),
    default: modelId.nullable(),
  })
  .meta({ id: "ModelsFile" });

const GroupModels = z
  .object({
    default: z.string().nullable().describe("Null: the operator's default, or the first model."),
    models: z.array(ModelSettings),
  })
  .meta({ id: "GroupModels" });

const ModelOption = z
  .object({
    id: z.string(),
    label: z.string(),
    provider: z.string(),
    connection: z.string().describe("The id of the connection that serves it."),
    builtin: z.boolean(),
    sees_pictures: z.boolean().describe("Whether it gets the pictures of messages."),
    sees_pictures_guessed: z
      .boolean()
      .describe("By its name or its server: no admin of the group has said so."),
    context_length: z.int().nullable().describe("In tokens; null where it is not known."),
    name: z.string().nullable().describe("As an admin has named it."),
    description: z.string().nullable(),
    icon: z.string().nullable().describe("An emoji."),
    calls_tools: z.boolean(),
    reasons: z.boolean().describe("Whether it takes a reasoning effort."),
  })
  .meta({ id: "ModelOption" });

export const ModelProblem = z
  .object({
    provider: z.string(),
    connection: z.string().describe("The id of the connection."),
    name: z.string().nullable().describe("The name of the connection."),
    code: z
      .string()
      .describe("`refused`: it can't be reached. `unauthorized`: it refused the key. Others: it failed."),
    message: z.string().describe("A sentence."),
  })
  .meta({ id: "ModelProblem" });

const ModelSight = z
  .object({
    model: modelId,
    sees_pictures: z.boolean().nullable().describe("Null: Parley guesses again."),
  })
  .meta({ id: "ModelSight" });

export const groupModelsApi = {
  listModels: operation(endpoints.listModels, {
    summary: "List the models that assistants can use",
    description:
      "A provider that can't be reached lists no models, except one that an admin or the operator has named: `problems` says so.",
    returns: z.object({
      default: ModelOption.nullable().describe(
        "Used where none is chosen. Null: the first model of a server that can't be reached now.",
      ),
      models: z.array(ModelOption),
      problems: z.array(ModelProblem),
    }),
  }),
  listModelSettings: operation(endpoints.listModelSettings, {
    summary: "List all models with their settings",
    description: "Hidden ones, too, in the order in which they are offered. Requires an owner or admin.",
    returns: GroupModels,
  }),
  setModelSettings: operation(endpoints.setModelSettings, {
    summary: "Set how a model is offered",
    description: "Replaces all settings of the model. Requires an owner or admin.",
    body: json(ModelSettingsInput),
    returns: ModelSettingsInput,
  }),
  exportModels: operation(endpoints.exportModels, {
    summary: "Export connections and settings of models",
    description:
      "A file to import elsewhere. It has no keys, values of headers, passwords or people. Requires an owner or admin.",
    returns: ModelsFile,
  }),
  importModels: operation(endpoints.importModels, {
    summary: "Import connections and settings of models",
    description:
      "Takes what the export gives. What has the same id is replaced, and everything else stays. A connection whose key or headers are missing is turned off. Requires an owner or admin.",
    body: json(ModelsFile, { mostBytes: jsonLimits.pictures }),
    returns: z.object({
      connections: z.int(),
      models: z.int(),
      incomplete: z.array(z.string()).describe("Ids of connections whose key or headers are missing."),
    }),
  }),
  setModelOrder: operation(endpoints.setModelOrder, {
    summary: "Set the order of models",
    description: "Models that are left out follow. Requires an owner or admin.",
    body: json(z.object({ models: z.array(modelId).max(MAX_MODELS) })),
    returns: z.object({ models: z.array(z.string()) }),
  }),
  setDefaultModel: operation(endpoints.setDefaultModel, {
    summary: "Set the group's default model",
    description: "Used where neither a chat nor an assistant has one. Requires an owner or admin.",
    body: json(z.object({ model: modelId.nullable() })),
    returns: z.object({ model: z.string().nullable() }),
  }),
  setModelSight: operation(endpoints.setModelSight, {
    summary: "Set whether a model can read images",
    description: "For the group. Without it Parley guesses by the name of the model.",
    body: json(ModelSight),
    returns: ModelSight,
  }),
};
