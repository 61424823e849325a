import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { config } from "@/lib/platform/config";
import { type LocalModel, toLocalId } from "./registry";

export const getModelFolder = ({ name }: Pick<LocalModel, "name">): string =>
  join(/* turbopackIgnore: true */ config().DATA_DIR, "models", name);

export const toPartialPath = (path: string): string => `${path}.part`;
/** Name of the file in a model's folder that tells all processes the error of the last download. */
export const PROBLEM = "problem";

export const findFileSize = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

/**
 * Returns the folder of a complete model, else "missing". Downloaded files get their names after their checksum was
 * verified; files added manually are trusted.
 */
export async function findModelFolder(model: LocalModel): Promise<string | "missing"> {
  const folder = getModelFolder(model);
  const sizes = await Promise.all(model.files.map(({ name }) => findFileSize(join(folder, name))));
  return sizes.includes(undefined) ? "missing" : folder;
}

export type ModelState = {
  state: "ready" | "missing" | "downloading";
  bytes: number;
  problem: string | null;
};

/** Milliseconds without progress after which a download counts as dead. */
export const STALE_MS = 60_000;

export async function getModelState(model: LocalModel): Promise<ModelState> {
  const folder = getModelFolder(model);
  let bytes = 0;
  let isComplete = true;
  let isMoving = false;
  for (const file of model.files) {
    const path = join(folder, file.name);
    const whole = await findFileSize(path);
    bytes += whole === undefined ? 0 : file.bytes;
    if (whole !== undefined) continue;
    isComplete = false;
    const part = await stat(toPartialPath(path)).catch(() => undefined);
    bytes += part?.size ?? 0;
    isMoving ||= part !== undefined && Date.now() - part.mtimeMs < STALE_MS;
  }
  if (isComplete) return { state: "ready", bytes, problem: null };
  const problem = await readFile(join(folder, PROBLEM), "utf8").catch(() => null);
  return { state: isMoving && problem === null ? "downloading" : "missing", bytes, problem };
}

export const sumModelBytes = ({ files }: LocalModel): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

export async function getDownloadProgress(model: LocalModel) {
  const { state, bytes, problem } = await getModelState(model);
  const progress = Math.min(100, Math.floor((100 * bytes) / sumModelBytes(model)));
  return { model: toLocalId(model), state, progress, problem };
}
