// npm start: installs and builds what is missing or stale, then serves.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { ensureNode } from "./node-version.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
ensureNode();
const { ensureInstalled } = await import("./install.mjs");
ensureInstalled();
const { ensureBuilt } = await import("./build.mjs");
ensureBuilt();
if (existsSync(".env")) process.loadEnvFile(".env");

const server = spawn(process.execPath, ["--enable-source-maps", "build/server.mjs"], {
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
