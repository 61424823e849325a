import { randomUUID } from "node:crypto";
import { isEmbedded, transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { getBacklog, getStatus as semanticSearch } from "@/lib/llm/indexing/service";
import {
  getTranscriptionStatus,
  listExpectedConnections,
  listInstalledProviders,
  listProblems,
} from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { isElsewhere, store, wakeEngine } from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { conflict, notFound } from "@/lib/platform/errors";
import { log, stripSqlParameters } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { isStorageReachable } from "@/lib/platform/storage/service";
import { meters } from "@/lib/platform/telemetry/meters";
import * as queries from "./queries";
import { requireOwner } from "./require-owner";

export * as accounts from "./accounts";
export * as defaults from "./default-limits";
export * as embedding from "./embedding-model";
export * as groups from "./groups";
export * as metrics from "./metrics";

export { vacuumEmbeddedTables } from "./queries/upkeep";

const VERSION = "1.0.0";
const FAILURES = 20;
const SLOWEST = 10;
const MAX_ERROR_LENGTH = 300;

// Lifetime of cached storage sums, which take long to compute and change slowly.
const SUMS_CACHE_MS = 5 * 60_000;
const sums = createOnce<{ at: number; read?: ReturnType<typeof queries.sumStoredFiles> }>(() => ({
  at: 0,
}));

async function storedFiles() {
  const known = sums();
  if (!known.read || Date.now() - known.at > SUMS_CACHE_MS)
    Object.assign(known, { at: Date.now(), read: queries.sumStoredFiles() });
  return known.read!.catch((error) => {
    known.read = undefined;
    throw error;
  });
}

// Reports the connections of the environment and those of the owner's group.
async function listConnectionProblems({ group }: Viewer) {
  const settings = config();
  const connections = await listGroupConnections(group.id);
  return listProblems([...connections, ...listExpectedConnections(settings)], settings);
}

export async function getStatus(viewer: Viewer) {
  requireOwner(viewer);
  const settings = config();
  const [now, failed, replies, files, database, works, embedding, unindexed, providers, problems, hearing] =
    await Promise.all([
      queries.getQueueState(),
      queries.listFailedRuns({ limit: FAILURES }),
      queries.countRunningReplies(),
      storedFiles(),
      queries.getDatabaseState(),
      isStorageReachable(),
      semanticSearch().catch(() => null),
      getBacklog(),
      listInstalledProviders(settings),
      listConnectionProblems(viewer),
      getTranscriptionStatus(settings),
    ]);
  const usesInngest = settings.INNGEST_BASE_URL || settings.INNGEST_EVENT_KEY || settings.INNGEST_SIGNING_KEY;
  return {
    version: VERSION,
    started_at: new Date(Date.now() - Math.round(process.uptime() * 1000)).toISOString(),
    node: process.version,
    memory_bytes: process.memoryUsage.rss(),
    processes: database.processes,
    queue: {
      engine: usesInngest ? ("inngest" as const) : ("embedded" as const),
      waiting: usesInngest ? now.outbox : now.waiting,
      running: now.running,
      failed: failed.total,
      failures: failed.rows.map(({ id, functionId, finishedAt, error }) => ({
        id,
        name: functionId,
        failed_at: (finishedAt ?? new Date()).toISOString(),
        error: error && stripSqlParameters(error).slice(0, MAX_ERROR_LENGTH),
      })),
    },
    replies_running: replies,
    streams_open: meters.streams.total(),
    providers,
    model_problems: problems,
    semantic_search: embedding && {
      model: embedding.model,
      problem: embedding.problem,
      awaits: embedding.awaits,
    },
    speech_recognition: hearing,
    index_backlog: {
      messages: unindexed.messages,
      oldest_at: unindexed.oldestAt?.toISOString() ?? null,
    },
    storage: { works, ...files },
    database: {
      kind: isEmbedded() ? ("embedded" as const) : ("postgresql" as const),
      bytes: database.bytes,
    },
    slow_operations: meters.recent.slowest(SLOWEST),
  };
}

export async function retryRun(viewer: Viewer, id: string) {
  requireOwner(viewer);
  const message = isElsewhere() ? await restartRun(id) : await resumeRun(id);
  log.info({ run: id, user: viewer.user.id }, "a background run is retried");
  return { success: true as const, message };
}

async function resumeRun(id: string): Promise<string> {
  const isAgain = await queries.retryRun({ id });
  if (isAgain === undefined) throw notFound("Run");
  if (!isAgain) throw conflict("This run has not failed.");
  wakeEngine();
  return "The run continues.";
}

// Starts a new run with the same event, because Inngest cannot resume a failed run.
const restartRun = (id: string): Promise<string> =>
  transaction(async () => {
    const event = await queries.deleteFailedRun({ id });
    if (!event) throw notFound("Run");
    if (event.name.startsWith("inngest/")) throw conflict("This will run again on schedule.");
    await store({ id: randomUUID(), name: event.name, data: event.data });
    return "The run starts again.";
  });
