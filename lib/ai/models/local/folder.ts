import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { config } from "@/lib/platform/config";
import { type LocalModel, localId } from "./registry";

/** Where the files of a model are to be, whether or not they are there. */
export const placeOf = ({ name }: Pick<LocalModel, "name">): string =>
  join(/* turbopackIgnore: true */ config().DATA_DIR, "models", name);

/** A file that is not complete yet. */
export const partOf = (path: string): string => `${path}.part`;
/** In the folder: why the last download failed, a sentence, for every process that is asked. */
export const PROBLEM = "problem";

/** How many bytes a file has; undefined without one. */
export const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

/**
 * The folder of a model when all of its files are there, else "missing". A file that was downloaded got its name when its
 * checksum was right; those that somebody put there are taken as they are.
 */
export async function modelFolder(model: LocalModel): Promise<string | "missing"> {
  const folder = placeOf(model);
  const sizes = await Promise.all(model.files.map(({ name }) => sizeOf(join(folder, name))));
  return sizes.includes(undefined) ? "missing" : folder;
}

export type ModelState = {
  state: "ready" | "missing" | "downloading";
  /** Bytes that are there already. */
  bytes: number;
  /** Why it is not ready although it is wanted, a sentence. */
  problem: string | null;
};

/** A download that has not moved for so long is none any more. In ms. */
export const STALE = 60_000;

/** How a model is, by its files: what any process has downloaded. */
export async function stateOf(model: LocalModel): Promise<ModelState> {
  const folder = placeOf(model);
  let bytes = 0;
  let isComplete = true;
  let isMoving = false;
  for (const file of model.files) {
    const path = join(folder, file.name);
    const whole = await sizeOf(path);
    bytes += whole === undefined ? 0 : file.bytes;
    if (whole !== undefined) continue;
    isComplete = false;
    const part = await stat(partOf(path)).catch(() => undefined);
    bytes += part?.size ?? 0;
    isMoving ||= part !== undefined && Date.now() - part.mtimeMs < STALE;
  }
  if (isComplete) return { state: "ready", bytes, problem: null };
  const problem = await readFile(join(folder, PROBLEM), "utf8").catch(() => null);
  return { state: isMoving && problem === null ? "downloading" : "missing", bytes, problem };
}

export const bytesOf = ({ files }: LocalModel): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** How far a model is downloaded, in percent, by its id. */
export async function downloadOf(model: LocalModel) {
  const { state, bytes, problem } = await stateOf(model);
  const progress = Math.min(100, Math.floor((100 * bytes) / bytesOf(model)));
  return { model: localId(model), state, progress, problem };
}
