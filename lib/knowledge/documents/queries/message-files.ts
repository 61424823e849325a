import { eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents, documentTexts } from "@/db/schema/documents";

/**
 * Returns documents with their extracted texts. Texts of up to `most` characters are whole; longer texts are cut to the
 * first `beginning` characters. Expects attachments of a chat that the caller is authorized to read.
 */
export async function listFilesWithText({
  ids,
  most,
  beginning,
}: {
  ids: number[];
  most: number;
  beginning: number;
}) {
  if (ids.length === 0) return [];
  const { text } = documentTexts;
  return db()
    .select({
      id: documents.id,
      fileName: documents.fileName,
      mimeType: documents.mimeType,
      size: documents.size,
      storageKey: documents.storageKey,
      groupId: documents.groupId,
      status: documents.status,
      step: documents.step,
      error: documents.error,
      text: sql<string | null>`case when ${documents.characters} <= ${most}::int then ${text}
        else left(${text}, ${beginning}::int) end`,
      length: sql<number>`coalesce(${documents.characters}, 0)`,
    })
    .from(documents)
    .leftJoin(documentTexts, eq(documentTexts.documentId, documents.id))
    .where(inArray(documents.id, ids));
}
export type FileRow = Awaited<ReturnType<typeof listFilesWithText>>[number];
