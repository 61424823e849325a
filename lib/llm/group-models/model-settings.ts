import { isDeepStrictEqual } from "node:util";
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

export type GroupSettings = {
  defaultModel: string | null;
  sight: Record<string, boolean>;
  order: string[];
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

/**
 * Selects the model of a call, with what the group's admins have set for it: the wanted one, else the group's default,
 * else DEFAULT_MODEL, else the first one that is offered to everybody.
 */
export async function chooseGroupModel(groupId: string, wanted: string | null): Promise<models.ModelChoice> {
  const [connections, settings] = await Promise.all([
    listGroupConnections(groupId),
    getGroupSettings(groupId),
  ]);
  const named = wanted ?? settings.defaultModel;
  const choice = await models.chooseModel(named, connections, config());
  const isChosen = named !== null || config().DEFAULT_MODEL !== undefined || isOffered(choice, settings);
  if (isChosen) return applySettings(choice, settings);
  const [usual, listed] = await Promise.all([
    models.listUsualModels(connections, config()),
    models.listModels(connections, config()),
  ]);
  const offered = [...usual, ...sortModels(listed, settings)].find((each) => isOffered(each, settings));
  return applySettings(offered ?? choice, settings);
}

export async function filterOffered(
  groupId: string,
  choices: models.ModelChoice[],
): Promise<models.ModelChoice[]> {
  const settings = await getGroupSettings(groupId);
  return choices.filter((choice) => isOffered(choice, settings));
}

function isOffered({ id }: models.ModelChoice, { byModel }: GroupSettings): boolean {
  const row = byModel.get(id);
  return !row?.isHidden && row?.usableBy !== "people";
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
    callsTools: row?.callsTools ?? model.callsTools,
    reasons: row?.reasons ?? model.reasons,
    contextLength: row?.contextLength ?? model.contextLength,
  };
}

type ModelIds = (string | null | undefined)[];
type Chooser = { user: { id: number }; group: { id: string; role: Viewer["group"]["role"] } };
// A member whom no setting names.
const NOBODY = { id: 0 };

// Returns true if the viewer may choose the model. Admins may choose every model.
const mayUse = ({ user, group }: Chooser, row: queries.ModelSettingsRow | undefined): boolean =>
  row?.usableBy !== "people" || group.role !== "member" || row.userIds.includes(user.id);

/** Returns the models that the viewer may choose, in the order that admins have set. */
export const filterUsable = (
  viewer: Viewer,
  choices: models.ModelChoice[],
  settings: GroupSettings,
): models.ModelChoice[] =>
  sortModels(choices, settings).filter(({ id }) => {
    const row = settings.byModel.get(id);
    return !row?.isHidden && mayUse(viewer, row);
  });

function sortModels(choices: models.ModelChoice[], { order }: GroupSettings): models.ModelChoice[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const getPlace = ({ id }: models.ModelChoice) => places.get(id) ?? order.length;
  return choices.toSorted((a, b) => getPlace(a) - getPlace(b));
}

// Returns the first model that the person may not choose. Of a connection with restricted models, members may choose listed
// models only, because servers know a model by several names (`llama3`, `llama3:latest`).
async function findRefused(viewer: Chooser, ids: ModelIds): Promise<string | undefined> {
  const chosen = ids.filter((id) => id != null);
  if (chosen.length === 0 || viewer.group.role !== "member") return undefined;
  const settings = await getGroupSettings(viewer.group.id);
  const getConnection = (id: string) => models.parseId(id)?.connection;
  const restricted = [...settings.byModel.values()].filter(({ usableBy }) => usableBy === "people");
  const connections = new Set(restricted.map(({ model }) => getConnection(model)));
  const doubtful = chosen.filter((id) => connections.has(getConnection(id)));
  if (doubtful.length === 0) return undefined;
  const listed = await models.listModels(await listGroupConnections(viewer.group.id), config());
  const closed = restricted.filter((row) => !mayUse(viewer, row)).map(({ model }) => normalizeId(model));
  return doubtful.find((id) => {
    if (closed.includes(normalizeId(id))) return true;
    const names = listed.filter(({ connection }) => connection === getConnection(id));
    // A server that can't be reached lists nothing.
    return names.length > 0 && !names.some((model) => model.id === id);
  });
}

/** @throws AppError forbidden */
export async function assertUsable(viewer: Chooser, ids: ModelIds): Promise<void> {
  const refused = await findRefused(viewer, ids);
  if (refused !== undefined)
    throw new AppError("forbidden", `Only some people of the group may use the model ${refused}.`);
}

export const areUsable = async (viewer: Viewer, ids: ModelIds): Promise<boolean> =>
  (await findRefused(viewer, ids)) === undefined;

/** @throws AppError forbidden unless all members may choose the models */
export const assertUsableByAll = ({ group }: Viewer, ids: ModelIds): Promise<void> =>
  assertUsable({ user: NOBODY, group: { ...group, role: "member" } }, ids);

// Servers know a model by its name with and without its usual tag, date and library.
const normalizeId = (id: string) =>
  id
    .toLowerCase()
    .replace(":library/", ":")
    .replace(/:latest$|-\d{4}-\d{2}-\d{2}$/, "");

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
  return {
    default: settings.defaultModel,
    models: sortModels(choices, settings)
      .filter(({ builtin }) => !builtin)
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
    calls_tools: row?.callsTools ?? choice.callsTools ?? true,
    reasons: row?.reasons ?? choice.reasons ?? true,
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
  const values: queries.ModelSettingsValues = {
    isHidden: input.hidden,
    name: input.name || null,
    description: input.description || null,
    icon: input.icon || null,
    contextLength: input.context_length ?? null,
    callsTools: input.calls_tools,
    reasons: input.reasons,
    usableBy: input.usable_by,
    userIds: input.usable_by === "people" ? input.user_ids : [],
  };
  await transaction(async () => {
    const { byModel } = await getGroupSettings(groupId);
    if (!byModel.has(model) && byModel.size >= MAX_MODELS)
      throw conflict(`${MAX_MODELS} models have settings already. Reset some of them first.`);
    if (isDeepStrictEqual(values, DEFAULTS)) await queries.deleteModelSettings({ groupId, model });
    else await queries.upsertModelSettings({ groupId, model }, values);
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

/**
 * Sets the order of models. Those that are left out, such as models of a server that is down, keep their order behind.
 * @throws AppError forbidden
 */
export async function setModelOrder(viewer: Viewer, ids: string[]) {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  const models = await transaction(async () => {
    const { order } = await getGroupSettings(groupId);
    const merged = [...new Set([...ids, ...order])].slice(0, MAX_MODELS);
    await queries.setModelOrder({ groupId, models: merged });
    return merged;
  });
  invalidateSettings(groupId);
  return { models };
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
