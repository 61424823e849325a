import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Seeker } from "@/db/audiences";
import { db } from "@/db/client";
import type { GroupKey, MemberKey } from "@/db/key-types";
import { isCollectionReadable, isLibraryDocumentReadable } from "@/db/readable-documents";
import { requireRow } from "@/db/row-values";
import { groupMembers, users } from "@/db/schema/accounts";
import { assistantKnowledge } from "@/db/schema/assistant-knowledge";
import { assistantColleagues, assistantPeople, virtualAssistants } from "@/db/schema/assistants";
import { chats } from "@/db/schema/chats";
import { collectionDocuments, collections, documents } from "@/db/schema/documents";

export type StoredAssistant = typeof virtualAssistants.$inferSelect;
type AssistantValues = Partial<typeof virtualAssistants.$inferInsert>;
const living = ({ groupId }: GroupKey) =>
  and(eq(virtualAssistants.groupId, groupId), isNull(virtualAssistants.removedAt));

/** Returns the ids of a person's imported assistants by their keys in the other product. */
export async function mapImported({
  userId,
  groupId,
  keys,
}: MemberKey & { keys: string[] }): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db()
    .select({ id: virtualAssistants.id, key: virtualAssistants.importKey })
    .from(virtualAssistants)
    .where(
      and(
        living({ groupId }),
        eq(virtualAssistants.createdBy, userId),
        inArray(virtualAssistants.importKey, keys),
      ),
    );
  return new Map(rows.map(({ id, key }) => [key!, id]));
}

// Refers to the assistant of the outer query: Drizzle omits the table name in queries of a single table.
const its = sql.raw("virtual_assistants.id");

const usable = ({ groupId, userId, isAdmin }: Seeker): SQL | undefined =>
  and(
    living({ groupId }),
    sql`(virtual_assistants.usable_by = 'group' or virtual_assistants.created_by = ${userId}::int
      or virtual_assistants.usable_by = 'people' and ${
        isAdmin
          ? sql`true`
          : sql`exists (select from ${assistantPeople} chosen
              where chosen.virtual_assistant_id = ${its} and chosen.user_id = ${userId}::int)`
      })`,
  );

const list = <T>(value: SQL, from: SQL) => sql<T[]>`(select coalesce(json_agg(${value}), '[]') from ${from})`;
const ofIt = sql`known.virtual_assistant_id = ${its}`;
const isMedia = sql`file.mime_type ~ '^(audio|video)/'`;

// Columns that replies need. `userIds` is null when everybody in the group may use the assistant.
const replying = () => ({
  ...getTableColumns(virtualAssistants),
  knowledge: sql<{ documentIds: number[]; collectionIds: number[]; hasMedia: boolean }>`json_build_object(
    'documentIds', ${list(sql`known.document_id`, sql`${assistantKnowledge} known where ${ofIt} and known.document_id is not null`)},
    'collectionIds', ${list(sql`known.collection_id`, sql`${assistantKnowledge} known where ${ofIt} and known.collection_id is not null`)},
    'hasMedia', exists (select from ${assistantKnowledge} known
      left join ${collectionDocuments} held on held.collection_id = known.collection_id
      join ${documents} file on file.id = coalesce(known.document_id, held.document_id) and ${isMedia} where ${ofIt}))`,
  colleagueIds: list<number>(
    sql`beside.colleague_id`,
    sql`${assistantColleagues} beside where beside.virtual_assistant_id = ${its}`,
  ),
  userIds: sql<number[] | null>`case virtual_assistants.usable_by
    when 'people' then ${list(
      sql`allowed.id`,
      sql`(select user_id as id from ${assistantPeople} where virtual_assistant_id = ${its}
        union select created_by from ${virtualAssistants} own where own.id = ${its} and created_by is not null
        union select user_id from ${groupMembers} where group_id = virtual_assistants.group_id and role in ('owner', 'admin')) allowed`,
    )}
    when 'creator' then json_build_array(virtual_assistants.created_by) end`,
});
export type AssistantRow = Awaited<ReturnType<typeof listReplying>>[number];

export const listReplying = ({ groupId, ids }: GroupKey & { ids: number[] }) =>
  db()
    .select(replying())
    .from(virtualAssistants)
    .where(and(living({ groupId }), inArray(virtualAssistants.id, ids)));

export const listReplyingByMentions = ({ names, ...seeker }: Seeker & { names: string[] }) =>
  db()
    .select(replying())
    .from(virtualAssistants)
    .where(and(usable(seeker), inArray(virtualAssistants.mentionName, names)));

type Person = { id: number; email: string; fullName: string; avatarUrl: string | null };

