import cluster from "node:cluster";
import { ConfigError, config } from "@/lib/platform/config";
import { deleteEmptyVariables } from "@/lib/platform/config/environment.mjs";

const CHECK_PARENT_EVERY_MS = 1000;

// npm exits on a signal without forwarding it, which would leave the server running on its port.
function stopAfterNpm(): void {
  if (process.env.npm_lifecycle_event !== "start" || !cluster.isPrimary) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, CHECK_PARENT_EVERY_MS);
  timer.unref();
}

// Entry point of `npm start`: serves, or supervises workers. Either role loads only the modules that it needs.
async function main(): Promise<void> {
  deleteEmptyVariables(process.env);
  stopAfterNpm();
  if (cluster.isPrimary && config().workers > 1) (await import("./workers")).supervise(config().workers);
  else await (await import("./serve")).serve();
}

main().catch((error: unknown) => {
  console.error(...(error instanceof ConfigError ? [error.message] : ["Parley could not start.", error]));
  process.exit(1);
});
