import { and, asc, type Column, count, desc, eq, getTableColumns, inArray, or, sql } from "drizzle-orm";
import { isUsableBy, type Seeker } from "@/db/audiences";
import { db } from "@/db/client";
import type { GroupKey, MemberKey } from "@/db/key-types";
import { isCollectionReadable } from "@/db/readable-documents";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { taskMembers } from "@/db/schema/chats";
import { collections, documents, taskCollections, taskDocuments } from "@/db/schema/documents";
import { tasks, taskVersions } from "@/db/schema/tasks";
import { copyMembersToVersion, type MembersFrom } from "./queries/version-members";
import { copyPagesToVersion, type PagesFrom } from "./queries/version-pages";

export type NewTask = typeof tasks.$inferInsert;
export type TaskRow = typeof tasks.$inferSelect;
export type TaskFields = Record<string, unknown>;

const maker = { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl };

const hasMembers = (taskId: Column, number: Column) =>
  sql<boolean>`exists (select from ${taskMembers} member where member.task_id = ${taskId} and member.number = ${number})`;

const listed = () =>
  db()
    .select({
      ...getTableColumns(tasks),
      maker,
      documentsCount: sql<number>`(select count(*)::int from ${taskDocuments} files
        where files.task_id = ${tasks.id} and files.number = ${tasks.latestVersion})`,
      includesMembers: hasMembers(tasks.id, tasks.latestVersion),
    })
    .from(tasks)
    .leftJoin(users, eq(users.id, tasks.createdBy))
    .$dynamic();
export type ListedTask = Awaited<ReturnType<typeof listed>>[number];

