import { z } from "zod";
import { get, json, operation } from "@/lib/api/contract";
import { id, page, pageSize, SuccessMessage, timestamp, uuid } from "@/lib/api/fields";
import { ModelProblem } from "@/lib/llm/group-models/contract";
import { AwaitedModel } from "@/lib/llm/providers/contract";
import { endpoints } from "./operations";

const FailedRun = z.object({
  id: z.guid(),
  name: z.string().describe("The background function."),
  failed_at: timestamp,
  error: z.string().nullable().describe("Why it was given up."),
});

const Queue = z.object({
  engine: z.enum(["embedded", "inngest"]),
  waiting: z.int().describe("Due now, or later: for another try, or after a sleep."),
  running: z.int(),
  failed: z.int().describe("Given up in the last seven days."),
  failures: z.array(FailedRun).describe("The newest 20 of those."),
});

const SlowOperation = z.object({
  operation: z.string(),
  count: z.int(),
  p50_ms: z.number(),
  p95_ms: z.number(),
});

export const InstallationStatus = z.object({
  version: z.string(),
  started_at: timestamp.describe("When the process that answers began."),
  node: z.string(),
  memory_bytes: z.int(),
  processes: z.int().describe("Processes that use this database."),
  queue: Queue,
  replies_running: z.int().describe("Of all processes."),
  streams_open: z.int().describe("Of the process that answers."),
  providers: z.array(z.string()).describe("Those that the environment connects; groups can have others."),
  model_problems: z
    .array(ModelProblem)
    .describe("Those of them, and an Ollama whose address is set, that list no models."),
  semantic_search: z
    .object({ model: z.string(), problem: z.string().nullable(), awaits: AwaitedModel.nullable() })
    .nullable(),
  speech_recognition: z
    .object({
      model: z.string().nullable().describe("null: recordings are not transcribed."),
      downloads_when_needed: z.boolean().describe("The first recording starts the download of Whisper."),
      awaits: AwaitedModel.nullable(),
    })
    .describe("Groups can have a speech provider of their own."),
  index_backlog: z
    .object({
      messages: z.int().describe("100,000 at the most."),
      oldest_at: timestamp.nullable().describe("When the oldest of them was stored."),
    })
    .describe("Messages that wait to be indexed. Search finds them by their words only, or not yet."),
  storage: z.object({ works: z.boolean(), files: z.int(), bytes: z.int() }),
  database: z.object({ kind: z.enum(["embedded", "postgresql"]), bytes: z.int() }),
  slow_operations: z
    .array(SlowOperation)
    .describe(
      "Slowest operations of this process in the last hour, slowest first. Times are accurate to 19 %. A stream counts until it starts.",
    ),
});

export const InstallationAccount = z
  .object({
    id: z.int(),
    email: z.string(),
    full_name: z.string(),
    avatar_url: z.string().nullable(),
    is_installation_owner: z.boolean(),
    groups_count: z.int(),
    suspended_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "InstallationAccount" });

const tokens = z.int().min(0).max(1e15);
export const InstallationGroup = z
  .object({
    id: z.guid(),
    name: z.string(),
    members_count: z.int(),
    suspended_at: timestamp.nullable(),
    created_at: timestamp,
    operator_monthly_tokens: z
      .int()
      .nullable()
      .describe(
        "Tokens of the installation's models that the group may use in a month. Null means the default, 0 no limit.",
      ),
    operator_used_tokens: z.int().describe("What it has used of them in this calendar month (UTC)."),
  })
  .meta({ id: "InstallationGroup" });

export const InstallationSettings = z
  .object({
    address: z.string().describe("`APP_URL`."),
    sign_up: z.object({
      mode: z.enum(["open", "invited", "closed", "domain"]),
      domains: z.array(z.string()),
      is_default: z.boolean().describe("`SIGN_UP` isn't set."),
    }),
    monthly_tokens: z
      .int()
      .describe("Tokens of the installation's models that each group may use in a month. 0 means no limit."),
    monthly_tokens_default: z.int().describe("The same as `GROUP_MONTHLY_TOKENS` has it."),
    providers: z.array(z.string()).describe("Those that the environment connects."),
  })
  .meta({ id: "InstallationSettings" });

const EmbeddingModels = z
  .object({
    chosen: z
      .string()
      .nullable()
      .describe(
        "`local:…` or `builtin`. Null: Parley chooses by what there is, a model of this machine last.",
      ),
    from_environment: z.boolean().describe("`EMBEDDING_MODEL` is set, which comes first."),
    models: z
      .array(
        AwaitedModel.extend({
          bytes: z.int().describe("What is downloaded for it."),
          licence: z.string(),
          english_only: z.boolean(),
        }),
      )
      .describe("Those that run on this machine."),
  })
  .meta({ id: "EmbeddingModels" });

