import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { groups } from "@/db/schema/accounts";
import { modelSettings } from "@/db/schema/assistants";

export type ModelSettingsRow = typeof modelSettings.$inferSelect;
type ModelKey = GroupKey & { model: string };

export const listModelSettings = ({ groupId }: GroupKey): Promise<ModelSettingsRow[]> =>
  db().select().from(modelSettings).where(eq(modelSettings.groupId, groupId));

export async function getModelDefaults({ groupId }: GroupKey) {
  const [row] = await db()
    .select({ sight: groups.modelSight, defaultModel: groups.defaultModel })
    .from(groups)
    .where(eq(groups.id, groupId));
  return { sight: row?.sight ?? {}, defaultModel: row?.defaultModel ?? null };
}

export const setDefaultModel = ({ groupId, model }: GroupKey & { model: string | null }) =>
  db().update(groups).set({ defaultModel: model }).where(eq(groups.id, groupId));

export const upsertModelSettings = (
  { groupId, model }: ModelKey,
  values: Omit<ModelSettingsRow, "groupId" | "model" | "position">,
) =>
  db()
    .insert(modelSettings)
    .values({ groupId, model, ...values })
    .onConflictDoUpdate({ target: [modelSettings.groupId, modelSettings.model], set: values });

/** Sets the places of models. Others keep no place. */
export async function setModelOrder({ groupId, models }: GroupKey & { models: string[] }): Promise<void> {
  await db().update(modelSettings).set({ position: null }).where(eq(modelSettings.groupId, groupId));
  if (models.length === 0) return;
  await db()
    .insert(modelSettings)
    .values(models.map((model, position) => ({ groupId, model, position })))
    .onConflictDoUpdate({
      target: [modelSettings.groupId, modelSettings.model],
      set: { position: sql`excluded.position` },
    });
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
