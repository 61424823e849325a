import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { openaiOutputItems, openaiResponses, openaiResponseUses } from "@/db/schema/openai";
import type { InputItem } from "./contract";

const MAX_AGE_DAYS = 30;
// Limit per user and group. The oldest responses are deleted first.
const MAX_STORED = 1000;

export type Owner = { groupId: string; userId: number };
export type ItemPlace = { responseId: string; position: number };
export type ContextSize = { items: number; bytes: number };
export type OutputItem = { item: Record<string, unknown>; bytes: number };
type NewResponse = Omit<typeof openaiResponses.$inferInsert, "createdAt" | "deletedAt"> & Owner;
type StoredTurn = { input: InputItem[]; output: InputItem[] };

const belongsTo = ({ groupId, userId }: Owner) =>
  and(eq(openaiResponses.groupId, groupId), eq(openaiResponses.userId, userId));
const isStored = (owner: Owner, id: string) =>
  and(eq(openaiResponses.id, id), belongsTo(owner), isNull(openaiResponses.deletedAt));

/** Serializes storing and deleting a user's responses until the transaction ends. */
export async function lockResponses({ groupId, userId }: Owner): Promise<void> {
  await db().execute(sql`select pg_advisory_xact_lock(hashtext(${`responses ${groupId} ${userId}`}::text))`);
}

/** Must run in a transaction. */
export async function insertResponse(
  response: NewResponse,
  output: OutputItem[],
  usedIds: string[],
): Promise<void> {
  await db().insert(openaiResponses).values(response);
  const responseId = response.id;
  await db()
    .insert(openaiOutputItems)
    .values(output.map((item, position) => ({ responseId, position, ...item })));
  if (usedIds.length > 0)
    await db()
      .insert(openaiResponseUses)
      .values(usedIds.map((usedId) => ({ responseId, usedId })));
}

export async function findResponse(owner: Owner, id: string) {
  const [row] = await db()
    .select({ response: openaiResponses.response, output: selectOutput(openaiResponses) })
    .from(openaiResponses)
    .where(isStored(owner, id));
  return row && { ...row.response, output: row.output };
}

const selectOutput = ({ id }: { id: SQL | typeof openaiResponses.id }) =>
  sql<Record<string, unknown>[]>`(select coalesce(jsonb_agg(item order by position), '[]')
    from ${openaiOutputItems} where ${openaiOutputItems.responseId} = ${id})`;

export async function findContextSize(owner: Owner, id: string): Promise<ContextSize | undefined> {
  const [row] = await db()
    .select({ items: openaiResponses.contextItems, bytes: openaiResponses.contextBytes })
    .from(openaiResponses)
    .where(isStored(owner, id));
  return row;
}

export async function listItemSizes(owner: Owner, places: ItemPlace[]) {
  if (places.length === 0) return [];
  return db()
    .select({
      responseId: openaiOutputItems.responseId,
      position: openaiOutputItems.position,
      bytes: openaiOutputItems.bytes,
    })
    .from(openaiOutputItems)
    .innerJoin(openaiResponses, eq(openaiResponses.id, openaiOutputItems.responseId))
    .where(and(isAmong(places), belongsTo(owner), isNull(openaiResponses.deletedAt)));
}

export async function listItems(owner: Owner, places: ItemPlace[]) {
  if (places.length === 0) return [];
  return db()
    .select({
      responseId: openaiOutputItems.responseId,
      position: openaiOutputItems.position,
      item: openaiOutputItems.item,
    })
    .from(openaiOutputItems)
    .innerJoin(openaiResponses, eq(openaiResponses.id, openaiOutputItems.responseId))
    .where(and(isAmong(places), belongsTo(owner)));
}

function isAmong(places: ItemPlace[]): SQL {
  const distinct = new Map(places.map((place) => [`${place.responseId} ${place.position}`, place]));
  const among = JSON.stringify([...distinct.values()]);
  return sql`(${openaiOutputItems.responseId}, ${openaiOutputItems.position}) in (
    select place->>'responseId', (place->>'position')::int from jsonb_array_elements(${among}::jsonb) place)`;
}

/**
 * Returns a response and its predecessors, oldest first.
 * @param maxDepth maximum number of responses
 */
