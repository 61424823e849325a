import type { Viewer } from "@/lib/api/actor";
import { getStatus as semanticSearch } from "@/lib/llm/indexing/service";
import { listEnvironmentConnections } from "@/lib/llm/models/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { isStorageReachable } from "@/lib/platform/storage/service";
import { isDatabaseReachable } from "./queries";

export const lifecycle = createOnce(() => ({
  runner: false,
  stopping: false,
}));

type PageError = { id: string; name: string; stack: string; path: string };

export function reportPageError({ user, group }: Viewer, { id, name, stack, path }: PageError) {
  const where = { page_error: id, user_id: user.id, group_id: group.id, path: withoutTokens(path) };
  log.warn({ ...where, error: name, stack }, "a page failed in the browser");
  return { success: true as const };
}

// Results are cached because the endpoint is public and has no rate limit.
const RESULT_CACHE_MS = 1000;
type Look = ReturnType<typeof look>;
const looks = createOnce<{ at: number; last?: Look }>(() => ({ at: 0 }));

async function look() {
  const [database, storage] = await Promise.all([isDatabaseReachable(), isStorageReachable()]);
  return { database, storage, embedding: database ? await semanticSearch().catch(() => null) : null };
}

function lastLook(): Look {
  const looked = looks();
  const now = performance.now();
  if (looked.last && now - looked.at < RESULT_CACHE_MS) return looked.last;
  looked.at = now;
  looked.last = look();
  return looked.last;
}

export async function getReadiness() {
  const { database, storage, embedding } = await lastLook();
  const isReady = database && lifecycle().runner && !lifecycle().stopping;
  const whenReady = storage ? ("ok" as const) : ("degraded" as const);
  return {
    status: isReady ? whenReady : ("unavailable" as const),
    database,
    runner: lifecycle().runner,
    storage,
    providers: listEnvironmentConnections(config()).map(({ provider }) => provider),
    semantic_search: embedding && { model: embedding.model, problem: embedding.problem },
  };
}

// Removes the query, the fragment and tokens from a path. Keeps UUIDs, which have 36 characters.
const withoutTokens = (path: string) => path.split(/[?#]/)[0]!.replace(/[\w-]{40,}/g, "…");
