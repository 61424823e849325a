import { closeDatabase, isEmbedded } from "@/db/client";
import { getDatabaseTime } from "@/db/database-clock";
import { DatabaseOpenError } from "@/db/embedded/folder";
import { DataFolderInUse } from "@/db/embedded/lock";
import { migrateDatabase, UnknownDatabase } from "@/db/migrate";
import { startEngine } from "@/inngest/engine";
import { lifecycle } from "@/lib/admin/health/service";
import { databaseCorruptionCodes, databaseUnavailableCodes } from "@/lib/api/problem";
import { startCollecting } from "@/lib/chat/webhooks/service";
import { findSetupLink, signUpPhrase } from "@/lib/identity/auth/service";
import { chooseModel, listEnvironmentConnections, listInstalledProviders } from "@/lib/llm/models/service";
import * as clock from "@/lib/platform/clock";
import { ConfigError, config } from "@/lib/platform/config";
import { getErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { isOfClass } from "@/lib/platform/sql-state";
import { startTracing, stopTracing } from "@/lib/platform/telemetry/exporting";
import * as replies from "@/lib/replies/runs/service";
import { openBackupSocket } from "./backup/socket";

const REAP_EVERY = 5000;

type Running = {
  engine: Awaited<ReturnType<typeof startEngine>>;
  reaper: NodeJS.Timeout;
  stopCollecting: () => Promise<void>;
  closeBackupSocket: () => void;
  stopClock: () => void;
};
const running = createOnce<{ started?: Promise<Running> }>(() => ({}));

type StartStep = "opening the database" | "bringing the database up to date" | "resuming unfinished work";

/**
 * Migrates the database, starts the background engine and resumes unfinished work of earlier processes. Runs once.
 * @param onStep called at the beginning of each step
 */
export async function start(onStep: (step: StartStep) => void = () => {}): Promise<void> {
  running().started ??= begin(onStep);
  await running().started;
}

async function begin(onStep: (step: StartStep) => void): Promise<Running> {
  await startTracing();
  onStep("opening the database");
  await getDatabaseTime();
  onStep("bringing the database up to date");
  await migrateDatabase();
  onStep("resuming unfinished work");
  const stopClock = isEmbedded() ? () => {} : await clock.follow(getDatabaseTime);
  const engine = await startEngine();
  lifecycle().runner = true;
  const reap = () =>
    replies.resumeOrphans().catch((error) => log.warn({ err: error }, "looking for orphaned replies failed"));
  await reap();
  return {
    engine,
    reaper: setInterval(reap, REAP_EVERY).unref(),
    stopCollecting: startCollecting(),
    closeBackupSocket: isEmbedded() ? await openBackupSocket(config().DATA_DIR) : () => {},
    stopClock,
  };
}

/** Returns the reason of a failed start as a sentence for the operator; undefined for unexpected errors. */
export function explainFailedStart(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (
    [ConfigError, DataFolderInUse, DatabaseOpenError, UnknownDatabase].some((kind) => error instanceof kind)
  )
    return error.message;
  const known = explainFailedStart(error.cause);
  if (known) return known;
  const code = getErrorCode(error) ?? "";
  if (code === "EADDRINUSE")
    return `Port ${config().PORT} is taken. Stop what uses it, or set PORT to another one.`;
  if (databaseCorruptionCodes.has(code))
    return `Files of the database are damaged (${getReason(error)}). Restore a backup (docs/deploy.md).`;
  if (databaseUnavailableCodes.has(code))
    return `The database at ${getDatabaseHost(config().DATABASE_URL)} cannot be reached (${code}). Start it, or check DATABASE_URL.`;
  if (isOfClass(code, "invalidAuthorization", "invalidCatalogName"))
    return `The database at ${getDatabaseHost(config().DATABASE_URL)} refused Parley: ${getReason(error)}. Check DATABASE_URL.`;
  return undefined;
}

const getReason = (error: Error): string =>
  error.cause instanceof Error ? getReason(error.cause) : error.message;

function getDatabaseHost(address = ""): string {
  return URL.canParse(address) ? new URL(address).host : "DATABASE_URL";
}

/** Waits for running replies (at most 25 s), then closes the database. */
export async function stop(): Promise<void> {
  lifecycle().stopping = true;
  const { engine, reaper, stopCollecting, closeBackupSocket, stopClock } = (await running().started) ?? {};
  clearInterval(reaper);
  closeBackupSocket?.();
  stopClock?.();
  await stopCollecting?.();
  await engine?.stop();
  await closeDatabase();
  await stopTracing();
}

export async function summarizeStart(): Promise<string> {
  const { appUrl, SMTP_URL, DATA_DIR, INNGEST_BASE_URL, INNGEST_EVENT_KEY } = config();
  const connections = listEnvironmentConnections(config());
  const providers = await listInstalledProviders(config());
  const model = await chooseModel(null, connections, config());
  const setup = await findSetupLink();
  const rows = [
    ["Sign-up", `${signUpPhrase()} (${config().signUp.isDefault ? "change it with SIGN_UP" : "SIGN_UP"})`],
    [
      "Model",
      model.builtin
        ? "none: answers are quotes from your documents. Connect one in Settings → Models"
        : model.label,
    ],
    ["Providers", providers.join(", ") || "none"],
    ["Database", isEmbedded() ? `embedded, in ${DATA_DIR}` : "PostgreSQL"],
    ["Background", INNGEST_BASE_URL || INNGEST_EVENT_KEY ? "Inngest" : "embedded runner"],
    ["Mail", SMTP_URL ? "SMTP" : `none: mails are written to ${DATA_DIR}/outbox`],
    ["Storage", DATA_DIR],
  ];
  return [
    "",
    `  Parley is ready at ${appUrl}`,
    "",
    ...rows.map(([name, value]) => `  ${name!.padEnd(12)}${value}`),
    "",
    ...(setup ? [...setupLines(setup), ""] : []),
  ].join("\n");
}

function setupLines(link: string): string[] {
  const { OWNER_EMAIL } = config();
  return [
    `  Nobody owns this installation yet. Create the first account${OWNER_EMAIL ? ` (${OWNER_EMAIL})` : ""} on this machine, or from anywhere with this link:`,
    `  ${link}`,
  ];
}

/** Logs the setup link where `summarizeStart` isn't used (Vercel, development). */
export async function announceSetup(): Promise<void> {
  const link = await findSetupLink();
  if (link) console.log(setupLines(link).join("\n"));
}
