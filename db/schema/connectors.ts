import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgEnum, pgTable, primaryKey, serial, text, uuid } from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { createdAt, timestamptz } from "./columns";
import { collections, documents } from "./documents";

export const connectorSchedule = pgEnum("connector_schedule", ["off", "hourly", "daily"]);
export const connectorStatus = pgEnum("connector_status", ["idle", "queued", "running"]);

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
    source: jsonb("source").$type<{ kind: string } & Record<string, unknown>>().notNull(),
    encryptedSecret: text("encrypted_secret"),
    schedule: connectorSchedule("schedule").notNull().default("daily"),
    status: connectorStatus("status").notNull().default("idle"),
    /** Incremented by each sync; writes of earlier runs are ignored. */
    run: integer("run").notNull().default(0),
    startedAt: timestamptz("started_at"),
    finishedAt: timestamptz("finished_at"),
    nextRunAt: timestamptz("next_run_at"),
    error: text("error"),
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

export const connectorFiles = pgTable(
  "connector_files",
  {
    connectorId: integer("connector_id")
      .notNull()
      .references(() => connectors.id, { onDelete: "cascade" }),
    path: text("path").notNull(),
    /** Version of the file, such as its ETag: `listed` when last listed, `taken` when last imported. */
    listed: text("listed"),
    taken: text("taken"),
    /** `run` of the latest sync that listed the file (`listedRun`) and of the latest that processed it (`doneRun`). */
    listedRun: integer("listed_run").notNull(),
    doneRun: integer("done_run").notNull().default(0),
    sha256: text("sha256"),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "set null" }),
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.connectorId, table.path] }),
    index("connector_files_of_document").on(table.documentId),
    index("connector_files_problems").on(table.connectorId, table.path).where(sql`problem is not null`),
  ],
);
