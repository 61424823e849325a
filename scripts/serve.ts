import cluster from "node:cluster";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createNetServer, type ListenOptions, type Server as NetServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { NextServer } from "next/dist/server/next";
import { handle } from "@/app/api/v1/node";
import * as instance from "@/app/instance";
import { provideServices } from "@/app/services";
import { isEmbedded } from "@/db/client";
import { metrics } from "@/lib/admin/installation/service";
import { setFrontHeader } from "@/lib/api/front-headers";
import { createFront } from "@/lib/api/node-handler";
import { isApi, isLiveness, refuse, refuseWhileStarting } from "@/lib/api/refuse-request";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { publishServing } from "@/lib/platform/workers/service";
import { explainFailedStart, start, stop, summarizeStart } from "./lifecycle";
import { isBuilt, serveBuiltFiles } from "./static";

// Only the first of several workers prints the startup progress.
const isFirst = cluster.isPrimary || cluster.worker?.id === 1;

// HTTP server of `npm start`: serves `/api/v1` itself and passes everything else to Next.js in the same process.
// Next.js's route handlers also serve the API (development, Vercel), at several times the cost per call.
async function open(): Promise<void> {
  provideServices(instance);
  let isOpen = false;
  const server = createFront((request, response) => {
    if (!isOpen && !isLiveness(request.url ?? "")) return refuseWhileStarting(request, response);
    if (isBuilt(request)) return files(request, response);
    const isForApi = isApi(request.url ?? "");
    const refusal = isForApi ? undefined : bodyRefusal(request);
    if (refusal) return refuse(response, refusal);
    const answered = isForApi ? handle(request, response) : showPage(request, response);
    answered.catch((error: unknown) => {
      log.error({ err: error }, "a request failed outside of the API");
      response.destroy();
    });
  });
  const pages = loadPages();
  const showPage: typeof handle = async (request, response) => {
    setFrontHeader(request);
    return (await pages())(request, response);
  };
  const files = serveBuiltFiles();
  // The embedded database may take long to open, so the server already listens to report the progress. With an
  // external database, workers listen only when ready, so that a load balancer skips them.
  if (isEmbedded()) await listen(server);
  await reportSteps(start);
  metrics.shareMetrics();
  isOpen = true;
  if (!isEmbedded()) await listen(server);
  publishServing();
  if (isFirst) console.log(await summarizeStart());

  let isStopping = false;
  const shutdown = async () => {
    if (isStopping) return;
    isStopping = true;
    log.info("stopping");
    server.close();
    server.closeIdleConnections();
    await stop();
    server.closeAllConnections();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void shutdown());
}

// On Linux each worker has its own socket on the port (SO_REUSEPORT): connections of a crashed worker are refused,
// while those that Node's cluster handed to it would hang. Elsewhere all workers accept from one shared socket.
const HAS_OWN_SOCKET = cluster.isWorker && process.platform === "linux";

async function listen(server: Server): Promise<void> {
  if (HAS_OWN_SOCKET && isFirst) {
    // Detects another installation on the port, which SO_REUSEPORT would share with this one.
    const alone = createNetServer();
    await take(alone, { exclusive: true });
    await promisify(alone.close.bind(alone))();
  }
  await take(server, { reusePort: HAS_OWN_SOCKET, exclusive: HAS_OWN_SOCKET });
}

async function take(server: NetServer, how: ListenOptions): Promise<void> {
  const { PORT: port, HOST: host } = config();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, ...how }, resolve);
  });
}

// Returns Next.js's request handler, loaded on first use: loading takes half of the startup time and 60 MB, and some
// processes serve no pages.
function loadPages() {
  const { PORT: port, HOST: hostname, root: dir } = config();
  // A dummy server: Next.js would close all upgrade requests of the real one, including those to the API.
  const httpServer = createServer();
  let handler: Promise<ReturnType<NextServer["getRequestHandler"]>> | undefined;
  const load = async () => {
    // Next.js's standalone server does the same: reading next.config.ts instead would load the compilers of Next.js.
    process.env.__NEXT_PRIVATE_STANDALONE_CONFIG ??= await readBuiltConfig(dir);
    const { default: next } = await import("next");
    const app = next({ dev: false, dir, hostname, port, httpServer, quiet: true });
    await app.prepare();
    return app.getRequestHandler();
  };
  return () => {
    handler ??= load().catch((error) => {
      handler = undefined;
      throw error;
    });
    return handler;
  };
}

async function readBuiltConfig(dir: string): Promise<string> {
  const built = JSON.parse(await readFile(join(dir, ".next", "required-server-files.json"), "utf8")) as {
    config: object;
  };
  return JSON.stringify(built.config);
}

// Interval in milliseconds at which the terminal repeats a running step.
const REPEAT_STEP_MS = 10_000;

async function reportSteps(work: typeof start): Promise<void> {
  if (!isFirst) return work();
  let said = "";
  let since = performance.now();
  const seconds = () => Math.round((performance.now() - since) / 1000);
  const again = setInterval(() => console.log(`  Still ${said} (${seconds()} s)`), REPEAT_STEP_MS);
  console.log(`\n  Parley is starting at ${config().appUrl}`);
  try {
    await work((step) => {
      said = step;
      since = performance.now();
      console.log(`  ${step[0]!.toUpperCase()}${step.slice(1)} …`);
    });
  } finally {
    clearInterval(again);
  }
}

// Body limit of pages, which receive only forms; Next.js would buffer up to 10 MB. Inngest's calls are exempt,
// because they are signed.
const MAX_PAGE_REQUEST_BYTES = 64 * 1024;

function bodyRefusal({ headers, url = "" }: IncomingMessage): AppError | undefined {
  if (/^\/api\/inngest(?=[/?]|$)/.test(url)) return undefined;
  if (headers["transfer-encoding"] !== undefined)
    return new AppError("length_required", "Say with Content-Length how long the body is.");
  if (Number(headers["content-length"] ?? 0) <= MAX_PAGE_REQUEST_BYTES) return undefined;
  return new AppError(
    "too_large",
    `What is sent to a page can have at most ${MAX_PAGE_REQUEST_BYTES / 1024} KB.`,
  );
}

export async function serve(): Promise<void> {
  // The reader of the log may close its pipe; logging that error would fail again, endlessly.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  process.on("unhandledRejection", (error) => log.error({ err: error }, "an unhandled error"));
  await open().catch((error: unknown) => {
    const why = explainFailedStart(error);
    if (why) console.error(why);
    else console.error("Parley could not start.", error);
    process.exit(1);
  });
}
