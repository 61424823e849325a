import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgEnum, pgTable, primaryKey, serial, text, uuid } from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { createdAt, timestamptz } from "./columns";
import { collections, documents } from "./documents";

export const connectorSchedule = pgEnum("connector_schedule", ["off", "hourly", "daily"]);
export const connectorStatus = pgEnum("connector_status", ["idle", "queued", "running"]);

/** A place outside whose files are documents of a collection. */
export const connectors = pgTable(
  "connectors",
  {
    id: serial("id").primaryKey(),
    uuid: uuid("uuid").notNull().unique().defaultRandom(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    collectionId: integer("collection_id")
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Where the files are: `ConnectorSource` of its contract. */
    source: jsonb("source").$type<{ kind: string } & Record<string, unknown>>().notNull(),
    /** Its password, token or key, sealed. */
    encryptedSecret: text("encrypted_secret"),
    schedule: connectorSchedule("schedule").notNull().default("daily"),
    status: connectorStatus("status").notNull().default("idle"),
    /** Rises with each sync: what is left of an earlier one changes nothing any more. */
    run: integer("run").notNull().default(0),
    startedAt: timestamptz("started_at"),
    finishedAt: timestamptz("finished_at"),
    /** When it is synced next; null while it is off or at work. */
    nextRunAt: timestamptz("next_run_at"),
    /** Why the last sync ended early, a sentence for a person. */
    error: text("error"),
    /** Of the last sync: files. */
    added: integer("added").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    removed: integer("removed").notNull().default(0),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("connectors_of_collection").on(table.collectionId),
    index("connectors_of_group").on(table.groupId),
    index("connectors_of_user").on(table.createdBy),
    index("connectors_due").on(table.nextRunAt).where(sql`next_run_at is not null`),
  ],
);

/** A file of a connector as it was last seen, and the document that it is. */
export const connectorFiles = pgTable(
  "connector_files",
  {
    connectorId: integer("connector_id")
      .notNull()
      .references(() => connectors.id, { onDelete: "cascade" }),
    /** Parts joined by `/`. */
    path: text("path").notNull(),
    /** What tells whether it has changed, such as an etag: as it was listed last, and as it was taken. */
    listed: text("listed"),
    taken: text("taken"),
    /** The latest sync that listed it, and the latest that dealt with it. */
    listedRun: integer("listed_run").notNull(),
    doneRun: integer("done_run").notNull().default(0),
    sha256: text("sha256"),
    /** Null: it was skipped, or somebody has deleted the document. */
    documentId: integer("document_id").references(() => documents.id, { onDelete: "set null" }),
    /** Why it was skipped, or is as it was before: a sentence for a person. */
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.connectorId, table.path] }),
    index("connector_files_of_document").on(table.documentId),
    index("connector_files_problems").on(table.connectorId, table.path).where(sql`problem is not null`),
  ],
);
