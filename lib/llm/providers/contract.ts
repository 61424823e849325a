import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { name, serverAddress, timestamp } from "@/lib/api/fields";
import { modelId } from "@/lib/llm/models/contract";
import { OPTION_NAMES, PROVIDER_IDS, RESERVED_IDS } from "@/lib/llm/models/settings";
import { endpoints } from "./operations";

// Headers of the connection itself, which would change where a request ends or who sends it.
const REFUSED_HEADERS = [
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

const Provider = z.enum(PROVIDER_IDS);
const OptionName = z.enum(OPTION_NAMES);
const ConnectionId = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Must have lower-case letters, digits and single hyphens only.")
  .refine((id) => !RESERVED_IDS.includes(id), "This id is reserved.")
  .describe("The first part of the ids of its models, such as `groq` in `groq:llama-4`.");

// Names and values of headers: RFC 9110, section 5.
const HeaderName = z
  .string()
  .max(100)
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]+$/i, "Must be the name of a header.")
  .refine((name) => !REFUSED_HEADERS.includes(name.toLowerCase()), "This header can't be set.");
const HeaderValue = z
  .string()
  .max(2000)
  .regex(/^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/, "Must be plain text.");

const PROXY_ERROR = "Must be the http address of a proxy, such as http://proxy.example.com:3128.";
const ProxyUrl = z
  .url({ protocol: /^http$/, error: PROXY_ERROR })
  .max(500)
  .refine((url) => /^http:\/\/[^/?#\s]+\/?$/i.test(url), PROXY_ERROR);

const MAX_HEADERS = 20;
const ModelName = z.string().trim().min(1).max(200);

export const ModelConnection = z
  .object({
    id: ConnectionId,
    name: z.string().nullable(),
    provider: Provider.describe("The API that the connection speaks."),
    base_url: z.string().nullable(),
    model: z.string().nullable().describe("Used where none is chosen."),
    models: z.array(z.string()).nullable().describe("The models that may be used. Null: all."),
    options: z.partialRecord(OptionName, z.string()).describe("The provider's own settings."),
    header_names: z
      .array(z.string())
      .describe("Headers sent with every request. Their values are never returned."),
    proxy: z.string().nullable().describe("Without its user name and password."),
    timeout_seconds: z.int().nullable(),
    enabled: z.boolean(),
    has_key: z.boolean(),
    from_environment: z.boolean(),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: "ModelConnection" });
export const ModelConnectionInput = z
  .object({
    provider: Provider.optional().describe("Absent: the stored one, else the provider whose name is the id."),
    name: name(60).nullish().describe("Shown beside the names of its models."),
    base_url: serverAddress
      .nullish()
      .describe(
        "No query, fragment, user name or password. Private addresses are refused when connecting, unless `ALLOW_PRIVATE_ADDRESSES` lists them.",
      ),
    api_key: z
      .string()
      .trim()
      .max(8000)
      .regex(/^([\x20-\x7e]*|\{[\t\n\r\x20-\x7e]*)$/, "Must be plain text.")
      // The JSON file of a service account has several lines. A header can't.
      .overwrite((key) => key.replace(/[\t\n\r]+/g, " "))
      .nullish()
      .describe(
        "Absent: keeps the stored key. Null: removes it. For Azure with Entra ID: the client's secret. For Bedrock with an access key: the secret access key. For Vertex AI: an API key or the JSON file of a service account.",
      ),
    model: z.string().trim().max(200).nullish(),
    models: z
      .array(ModelName)
      .max(500)
      .nullish()
      .describe("The models that may be used. Null: all that it lists."),
    options: z.partialRecord(OptionName, z.string().trim().max(200)).optional(),
    headers: z
      .record(HeaderName, HeaderValue)
      .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `At most ${MAX_HEADERS} headers.`)
      .nullish()
      .describe("Absent: keeps the stored headers. Null: removes them."),
    proxy: ProxyUrl.nullish().describe(
      "Absent: keeps the stored proxy. Null: removes it. May have a password.",
    ),
    timeout_seconds: z
      .int()
      .min(1)
      .max(3600)
      .nullish()
      .describe("The longest wait for the first word. Null: `MODEL_FIRST_TOKEN_SECONDS`."),
    enabled: z.boolean().default(true),
  })
  .meta({ id: "ModelConnectionInput" });

/** A connection as files have it: without secrets, but with what shows that it had some. */
export const PortableConnection = z.strictObject({
  ...ModelConnectionInput.omit({ api_key: true, headers: true, proxy: true }).required().shape,
  id: ConnectionId,
  header_names: z.array(HeaderName).max(MAX_HEADERS),
  proxy: ProxyUrl.nullable().describe("Without its user name and password."),
  has_key: z.boolean(),
});

const ConnectionTest = z
  .object({ ok: z.boolean(), message: z.string(), models: z.array(z.string()) })
  .meta({ id: "ConnectionTest" });
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

const DownloadName = z
  .string()
  .trim()
  .max(200)
  .regex(/^\w[\w.-]*(\/\w[\w.-]*)*(:\w[\w.-]*)?$/, "Must be the name of a model, such as `llama3.2:3b`.");

const params = z.object({ connection: ConnectionId });

export const providersApi = {
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
    description:
      "Creates the connection with this id or replaces it. A group can have several connections to a provider: assistants keep using `id:model`. A stored key and headers are dropped when the address changes.",
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
  downloadModel: operation(endpoints.downloadModel, {
    summary: "Download a model onto the connection's server",
    description:
      "For Ollama. Answers when the model is there. With `Accept: text/event-stream` the progress comes as events `progress` with `percent`; the last event is `done` or `error`. Ending the request stops the download; the next one continues it.",
    params,
    body: json(z.object({ model: DownloadName })),
    events: true,
    returns: z.object({ model: z.string() }),
    allowance: "heavy",
  }),
  removeConnection: operation(endpoints.removeConnection, {
    summary: "Disconnect a model provider",
    params,
    returns: z.object({ success: z.literal(true), message: z.string() }),
  }),
};
