import { z } from "zod";
import { get, json, operation } from "@/lib/api/contract";
import { boolean, hasNoNul, id, NUL, name, SuccessMessage, serverAddress, timestamp } from "@/lib/api/fields";
import { endpoints } from "./operations";

const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine(hasNoNul, NUL)
    .refine((text) => !/\p{Cc}/u.test(text), "Must not contain control characters.");

/** The type and location of a source. Each kind has a file in `sources/`. */
export const ConnectorSource = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("folder"),
      path: line(1000).describe("A folder of the server, in one that `CONNECTOR_FOLDERS` allows."),
    }),
    z.object({
      kind: z.literal("website"),
      address: serverAddress.describe(
        "The pages of its sitemap that are below this address; without a sitemap those that links lead to, up to three pages far.",
      ),
    }),
    z.object({
      kind: z.literal("git"),
      address: serverAddress.describe("Of the repository, as `git clone` takes it over HTTPS."),
      branch: line(250).optional().describe("By default the one that the server names."),
      user: line(200).optional().describe("Who the secret, a password or access token, belongs to."),
    }),
    z.object({
      kind: z.literal("s3"),
      endpoint: serverAddress.optional().describe("By default Amazon S3 in the region."),
      region: line(100).default("us-east-1"),
      bucket: line(255).refine(
        (text) => /^[a-z0-9][a-z0-9._-]+$/i.test(text),
        "Must be the name of a bucket.",
      ),
      prefix: line(1000).optional().describe("Only objects whose keys begin with it."),
      access_key_id: line(200).describe("Its secret access key is the secret."),
    }),
    z.object({
      kind: z.literal("imap"),
      host: line(253)
        .refine((text) => /^[a-z0-9.:-]+$/i.test(text), "Must be the name of a server.")
        .describe(
          "Of the IMAP server. The connection is encrypted; only one in a private network may do without.",
        ),
      port: z.int().min(1).max(65_535).default(993).describe("993 begins encrypted, others by STARTTLS."),
      user: line(200).describe("Their password, or one for apps, is the secret."),
      mailbox: line(250).default("INBOX").describe("The folder whose messages become documents."),
    }),
  ])
  .meta({ id: "ConnectorSource" });
export type ConnectorSource = z.output<typeof ConnectorSource>;

const Schedule = z.enum(["off", "hourly", "daily"]);
const secret = line(10_000)
  .optional()
  .describe(
    "The password, token or secret key. It is stored encrypted and never returned. It belongs to the source: enter it again when that changes.",
  );

export const Connector = z
  .object({
    id: z.int(),
    uuid: z.guid(),
    collection_id: z.int(),
    name: z.string(),
    source: ConnectorSource,
    has_secret: z.boolean(),
    schedule: Schedule,
    status: z.enum(["idle", "queued", "running"]),
    files_count: z.int().describe("Files that are documents of the collection."),
    pending_count: z.int().describe("While it runs: files that are still to be read."),
    last_run: z
      .object({
        started_at: timestamp,
        finished_at: timestamp.nullable(),
        added: z.int(),
        changed: z.int(),
        removed: z.int(),
        skipped: z.int().describe("Files that could not be read. `problems` says why."),
        error: z.string().nullable().describe("Why it ended early. Nothing was removed then."),
      })
      .nullable(),
    next_run_at: timestamp.nullable(),
    problems: z
      .array(z.object({ path: z.string(), problem: z.string() }))
      .describe("The first 50 skipped files, and why they were skipped."),
    created_at: timestamp,
  })
  .meta({ id: "Connector" });

export const ConnectorCreate = z
  .object({ name: name(100), source: ConnectorSource, secret, schedule: Schedule.default("daily") })
  .meta({ id: "ConnectorCreate" });
export const ConnectorUpdate = z
  .object({
    name: name(100).optional(),
    source: ConnectorSource.optional(),
    secret,
    schedule: Schedule.optional(),
  })
  .meta({ id: "ConnectorUpdate" });

const params = z.object({ id });
const WHO = "Requires the creator of the collection, or an owner or admin of the group.";

export const connectorsApi = {
  listConnectors: operation(endpoints.listConnectors, {
    summary: "List the connectors of a collection",
    description: `In the order in which they were created. ${WHO}`,
    params,
    returns: z.array(Connector),
  }),
  createConnector: operation(endpoints.createConnector, {
    summary: "Connect a source to a collection",
    description: `The first sync begins at once. Returns 409 if the group or your account has as many connectors as it may have. ${WHO}`,
    params,
    body: json(ConnectorCreate),
    returns: Connector,
    status: 201,
  }),
  getConnector: get("/connectors/{id}", {
    summary: "Get a connector",
    description: WHO,
    params,
    returns: Connector,
  }),
  updateConnector: operation(endpoints.updateConnector, {
    summary: "Change a connector",
    description: `A running sync ends when the source or the secret changes, and another one begins. ${WHO}`,
    params,
    body: json(ConnectorUpdate),
    returns: Connector,
  }),
  deleteConnector: operation(endpoints.deleteConnector, {
    summary: "Remove a connector",
    description: `Deletes its documents, unless \`keep_documents\` is true. ${WHO}`,
    params,
    query: z.object({ keep_documents: boolean.default(false) }),
    returns: SuccessMessage,
  }),
  syncConnector: operation(endpoints.syncConnector, {
    summary: "Sync a connector now",
    description: `Returns 409 while it runs. ${WHO}`,
    params,
    returns: Connector,
  }),
  getConnectorFolders: operation(endpoints.getConnectorFolders, {
    summary: "List the folders of the server that connectors may read",
    description: "From `CONNECTOR_FOLDERS`. Empty when there are none.",
    returns: z.array(z.string()),
  }),
};
