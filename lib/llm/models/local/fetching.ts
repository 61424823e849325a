import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isServerless } from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { AlreadyFetched, DownloadError, fetchModel } from "./download";
import { getModelFolder, PROBLEM } from "./folder";
import type { LocalModel } from "./registry";

const FIRST_PAUSE = 60_000;
const MAX_PAUSE_MS = 3_600_000;

type Fetching = { work?: Promise<void>; pause: number; until: number };
const getFetches = createOnce(() => new Map<string, Fetching>());

/** Returns false if the operator disabled downloads, or if files don't persist between requests (Vercel). */
export const canDownload = (): boolean => config().MODELS_DOWNLOAD && !isServerless();

/**
 * Downloads a model in the background, unless a download is running or failed recently (pause of one minute, doubling
 * up to an hour). Callers repeat the call instead of waiting.
 * @param onReady called after the download
 */
export function fetchInBackground(model: LocalModel, onReady: () => Promise<void>): void {
  if (!canDownload()) return;
  const state = getFetches().get(model.name) ?? { pause: 0, until: 0 };
  getFetches().set(model.name, state);
  if (state.work || state.until > performance.now()) return;
  state.work = fetched(model, state, onReady).finally(() => {
    state.work = undefined;
  });
}

async function fetched(model: LocalModel, state: Fetching, onReady: () => Promise<void>): Promise<void> {
  try {
    await fetchModel(model);
    log.info({ model: model.name }, "a model was downloaded");
    await onReady();
  } catch (error) {
    state.until = performance.now() + FIRST_PAUSE;
    if (error instanceof AlreadyFetched) return;
    state.pause = Math.min(Math.max(state.pause * 2, FIRST_PAUSE), MAX_PAUSE_MS);
    state.until = performance.now() + state.pause;
    log.warn({ err: error, model: model.name }, "a model could not be downloaded");
    const why = error instanceof DownloadError ? error.message : "The download failed.";
    await writeFile(join(getModelFolder(model), PROBLEM), why).catch(() => {});
  }
}

export function hasFailed(model: LocalModel): boolean {
  const state = getFetches().get(model.name);
  return state !== undefined && state.pause > 0 && !state.work;
}

export function tryAgain(model: LocalModel): void {
  const state = getFetches().get(model.name);
  if (state) Object.assign(state, { pause: 0, until: 0 });
}
