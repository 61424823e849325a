import { isEmbedded } from "@/db/transaction";
import { ModelError } from "@/lib/ai/models/service";
import * as background from "@/lib/platform/background/service";
import { yieldToForeground } from "@/lib/platform/telemetry/waiting";
import { isPaused, target } from "./embedders";
import { embedFound } from "./indexing";
import * as models from "./queries/models";
import * as queries from "./queries/switching";
import * as vectors from "./queries/vectors";

/**
 * Another embedding model: its vectors are made beside the old ones, newest
 * passages first, while searches go on with those. When none is missing the
 * old model is retired, and its vectors go in pieces.
 */

const STEP = 5000;
const DELETED_AT_ONCE = 2000;
/** Where a walk through all passages begins. */
export const NEWEST = Number.MAX_SAFE_INTEGER;
/**
 * More vectors than this get an index. On PostgreSQL up to so many are compared one by one anyway (`lib/knowledge/search`); on the
 * embedded database everybody waits while an index is made, 0.4 ms for each vector, so that it is made early.
 */
const leastIndexed = () => (isEmbedded() ? 2000 : 20_000);
/** More do not fit into an index. */
const MOST_DIMENSIONS = 4000;

/** A place in the walk; `missed` counts the passages that lacked a vector since it began. `isAway`: the model is, it stopped there. */
export type Walk = { before: number; missed: number; isOver: boolean; isAway: boolean };

/** Whether searches use another model than new vectors are made with, or vectors of an earlier one are left. */
async function isSwitching(): Promise<boolean> {
  const [rows, retired] = [await models.models(), await queries.retired()];
  if (retired.length > 0 || rows.length > 1) return true;
  return rows.length === 1 && rows[0]!.model !== (await target()).embedder.id;
}

/** Asks for the work that a change of model leaves, and for the indexes that have become worth it. */
export async function sweep(): Promise<void> {
  try {
    if ((await isSwitching()) || (await neededIndexes()).length > 0)
      await background.emit("vectors.missing", {});
  } catch (error) {
    // Why the model is not to be had is logged where it is chosen.
    if (!(error instanceof ModelError)) throw error;
  }
}

/** Begins a switch: models that are neither searched with nor wanted any more are retired. False when there is nothing to switch. */
export async function begin(): Promise<boolean> {
  if (!(await isSwitching())) return false;
  const { embedder } = await target();
  const [, ...newer] = await models.models();
  const abandoned = newer.filter(({ model }) => model !== embedder.id);
  if (abandoned.length > 0) await queries.retire({ ids: abandoned.map(({ id }) => id) });
  return true;
}

/** Makes missing vectors for some seconds, going on where the last call was. */
export async function walk({ before, missed }: Pick<Walk, "before" | "missed">): Promise<Walk> {
  const place = { before, missed, isOver: false, isAway: isPaused() };
  try {
    for (const end = performance.now() + STEP; !place.isAway && !place.isOver && performance.now() < end; ) {
      const { embedder, model } = await target();
      const which = { modelId: model?.id ?? 0, limit: embedder.batch, before: place.before };
      const found = await vectors.missingBefore(which);
      const count = await yieldToForeground(() => embedFound(found, { embedder, model }));
      place.isOver = count === 0;
      place.missed += count;
      place.before = Math.min(place.before, ...found.passages.map(({ id }) => id));
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    place.isAway = true;
  }
  return place;
}

/** Searches use the wanted model from now on, which has all its vectors. */
export async function end(): Promise<void> {
  const { model } = await target();
  const others = (await models.models()).filter(({ id }) => id !== model?.id);
  if (model && others.length > 0) await queries.retire({ ids: others.map(({ id }) => id) });
}

/** Removes what is left of retired models, for some seconds. True when there is more. */
export async function clean(): Promise<boolean> {
  const until = performance.now() + STEP;
  for (const modelId of await queries.retired()) {
    for (const kind of queries.KINDS) await queries.dropIndex({ modelId, kind });
    while (await queries.deleteSomeVectors({ modelId, limit: DELETED_AT_ONCE }))
      if (performance.now() > until) return true;
  }
  return false;
}

async function neededIndexes() {
  const needed: { modelId: number; kind: queries.Kind; dimensions: number }[] = [];
  for (const { id: modelId, dimensions } of await models.models()) {
    if (dimensions > MOST_DIMENSIONS) continue;
    for (const kind of queries.KINDS)
      if (await queries.needsIndex({ modelId, kind, least: leastIndexed() }))
        needed.push({ modelId, kind, dimensions });
  }
  return needed;
}

/** Makes the indexes that have become worth it. */
export async function makeIndexes(): Promise<void> {
  for (const index of await neededIndexes()) await queries.createIndex(index);
}