export async function listChain(owner: Owner, id: string, maxDepth: number): Promise<StoredTurn[]> {
  const rows = await db().execute<StoredTurn>(sql`
    with recursive chain as (
      select id, previous_id, input, 1 as depth from ${openaiResponses} where ${belongsTo(owner)} and id = ${id}
      union all
      select previous.id, previous.previous_id, previous.input, depth + 1
      from chain join ${openaiResponses} previous on previous.id = chain.previous_id
      where depth < ${maxDepth}::int
        and previous.group_id = ${owner.groupId}::uuid and previous.user_id = ${owner.userId}::int)
    select input, ${selectOutput({ id: sql`chain.id` })} as output from chain order by depth desc`);
  return [...rows];
}

export async function countResponses(owner: Owner, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db()
    .select({ id: openaiResponses.id })
    .from(openaiResponses)
    .where(and(inArray(openaiResponses.id, ids), belongsTo(owner)));
  return rows.length;
}

/** Returns false when the response doesn't exist. Must run in a transaction before `deleteUnusedResponses`. */
export async function markDeleted(owner: Owner, id: string): Promise<boolean> {
  const rows = await db()
    .update(openaiResponses)
    .set({ deletedAt: sql`now()` })
    .where(isStored(owner, id))
    .returning({ id: openaiResponses.id });
  return rows.length > 0;
}

/**
 * Marks responses that are too old or exceed the user's limit as deleted. Must run in a transaction before
 * `deleteUnusedResponses`.
 */
export async function markExpired(owner: Owner): Promise<void> {
  await db().execute(sql`
    update ${openaiResponses} set deleted_at = now() where id in (
      select id from (
        select id, created_at, row_number() over (order by created_at desc) as nth
        from ${openaiResponses} where ${belongsTo(owner)} and deleted_at is null) counted
      where nth > ${MAX_STORED} or created_at < now() - make_interval(days => ${MAX_AGE_DAYS}))`);
}

export const listOwnersOfExpired = (): Promise<Owner[]> =>
  db()
    .select({ groupId: openaiResponses.groupId, userId: openaiResponses.userId })
    .from(openaiResponses)
    .where(isNull(openaiResponses.deletedAt))
    .groupBy(openaiResponses.groupId, openaiResponses.userId)
    .having(
      sql`count(*) > ${MAX_STORED} or min(created_at) < now() - make_interval(days => ${MAX_AGE_DAYS})`,
    );

/**
 * Removes data of deleted responses that no other response uses. A response uses its predecessors' input and output,
 * and the output of responses whose items it references. Must run in a transaction after `lockResponses`, because a
 * response that is being stored may use a deleted one.
 */
export async function deleteUnusedResponses(owner: Owner): Promise<void> {
  const needed = sql`needed(id, is_whole) as (
    select id, true from ${openaiResponses} where ${belongsTo(owner)} and deleted_at is null
    union
    select other.id, other.is_whole
    from needed join ${openaiResponses} response on response.id = needed.id and needed.is_whole,
      lateral (select response.previous_id, true where response.previous_id is not null
        union all
        select used_id, false from ${openaiResponseUses} where response_id = response.id) other(id, is_whole))`;
  await db().execute(sql`with recursive ${needed}
    delete from ${openaiResponses} where ${belongsTo(owner)} and deleted_at is not null
      and id not in (select id from needed)`);
  await db().execute(sql`with recursive ${needed},
    remaining as (select id, bool_or(is_whole) as is_whole from needed group by id),
    stripped as (
      update ${openaiResponses} response set
        response = '{}',
        input = case when is_whole then input else '[]' end,
        previous_id = case when is_whole then previous_id end,
        bytes = octet_length(case when is_whole then input::text else '[]' end)
          + (select coalesce(sum(item.bytes), 0) from ${openaiOutputItems} item where item.response_id = response.id)
      from remaining
      where remaining.id = response.id and deleted_at is not null
        and (response <> '{}' or (not is_whole and (input <> '[]' or previous_id is not null)))
      returning response.id, is_whole)
    delete from ${openaiResponseUses} using stripped where response_id = stripped.id and not is_whole`);
}
