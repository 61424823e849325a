import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { toArrayLiteral } from "@/db/row-values";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatImports } from "@/db/schema/chat-imports";
import { documents } from "@/db/schema/documents";
import { inboundMails } from "@/db/schema/inbound-mails";
import { storedFiles } from "@/db/schema/storage";
import { videoConversions } from "@/db/schema/videos";
import { voiceRecordings } from "@/db/schema/voice";
import type { QuotaKind } from "@/lib/platform/quota/service";

export async function listUnreferencedFiles({ keys: given }: { keys: string[] }): Promise<string[]> {
  const keys = [...new Set(given)];
  if (keys.length === 0) return [];
  const ofDocuments = await db()
    .select({ key: documents.storageKey })
    .from(documents)
    .where(inArray(documents.storageKey, keys));
  const named = new Set(ofDocuments.map(({ key }) => key));
  const left = keys.filter((key) => !named.has(key));
  if (left.length === 0) return [];
  const ofMails = await db().execute<{ key: string }>(sql`
    select file->>'storage_key' as key from ${inboundMails}, jsonb_array_elements(files) file
    where file->>'storage_key' in (${sql.join(
      left.map((key) => sql`${key}::text`),
      sql`, `,
    )})`);
  for (const { key } of [...ofMails]) named.add(key);
  const ofConversions = await db()
    .select({ key: videoConversions.storageKey })
    .from(videoConversions)
    .where(and(inArray(videoConversions.storageKey, left), isNull(videoConversions.finishedAt)));
  for (const { key } of ofConversions) named.add(key);
  const ofRecordings = await db()
    .select({ key: voiceRecordings.storageKey })
    .from(voiceRecordings)
    .where(and(inArray(voiceRecordings.storageKey, left), isNull(voiceRecordings.finishedAt)));
  for (const { key } of ofRecordings) named.add(key);
  const ofImports = await db()
    .select({ key: chatImports.storageKey })
    .from(chatImports)
    .where(inArray(chatImports.storageKey, left));
  for (const { key } of ofImports) named.add(key!);
  const ofAssistants = await db()
    .select({ key: virtualAssistants.avatarKey })
    .from(virtualAssistants)
    .where(inArray(virtualAssistants.avatarKey, left));
  for (const { key } of ofAssistants) named.add(key!);
  return left.filter((key) => !named.has(key));
}

export async function hasDocuments(): Promise<boolean> {
  const rows = await db().select({ id: documents.id }).from(documents).limit(1);
  return rows.length > 0;
}

export async function listFilesOfChats({ chatIds }: { chatIds: number[] }): Promise<string[]> {
  if (chatIds.length === 0) return [];
  const ids = sql`any(${toArrayLiteral(chatIds)}::int[])`;
  const rows = await db().execute<{ key: string }>(sql`
    select storage_key as key from ${documents} where chat_id = ${ids}
    union select file->>'storage_key' from ${inboundMails}, jsonb_array_elements(files) file where chat_id = ${ids}
    union select storage_key from ${voiceRecordings} where chat_id = ${ids} and finished_at is null`);
  return [...rows].map(({ key }) => key);
}

export type FileKind = Extract<QuotaKind, "uploads" | "connectors" | "imports" | "mails">;

export async function insertStoredFiles(files: (typeof storedFiles.$inferInsert)[]): Promise<void> {
  if (files.length > 0) await db().insert(storedFiles).values(files).onConflictDoNothing();
}

export async function listStoredKeys({ keys }: { keys: string[] }): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db()
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(inArray(storedFiles.key, keys));
  return rows.map(({ key }) => key);
}

export async function findFileOwner({ key }: { key: string }) {
  const [row] = await db()
    .select({
      groupId: storedFiles.groupId,
      userId: storedFiles.userId,
      kind: sql<FileKind>`${storedFiles.kind}`,
    })
    .from(storedFiles)
    .where(eq(storedFiles.key, key));
  return row;
}

export async function deleteStoredFiles({ keys }: { keys: string[] }): Promise<void> {
  if (keys.length > 0) await db().delete(storedFiles).where(inArray(storedFiles.key, keys));
}
