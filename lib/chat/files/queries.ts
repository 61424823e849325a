import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatImports } from "@/db/schema/chat-imports";
import { documents } from "@/db/schema/documents";
import { inboundMails } from "@/db/schema/inbound-mails";
import { videoConversions } from "@/db/schema/videos";
import { voiceRecordings } from "@/db/schema/voice";

/** Those of the stored files that nothing in the database names. */
export async function unreferencedFiles({ keys: given }: { keys: string[] }): Promise<string[]> {
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

/** How many bytes the files of a group have together, with videos, recordings and imports in progress; copies share theirs. Those who ask at the same time wait for each other. */
export async function bytesOfGroup({ groupId }: { groupId: string }): Promise<number> {
  await db().execute(sql`select pg_advisory_xact_lock(hashtext(${`storage ${groupId}`}::text))`);
  const ofDocuments = db()
    .select({ key: documents.storageKey, size: documents.size })
    .from(documents)
    .where(eq(documents.groupId, groupId));
  const ofConversions = db()
    .select({
      key: videoConversions.storageKey,
      size: sql<number>`(${videoConversions.found}->>'size')::int`.as("size"),
    })
    .from(videoConversions)
    .where(and(eq(videoConversions.groupId, groupId), isNull(videoConversions.finishedAt)));
  const ofImports = db()
    .select({ key: sql<string>`${chatImports.storageKey}`.as("key"), size: chatImports.size })
    .from(chatImports)
    .where(and(eq(chatImports.groupId, groupId), isNotNull(chatImports.storageKey)));
  const ofRecordings = db()
    .select({ key: voiceRecordings.storageKey, size: voiceRecordings.size })
    .from(voiceRecordings)
    .where(and(eq(voiceRecordings.groupId, groupId), isNull(voiceRecordings.finishedAt)));
  const files = union(ofDocuments, ofConversions, ofRecordings, ofImports).as("files");
  const rows = await db()
    .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)::float8` })
    .from(files);
  return one(rows).bytes;
}
