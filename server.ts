import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { DataFolderInUse } from "@/db/embedded/lock";
import { addressOf, handle, serverOptions } from "@/lib/api/node";
import { ConfigError, config } from "@/lib/config";
import { log } from "@/lib/log";
import { start, stop, summary } from "./start";

/**
 * The front of `npm start`: answers `/api/v1` itself and hands everything else
 * to Next, in one process. Next's route handlers would answer the API too
 * (development, Vercel), at several times the cost of a call.
 */
async function main(): Promise<void> {
  const { PORT, HOST, root } = config();
  const server = createServer({
    ...serverOptions,
    headersTimeout: 20_000,
    // The largest video at 2 Mbit/s.
    requestTimeout: 35 * 60_000,
    keepAliveTimeout: 65_000,
  });
  const app = next({ dev: false, dir: root, hostname: HOST, port: PORT, httpServer: server, quiet: true });
  await Promise.all([app.prepare(), start()]);
  const pages = app.getRequestHandler();

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const isApi = /^\/api\/v1(?=[/?]|$)/.test(request.url ?? "");
    // Pages read it; nobody else may send it.
    request.headers["x-parley-address"] = addressOf(request);
    Promise.resolve(isApi ? handle(request, response) : pages(request, response)).catch((error: unknown) => {
      log.error({ err: error }, "a request failed outside of the API");
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(PORT, HOST, resolve);
  });
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

// Whoever has read what is logged may go; to log that would be one more line that nobody reads, and so on without end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
process.on("unhandledRejection", (error) => log.error({ err: error }, "an error was not handled"));

main().catch((error: NodeJS.ErrnoException) => {
  if (error instanceof ConfigError || error instanceof DataFolderInUse) console.error(error.message);
  else if (error.code === "EADDRINUSE") {
    console.error(`Port ${config().PORT} is taken. Stop what uses it, or set PORT to another one.`);
  } else console.error("Parley could not start.", error);
  process.exit(1);
});
