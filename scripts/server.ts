import cluster from "node:cluster";
import { ConfigError, config } from "@/lib/platform/config";
import { deleteEmptyVariables } from "@/lib/platform/config/environment.mjs";

// Entry point of `npm start`: serves, or supervises workers. Each loads only its own modules.
async function main(): Promise<void> {
  deleteEmptyVariables(process.env);
  if (cluster.isPrimary && config().workers > 1) (await import("./workers")).supervise(config().workers);
  else await (await import("./serve")).serve();
}

main().catch((error: unknown) => {
  console.error(...(error instanceof ConfigError ? [error.message] : ["Parley could not start.", error]));
  process.exit(1);
});