const assistantColumns = ({ userId, groupId }: Pick<Seeker, "userId" | "groupId">) => ({
  ...getTableColumns(virtualAssistants),
  documents: list<{ id: number; file_name: string }>(
    sql`json_build_object('id', file.id, 'file_name', file.file_name) order by lower(file.file_name), file.id`,
    sql`${assistantKnowledge} known join ${documents} file on file.id = known.document_id
      and ${isLibraryDocumentReadable({ userId, groupId }, "file")} where ${ofIt}`,
  ),
  collections: list<{ id: number; name: string }>(
    sql`json_build_object('id', shelf.id, 'name', shelf.name) order by lower(shelf.name)`,
    sql`${assistantKnowledge} known join ${collections} shelf on shelf.id = known.collection_id
      and ${isCollectionReadable({ userId, groupId }, "shelf")} where ${ofIt}`,
  ),
  colleagues: list<{ id: number; name: string }>(
    sql`json_build_object('id', other.id, 'name', other.name) order by lower(other.name), other.id`,
    sql`${assistantColleagues} beside join virtual_assistants other on other.id = beside.colleague_id
      and other.removed_at is null and (other.usable_by <> 'creator' or other.created_by = ${userId}::int)
      where beside.virtual_assistant_id = ${its}`,
  ),
  people: list<Person & { canEdit: boolean }>(
    sql`json_build_object('canEdit', chosen.can_edit, 'id', person.id, 'email', person.email,
      'fullName', person.full_name, 'avatarUrl', person.avatar_url) order by lower(person.full_name), person.id`,
    sql`${assistantPeople} chosen join ${users} person on person.id = chosen.user_id
      join ${groupMembers} present on present.user_id = person.id and present.group_id = virtual_assistants.group_id
      where chosen.virtual_assistant_id = ${its}`,
  ),
  creator: sql<Person | null>`(select json_build_object('id', person.id, 'email', person.email,
      'fullName', person.full_name, 'avatarUrl', person.avatar_url)
    from ${users} person where person.id = virtual_assistants.created_by)`,
  isEditor: sql<boolean>`exists (select from ${assistantPeople} chosen
    where chosen.virtual_assistant_id = ${its} and chosen.user_id = ${userId}::int and chosen.can_edit)`,
});
export type ShownRow = Awaited<ReturnType<typeof listAssistants>>[number];

export const listAssistants = ({ limit, offset, ...seeker }: Seeker & { limit: number; offset: number }) =>
  db()
    .select(assistantColumns(seeker))
    .from(virtualAssistants)
    .where(usable(seeker))
    .orderBy(desc(virtualAssistants.isDefault), asc(virtualAssistants.name), asc(virtualAssistants.id))
    .limit(limit)
    .offset(offset);

const listRows = (where: SQL | undefined) =>
  db()
    .select()
    .from(virtualAssistants)
    .where(where)
    .orderBy(desc(virtualAssistants.isDefault), asc(virtualAssistants.name), asc(virtualAssistants.id))
    .limit(1000);
export const listUsable = (seeker: Seeker) => listRows(usable(seeker));
export const listAll = (of: GroupKey) => listRows(living(of));

/** Filters assistants to those that may be used or are known, and locks them until the transaction ends. */
export async function filterUsable({
  ids,
  known,
  ...seeker
}: Seeker & { ids: number[]; known: number[] }): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .select({ id: virtualAssistants.id })
    .from(virtualAssistants)
    .where(
      and(
        inArray(virtualAssistants.id, ids),
        or(usable(seeker), and(living(seeker), inArray(virtualAssistants.id, known))),
      ),
    )
    .for("key share");
  return rows.map(({ id }) => id);
}

export async function countAssistants(seeker: Seeker): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(virtualAssistants).where(usable(seeker)))
    .total;
}

export async function findShown({ id, ...seeker }: Seeker & { id: number }): Promise<ShownRow | undefined> {
  const [row] = await db()
    .select(assistantColumns(seeker))
    .from(virtualAssistants)
    .where(and(usable(seeker), eq(virtualAssistants.id, id)));
  return row;
}

export async function lockAssistant({
  groupId,
  id,
}: GroupKey & { id: number }): Promise<StoredAssistant | undefined> {
  const [row] = await db()
    .select()
    .from(virtualAssistants)
    .where(and(living({ groupId }), eq(virtualAssistants.id, id)))
    .for("no key update");
  return row;
}

export async function findDefaultAssistant(of: GroupKey): Promise<StoredAssistant | undefined> {
  const [row] = await db()
    .select()
    .from(virtualAssistants)
    .where(and(living(of), eq(virtualAssistants.isDefault, true)));
  return row;
}

export async function insertAssistant(
  values: typeof virtualAssistants.$inferInsert,
): Promise<StoredAssistant> {
  return requireRow(await db().insert(virtualAssistants).values(values).returning());
}

export async function updateAssistant({
  groupId,
  id,
  values,
}: GroupKey & { id: number; values: AssistantValues }) {
  const [row] = await db()
    .update(virtualAssistants)
    .set({ ...values, updatedAt: sql`now()` })
    .where(and(living({ groupId }), eq(virtualAssistants.id, id)))
    .returning();
  return row;
}

export const clearDefault = ({ groupId, exceptId }: GroupKey & { exceptId?: number }) =>
  db()
    .update(virtualAssistants)
    .set({ isDefault: false })
    .where(
      and(
        living({ groupId }),
        eq(virtualAssistants.isDefault, true),
        exceptId ? ne(virtualAssistants.id, exceptId) : undefined,
      ),
    );

export const listPrivate = ({ userId }: { userId: number }) =>
  db()
    .select({ id: virtualAssistants.id, groupId: virtualAssistants.groupId })
    .from(virtualAssistants)
    .where(
      and(
        eq(virtualAssistants.createdBy, userId),
        eq(virtualAssistants.usableBy, "creator"),
        isNull(virtualAssistants.removedAt),
      ),
    );

export async function removeAssistant({ groupId, id }: GroupKey & { id: number }): Promise<boolean> {
  const rows = await db()
    .update(virtualAssistants)
    .set({ removedAt: sql`now()`, isDefault: false })
    .where(and(living({ groupId }), eq(virtualAssistants.id, id)))
    .returning({ id: virtualAssistants.id });
  await db().update(chats).set({ virtualAssistantId: null }).where(eq(chats.virtualAssistantId, id));
  return rows.length > 0;
}
