import { and, asc, desc, eq, inArray, lt, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { toArrayLiteral } from "@/db/row-values";
import { chatImports, type ImportContents, type ImportFailure } from "@/db/schema/chat-imports";
import { chatMembers, chats } from "@/db/schema/chats";
import type { ImportPart } from "./operations";
import type { ItemCounts } from "./queries/items";

export type ImportRow = typeof chatImports.$inferSelect;

const ofPerson = ({ userId, groupId }: MemberKey) =>
  and(eq(chatImports.userId, userId), eq(chatImports.groupId, groupId));
const isRunning = eq(chatImports.state, "running");
const isReady = eq(chatImports.state, "ready");
// The file of an open import is stored.
const isOpen = or(isRunning, isReady);

export async function insert(values: typeof chatImports.$inferInsert): Promise<ImportRow> {
  const [row] = await db().insert(chatImports).values(values).returning();
  return row!;
}

/** Counts a person's open imports. Inside a transaction it also serializes concurrent requests of that person. */
export async function countOpen(which: MemberKey): Promise<number> {
  await db().execute(sql`select pg_advisory_xact_lock(hashtext(${`imports ${which.userId}`}::text))`);
  return db().$count(chatImports, and(ofPerson(which), isOpen));
}

export const count = (which: MemberKey) => db().$count(chatImports, ofPerson(which));

export const list = ({ limit, offset, ...which }: MemberKey & { limit: number; offset: number }) =>
  db()
    .select()
    .from(chatImports)
    .where(ofPerson(which))
    .orderBy(desc(chatImports.id))
    .limit(limit)
    .offset(offset);

export async function find({ id, ...which }: MemberKey & { id: number }): Promise<ImportRow | undefined> {
  const [row] = await db()
    .select()
    .from(chatImports)
    .where(and(eq(chatImports.id, id), ofPerson(which)));
  return row;
}

export const listChats = ({ ids, userId, groupId }: MemberKey & { ids: number[] }) =>
  ids.length === 0
    ? Promise.resolve([])
    : db()
        .select({ id: chats.id, uuid: chats.uuid, name: chats.name })
        .from(chats)
        .innerJoin(chatMembers, eq(chatMembers.chatId, chats.id))
        .where(and(inArray(chats.id, ids), eq(chatMembers.userId, userId), eq(chatMembers.groupId, groupId)))
        .orderBy(asc(chats.id));

export async function findRunning({ id }: { id: number }): Promise<ImportRow | undefined> {
  const [row] = await db()
    .select()
    .from(chatImports)
    .where(and(eq(chatImports.id, id), isRunning));
  return row;
}

export const setFound = ({ id, found }: { id: number; found: number }) =>
  db()
    .update(chatImports)
    .set({ found })
    .where(and(eq(chatImports.id, id), isRunning));

export const setContents = ({ id, contents }: { id: number; contents: ImportContents }) =>
  db()
    .update(chatImports)
    .set({ found: contents.chats, contents, state: "ready" })
    .where(and(eq(chatImports.id, id), isRunning));

export async function setParts({
  id,
  parts,
  ...which
}: MemberKey & { id: number; parts: ImportPart[] }): Promise<boolean> {
  const rows = await db()
    .update(chatImports)
    .set({ parts, state: "running" })
    .where(and(eq(chatImports.id, id), ofPerson(which), isReady))
    .returning({ id: chatImports.id });
  return rows.length > 0;
}

type FilesDone = ItemCounts & { files: number; filesRead: number; fileBytes: number };

const addCounts = ({ files, filesRead, fileBytes, projects, assistants, leftOut }: FilesDone) => ({
  files: sql`${chatImports.files} + ${files}`,
  filesRead: sql`${chatImports.filesRead} + ${filesRead}`,
  fileBytes: sql`${chatImports.fileBytes} + ${fileBytes}`,
  projects: sql`${chatImports.projects} + ${projects}`,
  assistants: sql`${chatImports.assistants} + ${assistants}`,
  leftOut: sql`${chatImports.leftOut} + ${leftOut}`,
});

/**
 * Records that the records after the first `from` ones were stored, inside the transaction that stores them. Returns
 * false when the import has ended or another run has already advanced it.
 */
export async function advanceRecords({
  id,
  from,
  ...done
}: FilesDone & { id: number; from: number }): Promise<boolean> {
  const rows = await db()
    .update(chatImports)
    .set({
      recordsPassed: from + 1,
      ...addCounts(done),
    })
    .where(and(eq(chatImports.id, id), isRunning, eq(chatImports.recordsPassed, from)))
    .returning({ id: chatImports.id });
  return rows.length > 0;
}

export const endRecords = ({ id }: { id: number }) =>
  db()
    .update(chatImports)
    .set({ recordsPassed: null })
    .where(and(eq(chatImports.id, id), isRunning));

// Imports whose person has not chosen for so long that their file is deleted.
export const listForgotten = ({ before }: { before: Date }) =>
  db()
    .select({ id: chatImports.id })
    .from(chatImports)
    .where(and(isReady, lt(chatImports.createdAt, before)));

export type ImportProgress = FilesDone & {
  passed: number;
  imported: number;
  skipped: number;
  failures: ImportFailure[];
  chatIds: number[];
};

/**
 * Records the result of the chats after the first `from` ones, inside the transaction that stores them. Returns false
 * when the import has ended or another run has already advanced it.
 */
export async function advance({
  id,
  from,
  mostFailures,
  mostChats,
  ...done
}: ImportProgress & { id: number; from: number; mostFailures: number; mostChats: number }): Promise<boolean> {
  const rows = await db()
    .update(chatImports)
    .set({
      passed: from + done.passed,
      imported: sql`${chatImports.imported} + ${done.imported}`,
      skipped: sql`${chatImports.skipped} + ${done.skipped}`,
      failed: sql`${chatImports.failed} + ${done.failures.length}`,
      failures: sql`(select coalesce(jsonb_agg(failure order by at), '[]') from jsonb_array_elements(
        ${chatImports.failures} || ${JSON.stringify(done.failures)}::jsonb) with ordinality each(failure, at)
        where at <= ${mostFailures})`,
      ...addCounts(done),
      chatIds: sql`(${chatImports.chatIds} || ${toArrayLiteral(done.chatIds)}::int[])[1:${sql.raw(String(mostChats))}]`,
    })
    .where(and(eq(chatImports.id, id), isRunning, eq(chatImports.passed, from)))
    .returning({ id: chatImports.id });
  return rows.length > 0;
}

type ImportEnd = { id: number; state: "completed" | "failed" | "cancelled"; error?: string };

export async function end({ id, state, error }: ImportEnd): Promise<{ storageKey: string } | undefined> {
  const ended = db()
    .$with("ended")
    .as(
      db()
        .select({ id: chatImports.id, storageKey: chatImports.storageKey })
        .from(chatImports)
        .where(and(eq(chatImports.id, id), isOpen))
        .for("update"),
    );
  const [row] = await db()
    .with(ended)
    .update(chatImports)
    .set({ state, error: error ?? null, storageKey: null, finishedAt: sql`now()` })
    .from(ended)
    .where(eq(chatImports.id, ended.id))
    .returning({ storageKey: ended.storageKey });
  return row && { storageKey: row.storageKey! };
}
