import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { documents, documentTexts, type StoredPart } from "@/db/schema/documents";

export type DocumentRow = typeof documents.$inferSelect;
export type ProcessingRun = { id: number; attempt: number };

/**
 * Puts a document back to the beginning, with a new attempt; undefined when it is gone.
 * @param hasTranscript Its text is a transcript from now on
 */
export async function requeue({
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

/** The document is there, this run of it is the newest, and nobody has stopped it. */
export const isWanted = ({ id, attempt }: ProcessingRun) =>
  and(
    eq(documents.id, id),
    eq(documents.attempt, attempt),
    inArray(documents.status, ["queued", "processing"]),
  );

/** Changes a document for a run; undefined when that is not wanted any more. */
export async function change({
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

/** As `find`; nobody changes it until the transaction ends. */
export async function hold(run: ProcessingRun): Promise<DocumentRow | undefined> {
  const [row] = await db().select().from(documents).where(isWanted(run)).for("share");
  return row;
}

/** As `find`; nobody else reads it to change it until the transaction ends. */
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

/** The text of a document that has a transcript. */
export async function findTranscript({ id }: { id: number }) {
  const [row] = await db()
    .select({ text: documentTexts.text, parts: documentTexts.parts })
    .from(documentTexts)
    .innerJoin(documents, eq(documents.id, documentTexts.documentId))
    .where(and(eq(documents.id, id), documents.hasTranscript));
  return row;
}

/** Documents that wait for being read for some minutes, or are being read. */
export const unread = ({ limit }: { limit: number }) =>
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
