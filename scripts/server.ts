import type { IncomingMessage } from "node:http";
import next from "next";
import { handle } from "@/app/api/v1/node";
import { isEmbedded } from "@/db/client";
import { tellPages } from "@/lib/api/front";
import { createFront } from "@/lib/api/node";
import { isApi, isLiveness, refuse, refuseWhileStarting } from "@/lib/api/refusal";
import { lifecycle } from "@/lib/ops/health/service";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { start, stop, summary, whyNotStarted } from "./lifecycle";

/**
 * The front of `npm start`: answers `/api/v1` itself and hands everything else
 * to Next, in one process. Next's route handlers would answer the API too
 * (development, Vercel), at several times the cost of a call.
 */
async function main(): Promise<void> {
  const { PORT, HOST, root } = config();
  lifecycle.hasFront = true;
  let pages: ReturnType<typeof app.getRequestHandler> | undefined;
  const server = createFront((request, response) => {
    const open = pages;
    if (!open && !isLiveness(request.url ?? "")) return refuseWhileStarting(request, response);
    const isForApi = isApi(request.url ?? "");
    const refusal = isForApi ? undefined : bodyRefusal(request);
    if (refusal) return refuse(response, refusal);
    tellPages(request);
    Promise.resolve(isForApi ? handle(request, response) : open?.(request, response)).catch(
      (error: unknown) => {
        log.error({ err: error }, "a request failed outside of the API");
        response.destroy();
      },
    );
  });
  const app = next({ dev: false, dir: root, hostname: HOST, port: PORT, httpServer: server, quiet: true });
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(PORT, HOST, resolve);
    });
  // The embedded database may take long to open, and whoever looks in meanwhile hears of it. One of several processes takes
  // no connection until it is ready: their proxy passes it over.
  if (isEmbedded()) await listen();
  await tellingSteps((onStep) => Promise.all([start(onStep), app.prepare()]));
  pages = app.getRequestHandler();
  if (!isEmbedded()) await listen();
  console.log(await summary());

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

/** While a step takes longer than this, the terminal says so again. In ms. */
const SAY_AGAIN = 10_000;

/** Says in the terminal what a start is doing, and that it goes on. */
async function tellingSteps(work: (onStep: (step: string) => void) => Promise<unknown>): Promise<void> {
  let said = "";
  let since = performance.now();
  const seconds = () => Math.round((performance.now() - since) / 1000);
  const again = setInterval(() => console.log(`  Still ${said} (${seconds()} s)`), SAY_AGAIN);
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

/** What pages are sent may have this many bytes, which is forms: Next would keep up to 10 MB of it. Inngest's calls are signed. */
const MOST_FOR_PAGES = 64 * 1024;

function bodyRefusal({ headers, url = "" }: IncomingMessage): AppError | undefined {
  if (url.startsWith("/api/inngest")) return undefined;
  if (headers["transfer-encoding"] !== undefined)
    return new AppError("length_required", "Say with Content-Length how long the body is.");
  if (Number(headers["content-length"] ?? 0) <= MOST_FOR_PAGES) return undefined;
  return new AppError("too_large", `What is sent to a page can have at most ${MOST_FOR_PAGES / 1024} KB.`);
}

// Whoever has read what is logged may go; to log that would be one more line that nobody reads, and so on without end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
process.on("unhandledRejection", (error) => log.error({ err: error }, "an unhandled error"));

main().catch((error: unknown) => {
  const why = whyNotStarted(error);
  if (why) console.error(why);
  else console.error("Parley could not start.", error);
  process.exit(1);
});
