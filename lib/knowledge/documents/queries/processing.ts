import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents, documentTexts, type StoredPart } from "@/db/schema/documents";

export type DocumentRow = typeof documents.$inferSelect;
export type ProcessingRun = { id: number; attempt: number };

/**
 * Resets a document with a new attempt; undefined when it does not exist.
 * @param hasTranscript true when the document's text is a transcript
 */
export async function requeueDocument({
  id,
  hasTranscript,
}: {
  id: number;
  hasTranscript?: true;
}): Promise<DocumentRow | undefined> {
  const [row] = await db()
    .update(documents)
    .set({
      status: "queued",
      hasTranscript,
      step: null,
      progress: null,
      error: null,
      note: null,
      scans: null,
      queuedAt: sql`now()`,
      attempt: sql`${documents.attempt} + 1`,
    })
    .where(eq(documents.id, id))
    .returning();
  return row;
}

export const isWanted = ({ id, attempt }: ProcessingRun) =>
  and(
    eq(documents.id, id),
    eq(documents.attempt, attempt),
    inArray(documents.status, ["queued", "processing"]),
  );

export async function updateForRun({
  values,
  ...run
}: ProcessingRun & { values: Partial<typeof documents.$inferInsert> }): Promise<DocumentRow | undefined> {
  const [row] = await db().update(documents).set(values).where(isWanted(run)).returning();
  return row;
}

export async function find(run: ProcessingRun): Promise<DocumentRow | undefined> {
  const [row] = await db().select().from(documents).where(isWanted(run));
  return row;
}

export async function lockShared(run: ProcessingRun): Promise<DocumentRow | undefined> {
  const [row] = await db().select().from(documents).where(isWanted(run)).for("share");
  return row;
}

export async function lock(run: ProcessingRun): Promise<DocumentRow | undefined> {
  const [row] = await db().select().from(documents).where(isWanted(run)).for("update");
  return row;
}

export const upsertText = (values: { documentId: number; text: string; parts: StoredPart[] }) =>
  db()
    .insert(documentTexts)
    .values(values)
    .onConflictDoUpdate({
      target: documentTexts.documentId,
      set: { text: values.text, parts: values.parts },
    });

export async function findText({ id }: { id: number }) {
  const [row] = await db().select().from(documentTexts).where(eq(documentTexts.documentId, id));
  return row;
}

export async function findTranscript({ id }: { id: number }) {
  const [row] = await db()
    .select({ text: documentTexts.text, parts: documentTexts.parts })
    .from(documentTexts)
    .innerJoin(documents, eq(documents.id, documentTexts.documentId))
    .where(and(eq(documents.id, id), documents.hasTranscript));
  return row;
}

export const listUnread = ({ limit }: { limit: number }) =>
  db()
    .select({
      id: documents.id,
      uuid: documents.uuid,
      attempt: documents.attempt,
      groupId: documents.groupId,
      size: documents.size,
      mimeType: documents.mimeType,
    })
    .from(documents)
    .where(
      and(
        inArray(documents.status, ["queued", "processing"]),
        lt(documents.createdAt, sql`now() - interval '2 minutes'`),
      ),
    )
    .orderBy(documents.id)
    .limit(limit);
