import { sql } from "drizzle-orm";
import { documentTypes } from "@/lib/files/extraction/service";

export const TABLES = documentTypes.filter(({ isTable }) => isTable).map(({ mimeType }) => mimeType);

/**
 * Maximum number of chunks of a table that get vectors, about 8,000 rows. Vectors improve the search in rows only
 * slightly, and computing them for a large file could keep a core busy for hours.
 */
export const MAX_TABLE_VECTORS = 1_000;

const MARKDOWN = documentTypes.filter(({ isMarkdown }) => isMarkdown).map(({ mimeType }) => mimeType);

/** Condition for a chunk `p` of a Markdown document, whose text begins with the headings above it. */
export const hasHeadings = sql`exists (select from documents own
  where own.id = p.document_id and own.mime_type in (${sql.join(
    MARKDOWN.map((type) => sql`${type}`),
    sql`, `,
  )}))`;

/** Selects chunks `p` that get a vector: all but the rows of a table past `MAX_TABLE_VECTORS`. */
export const shouldHaveVector = sql`not (p.ordinal >= ${sql.raw(String(MAX_TABLE_VECTORS))} and exists (select from documents own
  where own.id = p.document_id and own.mime_type in (${sql.join(
    TABLES.map((type) => sql`${type}`),
    sql`, `,
  )})))`;
