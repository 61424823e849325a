import { and, eq, gt, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { webAccess, webPages } from "@/db/schema/web";

export type AccessRow = typeof webAccess.$inferSelect;
type AccessValues = Omit<AccessRow, "createdAt" | "updatedAt">;

export async function findAccess({ groupId }: GroupKey): Promise<AccessRow | undefined> {
  const [row] = await db().select().from(webAccess).where(eq(webAccess.groupId, groupId));
  return row;
}

export async function setAccess(values: AccessValues): Promise<AccessRow> {
  const { groupId: _group, ...set } = values;
  const made = db().insert(webAccess).values(values);
  return requireRow(
    await made
      .onConflictDoUpdate({ target: webAccess.groupId, set: { ...set, updatedAt: sql`now()` } })
      .returning(),
  );
}

export async function findPage({ groupId, hash }: GroupKey & { hash: string }) {
  const [page] = await db()
    .select({ url: webPages.url, title: webPages.title, text: webPages.text })
    .from(webPages)
    .where(and(eq(webPages.groupId, groupId), eq(webPages.hash, hash), gt(webPages.expiresAt, sql`now()`)));
  return page;
}

type PageValues = GroupKey & { hash: string; url: string; title: string; text: string };
export async function upsertPage({ minutes, ...values }: PageValues & { minutes: number }): Promise<void> {
  const { groupId: _group, hash: _hash, ...set } = values;
  const expiresAt = sql`now() + make_interval(mins => ${minutes}::int)`;
  await db()
    .insert(webPages)
    .values({ ...values, expiresAt })
    .onConflictDoUpdate({ target: webPages.hash, set: { ...set, expiresAt } });
}

export const deleteExpired = () => db().delete(webPages).where(lt(webPages.expiresAt, sql`now()`));
