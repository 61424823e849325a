import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { getBacklog } from "@/lib/llm/indexing/service";
import { config } from "@/lib/platform/config";
import { isBearer } from "@/lib/platform/crypto/secrets";
import { AppError } from "@/lib/platform/errors";
import { createOnce } from "@/lib/platform/once";
import { meters } from "@/lib/platform/telemetry/meters";
import { createFamily, type Family, formatFamilies, type Sample } from "@/lib/platform/telemetry/registry";
import { answerRequests, getWorkerNumber, requestFromOthers } from "@/lib/platform/workers/service";
import { listLiveRuns } from "@/lib/replies/runs/service";
import * as queries from "./queries";

// Short, because the metrics of the process must be available during a database outage.
const DATABASE_TIMEOUT_MS = 3000;
// Timeout for the metrics of other workers that share the port, because a restarting worker doesn't respond.
const WORKER_TIMEOUT_MS = 500;
const NANOSECONDS = 1e9;

// Starts measuring at the first scrape.
const loop = createOnce(() => {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return delay;
});

/** @throws AppError not_found when metrics are disabled, unauthorized for a wrong token */
export function requireToken(authorization: string | undefined): void {
  const { METRICS_TOKEN } = config();
  if (!METRICS_TOKEN) throw new AppError("not_found", "Nothing exists at this address.");
  if (!isBearer(authorization, METRICS_TOKEN))
    throw new AppError("unauthorized", "Send `Authorization: Bearer <METRICS_TOKEN>`.");
}

/**
 * Returns all metrics in Prometheus' text format 0.0.4. Database metrics are the same in every process; workers that
 * share a port have a `worker` label.
 */
export async function formatMetrics(): Promise<string> {
  const late = wait(DATABASE_TIMEOUT_MS, undefined, { ref: false });
  const asked = Promise.all([queries.getQueueState(), getBacklog()]).catch(() => undefined);
  const others = requestFromOthers<Family[]>(TOPIC, config().workers - 1, WORKER_TIMEOUT_MS);
  const stored = await Promise.race([asked, late]);
  return formatFamilies([
    ...ofThisProcess(),
    ...(await others).flat(),
    gauge("parley_database_up", "Whether the database answers.", stored ? 1 : 0),
    ...(stored ? [...ofQueue(stored[0]), ...ofIndex(stored[1])] : []),
  ]);
}

export const shareMetrics = () => answerRequests(TOPIC, ofThisProcess);
const TOPIC = "metrics";

function ofThisProcess(): Family[] {
  const { recent: _, ...counted } = meters;
  const families = [
    ...Object.values(counted).map((metric) => metric.read()),
    gauge("parley_replies_running", "Replies that this process writes.", listLiveRuns().length),
    gauge(
      "parley_database_pool_size",
      "Connections that this process may open for statements.",
      config().DATABASE_URL ? config().DATABASE_POOL : 1,
    ),
    ...ofNode(),
  ];
  const worker = getWorkerNumber();
  if (worker === undefined) return families;
  const own = { worker: String(worker) };
  return families.map(({ head, samples }) => ({
    head,
    samples: samples.map(([name, labels, value]) => [name, { ...labels, ...own }, value]),
  }));
}

const gauge = (name: string, help: string, value: number) => createFamily(name, "gauge", help, [[{}, value]]);

function ofQueue({ waiting, running, outbox, oldestDue }: Awaited<ReturnType<typeof queries.getQueueState>>) {
  const states: Sample[] = [
    [{ state: "waiting" }, waiting],
    [{ state: "running" }, running],
    [{ state: "outbox" }, outbox],
  ];
  return [
    createFamily(
      "parley_background_queue",
      "gauge",
      "Background runs by state, and events that wait to be carried on.",
      states,
    ),
    gauge(
      "parley_background_late_seconds",
      "How late the longest waiting background run, or event to be carried on, is.",
      oldestDue,
    ),
  ];
}

const ofIndex = ({ messages, seconds }: Awaited<ReturnType<typeof getBacklog>>) => [
  gauge("parley_index_backlog", "Messages that wait to be indexed, 100,000 at the most.", messages),
  gauge("parley_index_late_seconds", "How long the oldest of them has waited.", seconds),
];

// Uses the names that dashboards for Node.js expect.
function ofNode(): Family[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const cpu = process.cpuUsage();
  const delay = loop();
  const lag = (value: number) => (Number.isFinite(value) ? value / NANOSECONDS : 0);
  const measured = [
    gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    createFamily("process_cpu_seconds_total", "counter", "Processor time of the process.", [
      [{}, (cpu.user + cpu.system) / 1e6],
    ]),
    gauge(
      "process_start_time_seconds",
      "When the process began, in Unix time.",
      Math.round(Date.now() / 1000 - process.uptime()),
    ),
    gauge("nodejs_heap_size_used_bytes", "JavaScript objects.", heapUsed),
    gauge("nodejs_heap_size_total_bytes", "Room for JavaScript objects.", heapTotal),
    gauge("nodejs_external_memory_bytes", "Memory outside of the heap.", external),
    gauge("nodejs_eventloop_lag_mean_seconds", "Since the last scrape.", lag(delay.mean)),
    gauge("nodejs_eventloop_lag_p50_seconds", "Since the last scrape.", lag(delay.percentile(50))),
    gauge("nodejs_eventloop_lag_p99_seconds", "Since the last scrape.", lag(delay.percentile(99))),
    gauge("nodejs_eventloop_lag_max_seconds", "Since the last scrape.", lag(delay.max)),
    createFamily("nodejs_version_info", "gauge", "The version of Node.", [[{ version: process.version }, 1]]),
  ];
  delay.reset();
  return measured;
}
