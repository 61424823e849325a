// Starts and monitors the processes of a measurement. All listen on 127.0.0.1 and are stopped by process ID when the
// run ends.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { COMPILE_CACHE_ENV, FLAGS } from "../scripts/flags.mjs";
import { get } from "./http.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const TICK_MS = 10; // a clock tick of /proc: USER_HZ is 100 on every Linux that Node supports
const running = new Map();

export async function requireBuild(folder) {
  if (folder === root) {
    const { ensureBuilt } = await import("../scripts/build.mjs");
    process.chdir(root);
    await ensureBuilt();
  }
  if (!existsSync(join(folder, "build", "server.mjs")))
    throw new Error(`There is no build in ${folder}: run npm start there once.`);
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts Node on a file and resolves when `path` returns 200; `startedIn` is the time in ms. */
async function run(name, args, { env, cwd = root, port, path }) {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd, env: clean(env), stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (data) => {
    said = (said + data).slice(-4000);
  });
  let isWanted = false;
  child.once("exit", (code, signal) => {
    running.delete(child);
    if (!isWanted) console.error(`${name} ended by itself (${signal ?? `code ${code}`}). ${said}`);
  });
  const stop = () => {
    isWanted = true;
    return stopChild(child);
  };
  running.set(child, stop);
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} stopped with code ${child.exitCode}: ${said}`);
    if (performance.now() - began > 60_000) throw new Error(`${name} was not ready after 60 s: ${said}`);
    const { status } = await get(url + path).catch(() => ({}));
    if (status === 200) break;
    await wait(2);
  }
  return { name, url, pid: child.pid, startedIn: performance.now() - began, stop, errors: () => said };
}

/** Passes only what a server needs, so that a developer's own keys and settings don't affect a measurement. */
const clean = (env) => ({ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env });

async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await gone;
  clearTimeout(timer);
}

export const stopAll = () => Promise.all([...running.values()].map((stop) => stop()));
process.once("exit", () => {
  for (const child of running.keys()) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

export async function bundled(file) {
  const name = `bench-${process.pid}-${basename(file, ".ts")}.mjs`;
  const outfile = join(root, "node_modules", ".cache", "parley", name);
  await build({
    entryPoints: [join(root, file)],
    outfile,
    absWorkingDir: root,
    alias: { "@": root },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  return outfile;
}

export async function startModel() {
  const port = await freePort();
  const file = await bundled("test/fakes/model-server.ts");
  return run("the stand-in model server", [file, "--port", String(port)], { port, path: "/v1/models" });
}

export async function startBaseline({ modelUrl, dataDir, databaseUrl }) {
  const port = await freePort();
  const env = {
    PORT: String(port),
    MODEL_URL: `${modelUrl}/v1`,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  };
  return run("the baseline", [join(root, "bench", "baseline.mjs")], {
    env: defined(env),
    port,
    path: "/ready",
  });
}

/**
 * Starts the product like `npm start`, with all checks enabled; only the rate limits are too high to be reached.
 * `settings` are additional environment variables.
 */
export async function startProduct({
  modelUrl,
  dataDir,
  databaseUrl,
  folder = root,
  nodeArgs = [],
  settings = {},
}) {
  const port = await freePort();
  const high = "100000000";
  const env = {
    PORT: String(port),
    HOST: "127.0.0.1",
    APP_URL: `http://127.0.0.1:${port}`,
    ...COMPILE_CACHE_ENV,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_API_KEY: "sk-bench",
    OPENAI_MODEL: "stand-in-large",
    LOG_LEVEL: "warn",
    MODELS_DOWNLOAD: "false",
    RATE_LIMIT_REQUESTS: high,
    RATE_LIMIT_MESSAGES: high,
    RATE_LIMIT_HEAVY: high,
    RATE_LIMIT_SIGN_IN_ACCOUNT: high,
    RATE_LIMIT_SIGN_IN_ADDRESS: high,
    RATE_LIMIT_PUBLIC_SESSIONS: high,
    RATE_LIMIT_VISITOR_MESSAGES: high,
    RATE_LIMIT_VISITOR_MESSAGES_ADDRESS: high,
    ...settings,
  };
  return run("the product", [...FLAGS, ...nodeArgs, join("build", "server.mjs")], {
    env: defined(env),
    cwd: folder,
    port,
    path: "/api/v1/health/ready",
  });
}

const defined = (env) => Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));

const readStat = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};

export const readParent = (pid) => Number(readStat(pid)[1]);

export function tree(pid) {
  const parents = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(readStat(name)[1]));
    } catch {
      // The process ended meanwhile.
    }
  }
  const all = [pid];
  for (const one of all) for (const [child, parent] of parents) if (parent === one) all.push(child);
  return all;
}

/** Returns the CPU time of a process tree so far, user and system, in milliseconds. */
export const measureCpuMs = (pid) =>
  tree(pid).reduce((sum, one) => {
    const fields = readStat(one);
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }, 0);

export const readOwnRssMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

export const sumRssMb = (pid) => tree(pid).reduce((sum, one) => sum + readOwnRssMb(one), 0);
