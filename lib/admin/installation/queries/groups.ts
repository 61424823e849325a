import { and, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { groupMembers, groups } from "@/db/schema/accounts";
import * as callers from "@/lib/identity/callers/service";
import { toSearchPattern } from "./accounts";

type Search = { search?: string };
const buildSearchCondition = ({ search }: Search) =>
  search ? sql`fold(${groups.name}) like fold(${toSearchPattern(search)})` : undefined;

const all = () =>
  db()
    .select({
      id: groups.id,
      name: groups.name,
      suspendedAt: groups.suspendedAt,
      createdAt: groups.createdAt,
      operatorMonthlyTokens: groups.operatorMonthlyTokens,
      membersCount: sql<number>`(select count(*)::int from ${groupMembers} where group_members.group_id = groups.id)`,
    })
    .from(groups)
    .$dynamic();
export type GroupRow = Awaited<ReturnType<typeof all>>[number];

export const listGroups = ({ limit, offset, ...which }: Search & { limit: number; offset: number }) =>
  all()
    .where(buildSearchCondition(which))
    .orderBy(desc(groups.createdAt), desc(groups.id))
    .limit(limit)
    .offset(offset);

export async function countGroups(which: Search): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(groups).where(buildSearchCondition(which)))
    .total;
}

export async function findGroup({ id }: { id: string }): Promise<GroupRow | undefined> {
  const [row] = await all().where(eq(groups.id, id));
  return row;
}

export async function setSuspended({ id, isSuspended }: { id: string; isSuspended: boolean }) {
  const rows = await db()
    .update(groups)
    .set({ suspendedAt: isSuspended ? sql`now()` : null })
    .where(and(eq(groups.id, id), isSuspended ? isNull(groups.suspendedAt) : isNotNull(groups.suspendedAt)))
    .returning({ id: groups.id });
  callers.clearCache();
  return rows.length > 0;
}

export const setTokens = ({ id, tokens }: { id: string; tokens: number | null }) =>
  db().update(groups).set({ operatorMonthlyTokens: tokens }).where(eq(groups.id, id));
