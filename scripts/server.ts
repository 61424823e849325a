import cluster from "node:cluster";
import { ConfigError, config } from "@/lib/platform/config";
import { unsetEmpty } from "@/lib/platform/config/environment.mjs";

/** `npm start`: this process serves, or looks after those that do. Neither loads what only the other needs. */
async function main(): Promise<void> {
  unsetEmpty(process.env);
  if (cluster.isPrimary && config().workers > 1) (await import("./workers")).supervise(config().workers);
  else await (await import("./serve")).serve();
}

main().catch((error: unknown) => {
  console.error(...(error instanceof ConfigError ? [error.message] : ["Parley could not start.", error]));
  process.exit(1);
});
