import { status as semanticSearch } from "@/lib/ai/indexing/service";
import { environmentConnections } from "@/lib/ai/models/service";
import type { Viewer } from "@/lib/api/actor";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { single } from "@/lib/platform/singleton";
import { storageWorks } from "@/lib/platform/storage/service";
import { databaseAnswers } from "./queries";

/** Whether the background engine runs and whether the process is about to stop; set by `scripts/lifecycle.ts`. */
export const lifecycle = single("lifecycle", () => ({ runner: false, stopping: false, hasFront: false }));

type PageError = { id: string; name: string; stack: string; path: string };

/** Logs an error that happened in somebody's browser, under the id that their page shows. */
export function reportPageError({ user, group }: Viewer, { id, name, stack, path }: PageError) {
  const where = { page_error: id, user_id: user.id, group_id: group.id, path: withoutTokens(path) };
  log.warn({ ...where, error: name, stack }, "a page failed in the browser");
  return { success: true as const };
}

/** Anybody may ask as often as they like: they look together, and no more often than this. In ms. */
const LOOK_EVERY = 1000;
type Look = ReturnType<typeof look>;
const looks = () => single<{ at: number; last?: Look }>("readiness", () => ({ at: 0 }));

async function look() {
  const [database, storage] = await Promise.all([databaseAnswers(), storageWorks()]);
  return { database, storage, embedding: database ? await semanticSearch().catch(() => null) : null };
}

function lastLook(): Look {
  const looked = looks();
  const now = performance.now();
  if (looked.last && now - looked.at < LOOK_EVERY) return looked.last;
  looked.at = now;
  looked.last = look();
  return looked.last;
}

/** What works, without secrets. */
export async function readiness() {
  const { database, storage, embedding } = await lastLook();
  const isReady = database && lifecycle.runner && !lifecycle.stopping;
  const whenReady = storage ? ("ok" as const) : ("degraded" as const);
  return {
    status: isReady ? whenReady : ("unavailable" as const),
    database,
    runner: lifecycle.runner,
    storage,
    providers: environmentConnections(config()).map(({ provider }) => provider),
    semantic_search: embedding && { model: embedding.model, problem: embedding.problem },
  };
}

/** Where a page stands, without what its address is secret for. A UUID has 36 characters. */
const withoutTokens = (path: string) => path.split(/[?#]/)[0]!.replace(/[\w-]{40,}/g, "…");
