// npm run dev: Next's development server, the API mounted as its route handlers.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { ensureNode } from "./node-version.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
ensureNode();
const { ensureInstalled } = await import("./install.mjs");
ensureInstalled();
if (existsSync(".env")) process.loadEnvFile(".env");

const server = spawn(
  process.execPath,
  ["node_modules/next/dist/bin/next", "dev", "-p", process.env.PORT || "3000"],
  {
    stdio: "inherit",
  },
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 1));
