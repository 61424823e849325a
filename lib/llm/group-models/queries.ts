import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { groups } from "@/db/schema/accounts";
import { modelSettings } from "@/db/schema/assistants";

export type ModelSettingsRow = typeof modelSettings.$inferSelect;
export type ModelSettingsValues = Omit<ModelSettingsRow, "groupId" | "model">;
type ModelKey = GroupKey & { model: string };

export const listModelSettings = ({ groupId }: GroupKey): Promise<ModelSettingsRow[]> =>
  db().select().from(modelSettings).where(eq(modelSettings.groupId, groupId));

export async function getModelDefaults({ groupId }: GroupKey) {
  const [row] = await db()
    .select({ sight: groups.modelSight, order: groups.modelOrder, defaultModel: groups.defaultModel })
    .from(groups)
    .where(eq(groups.id, groupId));
  return { sight: row?.sight ?? {}, order: row?.order ?? [], defaultModel: row?.defaultModel ?? null };
}

export const setDefaultModel = ({ groupId, model }: GroupKey & { model: string | null }) =>
  db().update(groups).set({ defaultModel: model }).where(eq(groups.id, groupId));

export const upsertModelSettings = ({ groupId, model }: ModelKey, values: ModelSettingsValues) =>
  db()
    .insert(modelSettings)
    .values({ groupId, model, ...values })
    .onConflictDoUpdate({ target: [modelSettings.groupId, modelSettings.model], set: values });

const SETTING_COLUMNS = Object.keys(getTableColumns(modelSettings)).filter(
  (name) => name !== "groupId" && name !== "model",
) as (keyof ModelSettingsValues)[];

export async function upsertAllModelSettings(rows: ModelSettingsRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db()
    .insert(modelSettings)
    .values(rows)
    .onConflictDoUpdate({
      target: [modelSettings.groupId, modelSettings.model],
      set: Object.fromEntries(
        SETTING_COLUMNS.map((name) => [name, sql.raw(`excluded."${modelSettings[name].name}"`)]),
      ),
    });
}

export const deleteModelSettings = ({ groupId, model }: ModelKey) =>
  db()
    .delete(modelSettings)
    .where(and(eq(modelSettings.groupId, groupId), eq(modelSettings.model, model)));

export const setModelOrder = ({ groupId, models }: GroupKey & { models: string[] }) =>
  db().update(groups).set({ modelOrder: models }).where(eq(groups.id, groupId));

export const setAllVisionSettings = ({ groupId, sight }: GroupKey & { sight: Record<string, boolean> }) =>
  db().update(groups).set({ modelSight: sight }).where(eq(groups.id, groupId));

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
