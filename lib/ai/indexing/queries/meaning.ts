import { sql } from "drizzle-orm";
import { documentTypes } from "@/lib/ai/extraction/service";

/** Documents whose passages are lines that make no sense without the first one. */
export const TABLES = documentTypes.filter(({ isTable }) => isTable).map(({ mimeType }) => mimeType);

/**
 * So many passages of a table get vectors, about 8,000 rows. Rows mean little beyond their words, and those of one file could
 * keep a core busy for hours.
 */
export const MOST_OF_TABLE = 1_000;

/** Whether a passage `p` is to be found by its meaning; all are found by their words. */
export const hasMeaning = sql`not (p.ordinal >= ${sql.raw(String(MOST_OF_TABLE))} and exists (select from documents own
  where own.id = p.document_id and own.mime_type in (${sql.join(
    TABLES.map((type) => sql`${type}`),
    sql`, `,
  )})))`;
