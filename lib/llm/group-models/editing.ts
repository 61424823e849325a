import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import * as models from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import * as usage from "@/lib/llm/usage/service";
import { config } from "@/lib/platform/config";
import { conflict, invalid } from "@/lib/platform/errors";
import { MAX_MODELS, type ModelSettingsInput } from "./contract";
import { type GroupSettings, getGroupSettings, invalidateSettings, sortModels } from "./model-settings";
import * as queries from "./queries";
import { setVisionSetting } from "./vision";

const DEFAULTS: queries.ModelSettingsValues = {
  isHidden: false,
  name: null,
  description: null,
  icon: null,
  contextLength: null,
  callsTools: true,
  reasons: true,
  usableBy: "group",
  userIds: [],
};

/**
 * Lists all models of the group, hidden ones too, with what is set for them.
 * @throws AppError forbidden
 */
export async function listModelSettings(viewer: Viewer) {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  const [connections, settings, priceOf] = await Promise.all([
    listGroupConnections(groupId),
    getGroupSettings(groupId),
    usage.mapPrices(groupId),
  ]);
  const choices = await models.listModels(connections, config());
  return {
    default: settings.defaultModel,
    models: sortModels(choices, settings)
      .filter(({ builtin }) => !builtin)
      .map((choice) => presentSettings(choice, settings, priceOf.get(choice.id))),
  };
}

function presentSettings(
  choice: models.ModelChoice,
  { sight, byModel }: GroupSettings,
  price: usage.Price | undefined,
) {
  const row = byModel.get(choice.id);
  const known = models.findKnownModel(choice.id);
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
    calls_tools: row?.callsTools ?? choice.callsTools ?? true,
    reasons: row?.reasons ?? choice.reasons ?? true,
    usable_by: row?.usableBy ?? ("group" as const),
    user_ids: row?.userIds ?? [],
    price: price ?? null,
    known: { context_length: choice.contextLength ?? known.contextLength, price: known.price },
  };
}

type SettingsInput = z.output<typeof ModelSettingsInput>;

export const toValues = (input: Omit<SettingsInput, "model">): queries.ModelSettingsValues => ({
  isHidden: input.hidden,
  name: input.name || null,
  description: input.description || null,
  icon: input.icon || null,
  contextLength: input.context_length ?? null,
  callsTools: input.calls_tools,
  reasons: input.reasons,
  usableBy: input.usable_by,
  userIds: input.usable_by === "people" ? input.user_ids : [],
});

/**
 * Replaces what is set for a model. Its price, and whether it sees images, stay as they are if they are left out.
 * @throws AppError forbidden; conflict when there are too many settings
 */
export async function setModelSettings(viewer: Viewer, input: SettingsInput) {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  const { model } = input;
  if (model === "builtin") throw invalid(["body", "model"], "The document finder has no settings.");
  const values = toValues(input);
  await transaction(async () => {
    const { byModel } = await getGroupSettings(groupId);
    if (!byModel.has(model) && byModel.size >= MAX_MODELS)
      throw conflict(`${MAX_MODELS} models have settings already. Reset some of them first.`);
    if (isDeepStrictEqual(values, DEFAULTS)) await queries.deleteModelSettings({ groupId, model });
    else await queries.upsertModelSettings({ groupId, model }, values);
    if (input.sees_pictures !== undefined)
      await setVisionSetting(viewer, { model, sees_pictures: input.sees_pictures });
    if (input.price !== undefined && (await usage.setPrice(groupId, model, input.price)))
      await audit.recordBy(viewer, "prices_changed");
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

export const mergeOrder = (ids: string[], stored: string[]): string[] =>
  [...new Set([...ids, ...stored])].slice(0, MAX_MODELS);

/**
 * Sets the order of models. Those that are left out, such as models of a server that is down, keep their order behind.
 * @throws AppError forbidden
 */
export async function setModelOrder(viewer: Viewer, ids: string[]) {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  const ordered = await transaction(async () => {
    const { order } = await getGroupSettings(groupId);
    const merged = mergeOrder(ids, order);
    await queries.setModelOrder({ groupId, models: merged });
    return merged;
  });
  invalidateSettings(groupId);
  return { models: ordered };
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
