import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { groups } from "@/db/schema/accounts";
import { modelConnections } from "@/db/schema/assistants";

export type ConnectionRow = typeof modelConnections.$inferSelect;
type ConnectionValues = Omit<
  typeof modelConnections.$inferInsert,
  "id" | "groupId" | "slug" | "createdAt" | "updatedAt"
>;

export const listConnections = ({ groupId }: GroupKey) =>
  db()
    .select()
    .from(modelConnections)
    .where(eq(modelConnections.groupId, groupId))
    .orderBy(asc(modelConnections.id));

export async function upsertConnection(
  { groupId, slug }: GroupKey & { slug: string },
  values: ConnectionValues,
) {
  return requireRow(
    await db()
      .insert(modelConnections)
      .values({ groupId, slug, ...values })
      .onConflictDoUpdate({
        target: [modelConnections.groupId, modelConnections.slug],
        set: { ...values, updatedAt: sql`now()` },
      })
      .returning(),
  );
}

export async function deleteConnection({
  groupId,
  slug,
}: GroupKey & { slug: string }): Promise<ConnectionRow | undefined> {
  const [row] = await db()
    .delete(modelConnections)
    .where(and(eq(modelConnections.groupId, groupId), eq(modelConnections.slug, slug)))
    .returning();
  return row;
}

export async function findPictureModel({ groupId }: GroupKey): Promise<string | null> {
  const [row] = await db().select({ model: groups.pictureModel }).from(groups).where(eq(groups.id, groupId));
  return row?.model ?? null;
}

export const setPictureModel = ({ groupId, model }: GroupKey & { model: string | null }) =>
  db().update(groups).set({ pictureModel: model }).where(eq(groups.id, groupId));
