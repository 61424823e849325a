import type { Viewer } from "@/lib/api/actor";
import * as models from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import * as queries from "./queries";

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
  return !row || (!row.isHidden && !isRestricted(row));
}

const isRestricted = ({ usableBy }: queries.ModelSettingsRow): boolean => usableBy !== "group";

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
  !row || !isRestricted(row) || group.role !== "member" || row.userIds.includes(user.id);

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

export function sortModels(choices: models.ModelChoice[], { order }: GroupSettings): models.ModelChoice[] {
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
  const restricted = [...settings.byModel.values()].filter(isRestricted);
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
