import {
  findLocalEmbeddingModel,
  getDownloadProgress,
  isEnglishOnly,
  LOCAL_EMBEDDING_MODELS,
  ModelError,
  sumModelBytes,
  toLocalId,
  tryAgain,
} from "@/lib/llm/models/service";
import * as background from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { getProblem, getTarget } from "./embedders";
import * as queries from "./queries/model-switch";
import * as models from "./queries/models";

export async function getStatus() {
  const rows = await models.listModels();
  const wanted = await getTarget().catch((error: unknown) => {
    if (error instanceof ModelError) return undefined;
    throw error;
  });
  const id = wanted?.embedder.id ?? config().EMBEDDING_MODEL ?? "builtin";
  const isChanging = rows.length > 0 && rows[0]!.model !== id && wanted !== undefined;
  const { total, done } = isChanging
    ? await queries.countProgress({ modelId: wanted.model?.id ?? 0 })
    : { total: 0, done: 0 };
  return {
    model: id,
    label: wanted?.embedder.label ?? id,
    builtin: id === "builtin",
    english_only: isEnglishOnly(id),
    problem: getProblem(),
    awaits: wanted?.awaited ? await getDownloadProgress(wanted.awaited) : null,
    switching: isChanging
      ? { from: rows[0]!.model, progress: Math.floor((100 * done) / Math.max(total, 1)) }
      : null,
  };
}

export async function listChoices() {
  const local = LOCAL_EMBEDDING_MODELS.map(async (model) => ({
    ...(await getDownloadProgress(model)),
    bytes: sumModelBytes(model),
    licence: model.licence,
    english_only: model.languages === "english",
  }));
  return {
    chosen: await models.findChosenModel(),
    from_environment: config().EMBEDDING_MODEL !== undefined,
    models: await Promise.all(local),
  };
}

export const isChoice = (id: string): boolean =>
  id === "builtin" || findLocalEmbeddingModel(id) !== undefined;

/**
 * Sets the embedding model of the installation, or null for the default. Everything is reindexed once the model is
 * downloaded. Returns the previous choice.
 */
export async function choose(id: string | null): Promise<string | null> {
  const before = await models.findChosenModel();
  await models.setChosenModel({ model: id });
  const local = findLocalEmbeddingModel(id ?? toLocalId(LOCAL_EMBEDDING_MODELS[0]!));
  if (local) tryAgain(local);
  await background.emit("vectors.missing", {});
  return before;
}
