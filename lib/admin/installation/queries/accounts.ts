import { and, count, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { groupMembers, users } from "@/db/schema/accounts";
import * as callers from "@/lib/identity/callers/service";

type Search = { search?: string };

export const toSearchPattern = (search: string) => `%${search.replace(/[\\%_]/g, "\\$&")}%`;

const buildSearchCondition = ({ search }: Search) =>
  search
    ? or(
        sql`fold(${users.fullName}) like fold(${toSearchPattern(search)})`,
        sql`${users.email} like lower(${toSearchPattern(search)})`,
      )
    : undefined;

const accounts = () =>
  db()
    .select({
      id: users.id,
      email: users.email,
      fullName: users.fullName,
      avatarUrl: users.avatarUrl,
      isInstallationOwner: users.isInstallationOwner,
      disabledAt: users.disabledAt,
      createdAt: users.createdAt,
      groupsCount: sql<number>`(select count(*)::int from ${groupMembers} where group_members.user_id = users.id)`,
    })
    .from(users)
    .$dynamic();
export type AccountRow = Awaited<ReturnType<typeof accounts>>[number];

export const listAccounts = ({ limit, offset, ...which }: Search & { limit: number; offset: number }) =>
  accounts().where(buildSearchCondition(which)).orderBy(desc(users.id)).limit(limit).offset(offset);

export async function countAccounts(which: Search): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(users).where(buildSearchCondition(which)))
    .total;
}

export async function findAccount({ id }: { id: number }): Promise<AccountRow | undefined> {
  const [row] = await accounts().where(eq(users.id, id));
  return row;
}

/** Returns false when nothing changed. The owner of the installation cannot be suspended. */
export async function setSuspended({ id, isSuspended }: { id: number; isSuspended: boolean }) {
  const rows = await db()
    .update(users)
    .set({ disabledAt: isSuspended ? sql`now()` : null })
    .where(
      and(
        eq(users.id, id),
        eq(users.isInstallationOwner, false),
        isSuspended ? isNull(users.disabledAt) : isNotNull(users.disabledAt),
      ),
    )
    .returning({ id: users.id });
  callers.clearCache();
  return rows.length > 0;
}
