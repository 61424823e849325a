import type { Viewer } from "@/lib/auth/viewer";
import { config } from "@/lib/config";
import { status as semanticSearch } from "@/lib/indexing/switching";
import { log } from "@/lib/log";
import { environmentConnections } from "@/lib/models/connections";
import { single } from "@/lib/singleton";
import { storageWorks } from "@/lib/storage/service";
import { databaseAnswers } from "./queries";

/** Whether the background engine runs and whether the process is about to stop; set by `lib/start.ts`. */
export const lifecycle = single("lifecycle", () => ({ runner: false, stopping: false, hasFront: false }));

type PageError = { id: string; name: string; stack: string; path: string };

/** Logs an error that happened in somebody's browser, under the id that their page shows. */
export function reportPageError({ user, group }: Viewer, { id, name, stack, path }: PageError) {
  const where = { page_error: id, user_id: user.id, group_id: group.id, path: path.split(/[?#]/)[0] };
  log.warn({ ...where, error: name, stack }, "a page failed in the browser");
  return { success: true as const };
}

/** What works, without secrets. */
export async function readiness() {
  const [database, storage] = await Promise.all([databaseAnswers(), storageWorks()]);
  const isReady = database && storage && lifecycle.runner && !lifecycle.stopping;
  const embedding = database ? await semanticSearch().catch(() => null) : null;
  return {
    status: isReady ? ("ok" as const) : ("unavailable" as const),
    database,
    runner: lifecycle.runner,
    storage,
    providers: environmentConnections(config()).map(({ provider }) => provider),
    semantic_search: embedding && { model: embedding.model, problem: embedding.problem },
  };
}
