import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import {
  importConnections,
  invalidateConnections,
  listPortableConnections,
} from "@/lib/llm/providers/service";
import * as usage from "@/lib/llm/usage/service";
import { conflict } from "@/lib/platform/errors";
import { MAX_MODELS, MODELS_FILE_FORMAT, MODELS_FILE_VERSION, type ModelsFile } from "./contract";
import { mergeOrder, toValues } from "./editing";
import { getGroupSettings, invalidateSettings } from "./model-settings";
import * as queries from "./queries";

type Models = z.output<typeof ModelsFile>;

/**
 * Returns the group's connections, without secrets, and what is set for models, without people.
 * @throws AppError forbidden
 */
export async function exportModels(viewer: Viewer): Promise<Models> {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  const [connections, { byModel, sight, order, defaultModel }, priceOf] = await Promise.all([
    listPortableConnections(viewer),
    getGroupSettings(groupId),
    usage.mapPrices(groupId),
  ]);
  const ids = [...new Set([...byModel.keys(), ...Object.keys(sight), ...priceOf.keys()])].sort();
  return {
    format: MODELS_FILE_FORMAT,
    version: MODELS_FILE_VERSION,
    connections,
    models: ids.map((model) => {
      const row = byModel.get(model);
      return {
        model,
        hidden: row?.isHidden ?? false,
        name: row?.name ?? null,
        description: row?.description ?? null,
        icon: row?.icon ?? null,
        context_length: row?.contextLength ?? null,
        calls_tools: row?.callsTools ?? true,
        reasons: row?.reasons ?? true,
        usable_by: row?.usableBy ?? "group",
        sees_pictures: sight[model] ?? null,
        price: priceOf.get(model) ?? null,
      };
    }),
    order,
    default: defaultModel,
  };
}

/**
 * Adds the connections and settings of a file to those of the group. They replace those with the same id; the people
 * who may use a model stay.
 * @throws AppError forbidden, conflict when there are too many; InvalidInput. Then nothing is changed.
 */
export async function importModels(viewer: Viewer, file: Models) {
  access.authorize(viewer, "models.connect");
  const groupId = viewer.group.id;
  const incomplete = await transaction(async () => {
    const { byModel, sight, order } = await getGroupSettings(groupId);
    const rows = file.models.map(({ model, ...settings }) => ({
      groupId,
      model,
      ...toValues({ ...settings, user_ids: byModel.get(model)?.userIds ?? [] }),
    }));
    if (new Set([...byModel.keys(), ...rows.map(({ model }) => model)]).size > MAX_MODELS)
      throw conflict(`A group has settings of at most ${MAX_MODELS} models.`);
    const missing = await importConnections(viewer, file.connections);
    await queries.upsertAllModelSettings(rows);
    const replaced = new Set(file.models.map(({ model }) => model));
    const seeing = [
      ...Object.entries(sight).filter(([model]) => !replaced.has(model)),
      ...file.models.flatMap(({ model, sees_pictures: sees }) =>
        sees === null ? [] : [[model, sees] as const],
      ),
    ];
    await queries.setAllVisionSettings({ groupId, sight: Object.fromEntries(seeing) });
    const prices = [
      ...(await usage.listPrices(groupId)).filter(({ model }) => !replaced.has(model)),
      ...file.models.flatMap(({ model, price }) => (price ? [{ model, ...price }] : [])),
    ];
    if (prices.length > MAX_MODELS) throw conflict(`A group has prices of at most ${MAX_MODELS} models.`);
    await usage.replacePrices(groupId, prices);
    await queries.setModelOrder({ groupId, models: mergeOrder(file.order, order) });
    if (file.default !== null) await queries.setDefaultModel({ groupId, model: file.default });
    await audit.record({
      groupId,
      userId: viewer.user.id,
      action: "models_imported",
      details: { connections: file.connections.length, models: file.models.length },
    });
    return missing;
  });
  invalidateConnections(groupId);
  invalidateSettings(groupId);
  return { connections: file.connections.length, models: file.models.length, incomplete };
}