const search = z.string().trim().max(200).optional();
const listed = z.object({ page, page_size: pageSize, search });
const account = z.object({ id });
const group = z.object({ id: uuid });

const owned = "For the owner of the installation, whose account was its first.";

export const installationApi = {
  getMetrics: get("/metrics", {
    summary: "Get metrics of this process, for Prometheus",
    description:
      "Prometheus text format 0.0.4. Send `Authorization: Bearer <METRICS_TOKEN>`. Returns 404 if `METRICS_TOKEN` is not set.",
    access: "anyone",
    returns: z.string(),
    types: ["text/plain"],
  }),
  getInstallationStatus: operation(endpoints.getInstallationStatus, {
    summary: "Get the status of the installation",
    description: owned,
    returns: InstallationStatus,
  }),
  retryRun: operation(endpoints.retryRun, {
    summary: "Retry a failed background run",
    description: `${owned} Continues at the step that failed; with an Inngest server, the run starts again. Returns 409 if the run has not failed.`,
    params: z.object({ id: z.guid() }),
    returns: SuccessMessage,
  }),
  getInstallationSettings: operation(endpoints.getInstallationSettings, {
    summary: "Get the installation's settings",
    description: owned,
    returns: InstallationSettings,
  }),
  updateInstallationSettings: operation(endpoints.updateInstallationSettings, {
    summary: "Update the installation's settings",
    description: `${owned} Null goes back to \`GROUP_MONTHLY_TOKENS\`. Models that a group connects with its own key don't count.`,
    body: json(z.object({ monthly_tokens: tokens.nullable() })),
    returns: InstallationSettings,
  }),
  getEmbeddingModels: operation(endpoints.getEmbeddingModels, {
    summary: "List the embedding models that run on this machine",
    description: `${owned} \`GET /models/semantic-search\` says which model is in use.`,
    returns: EmbeddingModels,
  }),
  chooseEmbeddingModel: operation(endpoints.chooseEmbeddingModel, {
    summary: "Choose the embedding model",
    description: `${owned} Downloads it if it is missing, then reindexes everything in the background; searches work all the time. Returns 409 if \`EMBEDDING_MODEL\` is set.`,
    body: json(EmbeddingModels.pick({ chosen: true })),
    returns: EmbeddingModels,
  }),
  listInstallationAccounts: operation(endpoints.listInstallationAccounts, {
    summary: "List all accounts, newest first",
    description: `${owned} \`search\` finds names and e-mail addresses.`,
    query: listed,
    returns: z.array(InstallationAccount),
  }),
  suspendAccount: operation(endpoints.suspendAccount, {
    summary: "Suspend an account",
    description: `${owned} Ends the account's sessions, API tokens, connected programs, devices, mailed links and invitations for good, and its streams and running replies, within a second. Background work for it stops. Signing in fails as with a wrong password. Returns 409 for your own account.`,
    params: account,
    returns: InstallationAccount,
  }),
  reactivateAccount: operation(endpoints.reactivateAccount, {
    summary: "Reactivate an account",
    description: `${owned} It can sign in again, and background work for it goes on. What it had to sign in with before, such as API tokens, stays ended.`,
    params: account,
    returns: InstallationAccount,
  }),
  listInstallationGroups: operation(endpoints.listInstallationGroups, {
    summary: "List all groups, newest first",
    description: `${owned} \`search\` finds names.`,
    query: listed,
    returns: z.array(InstallationGroup),
  }),
  updateInstallationGroup: operation(endpoints.updateInstallationGroup, {
    summary: "Set a group's limit for the installation's models",
    description: `${owned} Null: the default of the installation; 0: no limit.`,
    params: group,
    body: json(z.object({ operator_monthly_tokens: tokens.nullable() })),
    returns: InstallationGroup,
  }),
  suspendGroup: operation(endpoints.suspendGroup, {
    summary: "Suspend a group",
    description: `${owned} Nobody can open the group, its public chats return 404, and background work for it stops. Returns 409 for a group that you are in.`,
    params: group,
    returns: InstallationGroup,
  }),
  reactivateGroup: operation(endpoints.reactivateGroup, {
    summary: "Reactivate a group",
    description: owned,
    params: group,
    returns: InstallationGroup,
  }),
};