const buildFilter = ({ search, ...seeker }: Seeker & { search?: string }) => {
  const pattern = search && `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return and(
    isUsableBy(tasks, seeker),
    pattern
      ? or(
          sql`fold(${tasks.name}) like fold(${pattern})`,
          sql`fold(${tasks.description}) like fold(${pattern})`,
        )
      : undefined,
  );
};

export const listTasks = ({
  limit,
  offset,
  ...which
}: Seeker & { search?: string; limit: number; offset: number }) =>
  listed()
    .where(buildFilter(which))
    .orderBy(asc(sql`lower(${tasks.name})`), asc(tasks.id))
    .limit(limit)
    .offset(offset);

export async function countTasks(which: Seeker & { search?: string }): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(tasks).where(buildFilter(which))).total;
}

export async function findTask({ id, ...seeker }: Seeker & { id: number }): Promise<ListedTask | undefined> {
  const [row] = await listed().where(and(isUsableBy(tasks, seeker), eq(tasks.id, id)));
  return row;
}

export async function lockTask({ id, ...seeker }: Seeker & { id: number }): Promise<TaskRow | undefined> {
  const [row] = await db()
    .select()
    .from(tasks)
    .where(and(isUsableBy(tasks, seeker), eq(tasks.id, id)))
    .for("no key update");
  return row;
}

type InVersion = GroupKey & { taskId: number; number: number };

export async function findVersion({ groupId, taskId, number }: InVersion) {
  const [row] = await db()
    .select({
      number: taskVersions.number,
      fields: taskVersions.fields,
      createdBy: taskVersions.createdBy,
    })
    .from(taskVersions)
    .innerJoin(tasks, eq(tasks.id, taskVersions.taskId))
    .where(and(eq(tasks.groupId, groupId), eq(tasks.id, taskId), eq(taskVersions.number, number)));
  return row;
}

export const listVersions = ({
  groupId,
  taskId,
  limit,
  offset,
}: GroupKey & { taskId: number; limit: number; offset: number }) =>
  db()
    .select({
      ...getTableColumns(taskVersions),
      maker,
      includesMembers: hasMembers(taskVersions.taskId, taskVersions.number),
    })
    .from(taskVersions)
    .innerJoin(tasks, eq(tasks.id, taskVersions.taskId))
    .leftJoin(users, eq(users.id, taskVersions.createdBy))
    .where(and(eq(tasks.groupId, groupId), eq(tasks.id, taskId)))
    .orderBy(desc(taskVersions.number))
    .limit(limit)
    .offset(offset);

export const listVersionDocuments = ({ taskId, numbers }: { taskId: number; numbers: number[] }) =>
  numbers.length === 0
    ? Promise.resolve([])
    : db()
        .select({
          number: taskDocuments.number,
          id: documents.id,
          fileName: documents.fileName,
          mimeType: documents.mimeType,
          size: documents.size,
          sha256: documents.sha256,
          storageKey: documents.storageKey,
        })
        .from(taskDocuments)
        .innerJoin(documents, eq(documents.id, taskDocuments.documentId))
        .where(and(eq(taskDocuments.taskId, taskId), inArray(taskDocuments.number, numbers)))
        .orderBy(asc(documents.id));

export const listVersionCollections = ({
  taskId,
  numbers,
  ...reader
}: MemberKey & { taskId: number; numbers: number[] }) =>
  numbers.length === 0
    ? Promise.resolve([])
    : db()
        .select({ number: taskCollections.number, id: collections.id, name: collections.name })
        .from(taskCollections)
        .innerJoin(collections, eq(collections.id, taskCollections.collectionId))
        .where(
          and(
            eq(taskCollections.taskId, taskId),
            inArray(taskCollections.number, numbers),
            isCollectionReadable(reader),
          ),
        )
        .orderBy(asc(sql`lower(${collections.name})`));

/** Locks the collections of a version, for the next version. Includes those that the caller may not read. */
export async function lockVersionCollections(which: { taskId: number; number: number }): Promise<number[]> {
  const rows = await db()
    .select({ id: collections.id })
    .from(taskCollections)
    .innerJoin(collections, eq(collections.id, taskCollections.collectionId))
    .where(and(eq(taskCollections.taskId, which.taskId), eq(taskCollections.number, which.number)))
    .orderBy(asc(collections.id))
    .for("key share", { of: collections });
  return rows.map(({ id }) => id);
}

export type Holdings = {
  documentIds: number[];
  collectionIds: number[];
  pagesFrom?: PagesFrom;
  membersFrom?: MembersFrom;
};
type NewVersion = Holdings & InVersion & { fields: TaskFields; createdBy: number };

/** Must be called in the transaction that assigned the version number. */
export async function insertVersion(input: NewVersion): Promise<void> {
  const { groupId, documentIds, collectionIds, pagesFrom, membersFrom, ...version } = input;
  await db().insert(taskVersions).values(version);
  const { taskId, number } = version;
  if (documentIds.length > 0)
    await db()
      .insert(taskDocuments)
      .values(documentIds.map((documentId) => ({ taskId, number, documentId })));
  if (collectionIds.length > 0)
    await db()
      .insert(taskCollections)
      .values(collectionIds.map((collectionId) => ({ taskId, number, collectionId })));
  if (pagesFrom) await copyPagesToVersion({ taskId, number, from: pagesFrom });
  if (membersFrom) await copyMembersToVersion({ groupId, taskId, number, from: membersFrom });
}

export async function insertTask(values: NewTask): Promise<TaskRow> {
  return requireRow(await db().insert(tasks).values(values).returning());
}

export const updateTask = ({
  groupId,
  id,
  values,
}: GroupKey & { id: number; values: Partial<typeof tasks.$inferInsert> }) =>
  db()
    .update(tasks)
    .set({ ...values, updatedAt: sql`now()` })
    .where(and(eq(tasks.groupId, groupId), eq(tasks.id, id)));

export async function deleteTask({ groupId, id }: GroupKey & { id: number }): Promise<number[]> {
  const files = await db()
    .selectDistinct({ id: taskDocuments.documentId })
    .from(taskDocuments)
    .where(eq(taskDocuments.taskId, id));
  await db()
    .delete(tasks)
    .where(and(eq(tasks.groupId, groupId), eq(tasks.id, id)));
  return files.map((file) => file.id);
}

export const listPrivate = ({ userId }: { userId: number }) =>
  db()
    .select({ id: tasks.id, groupId: tasks.groupId })
    .from(tasks)
    .where(and(eq(tasks.createdBy, userId), eq(tasks.usableBy, "creator")));
