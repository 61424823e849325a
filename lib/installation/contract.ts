import { z } from "zod";
import { get, post } from "@/lib/api/contract";
import { SuccessMessage, timestamp } from "@/lib/api/fields";

const FailedRun = z.object({
  id: z.guid(),
  name: z.string().describe("The background function."),
  failed_at: timestamp,
  error: z.string().nullable().describe("Why it was given up."),
});

const Queue = z.object({
  engine: z.enum(["embedded", "inngest"]),
  waiting: z.int().describe("Due now, or later: for another try, or after a sleep."),
  running: z.int(),
  failed: z.int().describe("Given up in the last seven days."),
  failures: z.array(FailedRun).describe("The newest 20 of those."),
});

const SlowOperation = z.object({
  operation: z.string(),
  count: z.int(),
  p50_ms: z.number(),
  p95_ms: z.number(),
});

export const InstallationStatus = z.object({
  version: z.string(),
  started_at: timestamp.describe("When the process that answers began."),
  node: z.string(),
  memory_bytes: z.int(),
  processes: z.int().describe("Processes that use this database."),
  queue: Queue,
  replies_running: z.int().describe("Of all processes."),
  streams_open: z.int().describe("Of the process that answers."),
  providers: z.array(z.string()).describe("Those that the environment connects; groups can have others."),
  semantic_search: z.object({ model: z.string(), problem: z.string().nullable() }).nullable(),
  storage: z.object({ works: z.boolean(), files: z.int(), bytes: z.int() }),
  database: z.object({ kind: z.enum(["embedded", "postgresql"]), bytes: z.int() }),
  slow_operations: z
    .array(SlowOperation)
    .describe(
      "Of the process that answers, in the last hour, the slowest first; times are right to 19 %. A stream counts until it begins.",
    ),
});

const owned = "For the owner of the installation, whose account was its first.";

export const installationApi = {
  getMetrics: get("/metrics", {
    summary: "Metrics of this process, for Prometheus",
    description:
      "Text of the format 0.0.4. Send `Authorization: Bearer <METRICS_TOKEN>`; without that setting there are no metrics (404).",
    access: "anyone",
    returns: z.unknown(),
  }),
  getInstallationStatus: get("/installation/status", {
    summary: "How the installation is",
    description: owned,
    returns: InstallationStatus,
  }),
  retryRun: post("/installation/runs/{id}/retry", {
    summary: "Run a background run again that was given up",
    description: `${owned} It goes on at the step that failed; with an Inngest server it begins again. A run that has not failed: 409.`,
    params: z.object({ id: z.guid() }),
    returns: SuccessMessage,
  }),
};
