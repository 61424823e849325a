import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { serverAddress, timestamp } from "@/lib/api/fields";
import { modelId } from "@/lib/llm/models/contract";
import { PROVIDER_IDS } from "@/lib/llm/models/settings";
import { endpoints } from "./operations";

const Provider = z.enum(PROVIDER_IDS);

export const ModelConnection = z
  .object({
    provider: Provider,
    base_url: z.string().nullable(),
    model: z.string().nullable(),
    has_key: z.boolean(),
    from_environment: z.boolean(),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: "ModelConnection" });
export const ModelConnectionInput = z
  .object({
    base_url: serverAddress
      .nullish()
      .describe(
        "No query, fragment, user name or password. Private addresses are refused when connecting, unless `ALLOW_PRIVATE_ADDRESSES` lists them.",
      ),
    api_key: z
      .string()
      .trim()
      .max(500)
      .regex(/^[\x20-\x7e]*$/, "Must be plain text.")
      .nullish()
      .describe("Absent: keeps the stored key. Null: removes it."),
    model: z.string().trim().max(200).nullish(),
  })
  .meta({ id: "ModelConnectionInput" });
const ConnectionTest = z
  .object({ ok: z.boolean(), message: z.string(), models: z.array(z.string()) })
  .meta({ id: "ConnectionTest" });
const ModelOption = z
  .object({
    id: z.string(),
    label: z.string(),
    provider: z.string(),
    builtin: z.boolean(),
    sees_pictures: z.boolean().describe("Whether it gets the pictures of messages."),
    sees_pictures_guessed: z.boolean().describe("By its name: no admin of the group has said so."),
    context_length: z.int().nullable().describe("In tokens; null where it is not known."),
  })
  .meta({ id: "ModelOption" });

export const ModelProblem = z
  .object({
    provider: z.string(),
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

export const AwaitedModel = z.object({
  model: z.string().describe("`local:…`."),
  state: z.enum(["ready", "missing", "downloading"]),
  progress: z.int().describe("Percent of the download."),
  problem: z.string().nullable().describe("Why the last download failed, a sentence. It is tried again."),
});

const SemanticSearch = z
  .object({
    model: z.string().describe("`provider:model`, `local:model` for one that runs here, or `builtin`."),
    label: z.string(),
    builtin: z.boolean(),
    english_only: z.boolean().describe("In other languages, texts are found by their words."),
    awaits: AwaitedModel.nullable().describe("The model that takes its place as soon as it is downloaded."),
    problem: z
      .string()
      .nullable()
      .describe("Why new texts are found by their words only for now, a sentence."),
    switching: z
      .object({
        from: z.string().describe("The model that searches use until then."),
        progress: z.int().describe("Percent."),
      })
      .nullable()
      .describe("While everything is indexed anew with another model."),
  })
  .meta({ id: "SemanticSearch" });

const PictureModel = z
  .object({
    model: modelId.nullable().describe("Null: assistants make no pictures."),
    suggestions: z
      .array(z.object({ id: z.string(), label: z.string() }))
      .describe("Models of connected providers that are known to make pictures."),
  })
  .meta({ id: "PictureModel" });

const params = z.object({ provider: Provider });

export const providersApi = {
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
  setModelSight: operation(endpoints.setModelSight, {
    summary: "Set whether a model can read images",
    description: "For the group. Without it Parley guesses by the name of the model.",
    body: json(ModelSight),
    returns: ModelSight,
  }),
  getPictureModel: operation(endpoints.getPictureModel, {
    summary: "Get the model that makes pictures",
    returns: PictureModel,
  }),
  setPictureModel: operation(endpoints.setPictureModel, {
    summary: "Set the model that makes pictures",
    description: "For the group. Requires an owner or admin. The model's provider must be connected.",
    body: json(z.object({ model: modelId.nullable() })),
    returns: PictureModel,
  }),
  getSemanticSearch: operation(endpoints.getSemanticSearch, {
    summary: "Get the state of semantic search",
    description: "The owner of the installation chooses the embedding model, or `EMBEDDING_MODEL` does.",
    returns: SemanticSearch,
  }),
  listConnections: operation(endpoints.listConnections, {
    summary: "List how this group reaches model providers",
    description:
      "Never includes keys. For connections that the installation provides (`from_environment`), only the owner of the installation sees the address, the model and whether a key is set.",
    returns: z.array(ModelConnection),
  }),
  setConnection: operation(endpoints.setConnection, {
    summary: "Connect a model provider",
    params,
    body: json(ModelConnectionInput),
    returns: ModelConnection,
  }),
  testConnection: operation(endpoints.testConnection, {
    summary: "Test a connection",
    description: "Uses the values you send, and the stored key if you send none. Stores nothing.",
    params,
    body: json(ModelConnectionInput),
    returns: ConnectionTest,
    allowance: "heavy",
  }),
  removeConnection: operation(endpoints.removeConnection, {
    summary: "Disconnect a model provider",
    params,
    returns: z.object({ success: z.literal(true), message: z.string() }),
  }),
};
