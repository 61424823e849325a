import { isEmbedded } from "@/db/transaction";
import { ModelError } from "@/lib/llm/models/service";
import * as background from "@/lib/platform/background/service";
import { yieldToForeground } from "@/lib/platform/telemetry/foreground";
import { getTarget, isPaused } from "./embedders";
import { embedFound } from "./indexing";
import * as queries from "./queries/model-switch";
import * as models from "./queries/models";
import * as vectors from "./queries/vectors";

/**
 * Migration to another embedding model. New vectors are computed beside the old ones, newest chunks first, while
 * searches use the old ones. When all are complete, the old model is retired and its vectors are deleted in batches.
 */

const STEP = 5000;
const DELETED_AT_ONCE = 2000;
export const NEWEST = Number.MAX_SAFE_INTEGER;
// Minimum number of vectors for an index. PostgreSQL scans fewer vectors sequentially anyway (`lib/knowledge/search`).
// The embedded database builds an index early, because the build blocks it for 0.4 ms per vector.
const leastIndexed = () => (isEmbedded() ? 2000 : 20_000);
// pgvector's limit for indexes on halfvec.
const MAX_INDEXED_DIMENSIONS = 4000;

/**
 * Progress of a walk over all chunks by descending id. `before` is the last visited id, `missed` counts the chunks
 * found without a vector, and `isAway` means that the walk stopped because the model is unavailable.
 */
export type Walk = { before: number; missed: number; isOver: boolean; isAway: boolean };

async function isSwitching(): Promise<boolean> {
  const [rows, retired] = [await models.listModels(), await queries.listRetired()];
  if (retired.length > 0 || rows.length > 1) return true;
  return rows.length === 1 && rows[0]!.model !== (await getTarget()).embedder.id;
}

export async function sweep(): Promise<void> {
  try {
    if ((await isSwitching()) || (await neededIndexes()).length > 0)
      await background.emit("vectors.missing", {});
  } catch (error) {
    // The reason is logged where the model is selected.
    if (!(error instanceof ModelError)) throw error;
  }
}

/**
 * Begins a migration by retiring models that are neither searched nor selected. Returns false when there is nothing
 * to migrate.
 */
export async function start(): Promise<boolean> {
  if (!(await isSwitching())) return false;
  const { embedder } = await getTarget();
  const [, ...newer] = await models.listModels();
  const abandoned = newer.filter(({ model }) => model !== embedder.id);
  if (abandoned.length > 0) await queries.retire({ ids: abandoned.map(({ id }) => id) });
  return true;
}

export async function embedMissingChunks({ before, missed }: Pick<Walk, "before" | "missed">): Promise<Walk> {
  const place = { before, missed, isOver: false, isAway: isPaused() };
  try {
    for (const end = performance.now() + STEP; !place.isAway && !place.isOver && performance.now() < end; ) {
      const { embedder, model } = await getTarget();
      const which = { modelId: model?.id ?? 0, limit: embedder.batch, before: place.before };
      const chunks = await vectors.listChunksWithoutVector(which);
      await yieldToForeground(() => embedFound(chunks, { embedder, model }));
      place.isOver = chunks.passages.length === 0;
      place.missed += chunks.passages.length;
      place.before = Math.min(place.before, ...chunks.passages.map(({ id }) => id));
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    place.isAway = true;
  }
  return place;
}

export async function end(): Promise<void> {
  const { model } = await getTarget();
  const others = (await models.listModels()).filter(({ id }) => id !== model?.id);
  if (model && others.length > 0) await queries.retire({ ids: others.map(({ id }) => id) });
}

export async function clean(): Promise<boolean> {
  const until = performance.now() + STEP;
  for (const modelId of await queries.listRetired()) {
    for (const kind of queries.INDEX_KINDS) await queries.dropIndex({ modelId, kind });
    while (await queries.deleteSomeVectors({ modelId, limit: DELETED_AT_ONCE }))
      if (performance.now() > until) return true;
  }
  return false;
}

async function neededIndexes() {
  const needed: { modelId: number; kind: queries.IndexKind; dimensions: number }[] = [];
  for (const { id: modelId, dimensions } of await models.listModels()) {
    if (dimensions > MAX_INDEXED_DIMENSIONS) continue;
    for (const kind of queries.INDEX_KINDS)
      if (await queries.needsIndex({ modelId, kind, least: leastIndexed() }))
        needed.push({ modelId, kind, dimensions });
  }
  return needed;
}

export async function makeIndexes(): Promise<void> {
  for (const index of await neededIndexes()) await queries.createIndex(index);
}
