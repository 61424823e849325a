import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as models from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { config } from "@/lib/platform/config";
import { AppError, conflict, invalid } from "@/lib/platform/errors";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import type { ModelSettingsInput } from "./contract";
import * as queries from "./queries";

const MAX_MODELS = 1000;

export type GroupSettings = {
  defaultModel: string | null;
  sight: Record<string, boolean>;
  byModel: Map<string, queries.ModelSettingsRow>;
};

const known = createCachedRead("model settings", async (groupId: string): Promise<GroupSettings> => {
  const [defaults, rows] = await Promise.all([
    queries.getModelDefaults({ groupId }),
    queries.listModelSettings({ groupId }),
  ]);
  return { ...defaults, byModel: new Map(rows.map((row) => [row.model, row])) };
});

export const getGroupSettings = (groupId: string): Promise<GroupSettings> => known.get(groupId);
export const invalidateSettings = (groupId: string): void => known.forget(groupId);

/** Selects the model of a call, with what the group's admins have set for it. */
export async function chooseGroupModel(groupId: string, wanted: string | null): Promise<models.ModelChoice> {
  const [connections, settings] = await Promise.all([
    listGroupConnections(groupId),
    getGroupSettings(groupId),
  ]);
  const DEFAULT_MODEL = settings.defaultModel ?? config().DEFAULT_MODEL;
  return applySettings(
    await models.chooseModel(wanted, connections, { ...config(), DEFAULT_MODEL }),
    settings,
  );
}

export function applySettings(
  model: models.ModelChoice,
  { sight, byModel }: GroupSettings,
): models.ModelChoice {
  if (model.builtin) return model;
  const row = byModel.get(model.id);
  return {
    ...model,
    label: row?.name ?? model.label,
    sees: sight[model.id] ?? model.sees,
    callsTools: row?.callsTools,
    reasons: row?.reasons,
    contextLength: row?.contextLength ?? model.contextLength,
  };
}

/** Returns true if the viewer may choose the model. Admins may choose every model. */
const mayUse = ({ user, group }: Viewer, row: queries.ModelSettingsRow | undefined): boolean =>
  row?.usableBy !== "people" || group.role !== "member" || row.userIds.includes(user.id);

/** Returns the models that the viewer may choose, in the order that admins have set. */
export function filterUsable(
  viewer: Viewer,
  choices: models.ModelChoice[],
  { byModel }: GroupSettings,
): models.ModelChoice[] {
  const place = ({ id }: models.ModelChoice) => byModel.get(id)?.position ?? Number.POSITIVE_INFINITY;
  return choices
    .filter(({ id }) => !byModel.get(id)?.isHidden && mayUse(viewer, byModel.get(id)))
    .toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

/**
 * Checks that the viewer may choose the models.
 * @throws AppError forbidden
 */
export async function assertUsable(viewer: Viewer, ids: (string | null | undefined)[]): Promise<void> {
  const chosen = ids.filter((id) => id != null);
  if (chosen.length === 0 || viewer.group.role !== "member") return;
  const { byModel } = await getGroupSettings(viewer.group.id);
  const refused = chosen.find((id) => !mayUse(viewer, byModel.get(id)));
  if (refused !== undefined)
    throw new AppError("forbidden", `Only some people of the group may use the model ${refused}.`);
}

/**
 * Lists all models of the group, hidden ones too, with what is set for them.
 * @throws AppError forbidden
 */
export async function listModelSettings(viewer: Viewer) {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  const [connections, settings] = await Promise.all([
    listGroupConnections(groupId),
    getGroupSettings(groupId),
  ]);
  const choices = await models.listModels(connections, config());
  const place = ({ id }: models.ModelChoice) =>
    settings.byModel.get(id)?.position ?? Number.POSITIVE_INFINITY;
  return {
    default: settings.defaultModel,
    models: choices
      .filter(({ builtin }) => !builtin)
      .toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
      .map((choice) => presentSettings(choice, settings)),
  };
}

function presentSettings(choice: models.ModelChoice, { sight, byModel }: GroupSettings) {
  const row = byModel.get(choice.id);
  const { contextLength, price } = models.findKnownModel(choice.id);
  return {
    model: choice.id,
    label: choice.label,
    connection: choice.connection,
    hidden: row?.isHidden ?? false,
    name: row?.name ?? null,
    description: row?.description ?? null,
    icon: row?.icon ?? null,
    context_length: row?.contextLength ?? null,
    sees_pictures: sight[choice.id] ?? null,
    sees_pictures_guess: choice.sees,
    calls_tools: row?.callsTools ?? true,
    reasons: row?.reasons ?? true,
    usable_by: row?.usableBy ?? ("group" as const),
    user_ids: row?.userIds ?? [],
    known: { context_length: choice.contextLength ?? contextLength, price },
  };
}

type SettingsInput = z.output<typeof ModelSettingsInput>;

/**
 * Replaces what is set for a model.
 * @throws AppError forbidden; conflict when there are too many settings
 */
export async function setModelSettings(viewer: Viewer, input: SettingsInput) {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  const { model } = input;
  if (model === "builtin") throw invalid(["body", "model"], "The document finder has no settings.");
  await transaction(async () => {
    const { byModel } = await getGroupSettings(groupId);
    if (!byModel.has(model) && byModel.size >= MAX_MODELS)
      throw conflict(`${MAX_MODELS} models have settings already. Disconnect models first.`);
    await queries.upsertModelSettings(
      { groupId, model },
      {
        isHidden: input.hidden,
        name: input.name || null,
        description: input.description || null,
        icon: input.icon || null,
        contextLength: input.context_length ?? null,
        callsTools: input.calls_tools,
        reasons: input.reasons,
        usableBy: input.usable_by,
        userIds: input.usable_by === "people" ? input.user_ids : [],
      },
    );
    await audit.record({
      groupId,
      userId: viewer.user.id,
      action: "model_changed",
      details: { model, hidden: input.hidden ? "yes" : "no", usable_by: input.usable_by },
    });
  });
  invalidateSettings(groupId);
  return { ...input, name: input.name ?? null };
}

/** @throws AppError forbidden */
export async function setModelOrder(viewer: Viewer, ids: string[]) {
  access.authorize(viewer, "models.connect");
  await transaction(() => queries.setModelOrder({ groupId: viewer.group.id, models: [...new Set(ids)] }));
  invalidateSettings(viewer.group.id);
  return { models: ids };
}

/** @throws AppError forbidden; InvalidInput for a model that isn't connected */
export async function setDefaultModel(viewer: Viewer, model: string | null) {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  if (model !== null) {
    const connections = await listGroupConnections(groupId);
    const listed = await models.listModels(connections, config());
    if (!listed.some(({ id }) => id === model))
      throw invalid(["body", "model"], "This model isn't connected.");
  }
  await transaction(async () => {
    await queries.setDefaultModel({ groupId, model });
    await audit.record({
      groupId,
      userId: viewer.user.id,
      action: "default_model_changed",
      details: { model },
    });
  });
  invalidateSettings(groupId);
  return { model };
}
