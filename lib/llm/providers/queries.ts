import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { groups } from "@/db/schema/accounts";
import { modelConnections } from "@/db/schema/assistants";

export type ConnectionRow = typeof modelConnections.$inferSelect;
type Provider = ConnectionRow["provider"];

export const listConnections = ({ groupId }: GroupKey) =>
  db()
    .select()
    .from(modelConnections)
    .where(eq(modelConnections.groupId, groupId))
    .orderBy(asc(modelConnections.id));

export async function upsertConnection(
  values: GroupKey & {
    provider: Provider;
    baseUrl: string | null;
    model: string | null;
    encryptedKey: string | null;
    byInstallationOwner: boolean;
  },
) {
  const { groupId: _group, provider: _provider, ...set } = values;
  return requireRow(
    await db()
      .insert(modelConnections)
      .values(values)
      .onConflictDoUpdate({
        target: [modelConnections.groupId, modelConnections.provider],
        set: { ...set, updatedAt: sql`now()` },
      })
      .returning(),
  );
}

export async function deleteConnection({
  groupId,
  provider,
}: GroupKey & { provider: Provider }): Promise<boolean> {
  const rows = await db()
    .delete(modelConnections)
    .where(and(eq(modelConnections.groupId, groupId), eq(modelConnections.provider, provider)))
    .returning({ id: modelConnections.id });
  return rows.length > 0;
}

export async function getVisionSettings({ groupId }: GroupKey): Promise<Record<string, boolean>> {
  const [row] = await db().select({ sight: groups.modelSight }).from(groups).where(eq(groups.id, groupId));
  return row?.sight ?? {};
}

/** @param sees null deletes the setting */
export const setVisionSetting = ({
  groupId,
  model,
  sees,
}: GroupKey & { model: string; sees: boolean | null }) =>
  db()
    .update(groups)
    .set({
      modelSight:
        sees === null
          ? sql`${groups.modelSight} - ${model}::text`
          : sql`${groups.modelSight} || jsonb_build_object(${model}::text, ${sees}::boolean)`,
    })
    .where(eq(groups.id, groupId));

export async function findPictureModel({ groupId }: GroupKey): Promise<string | null> {
  const [row] = await db().select({ model: groups.pictureModel }).from(groups).where(eq(groups.id, groupId));
  return row?.model ?? null;
}

export const setPictureModel = ({ groupId, model }: GroupKey & { model: string | null }) =>
  db().update(groups).set({ pictureModel: model }).where(eq(groups.id, groupId));
