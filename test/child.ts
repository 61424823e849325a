import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { NOT_BUNDLED, REQUIRE } from "@/scripts/build.mjs";
import type { Orders } from "./child-server";
import { testEnvironment } from "./environment";

// biome-ignore lint/suspicious/noExplicitAny: each order has an answer of its own
type ChildMessage = { id?: number; done?: any; uncaught?: string; url?: string };

/** Runs the API with an embedded database in a separate process, which may crash. */
export async function startChild(env: Record<string, string> = {}) {
  const cache = resolve("node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "parley-child-"));
  const dataDir = mkdtempSync(join(tmpdir(), "parley-child-"));
  const template = process.env.PARLEY_DATABASE_TEMPLATE!;
  // On a PostgreSQL server the template is a database rather than a folder, and the child migrates its own.
  if (existsSync(template)) cpSync(template, join(dataDir, "database"), { recursive: true });
  const program = join(folder, "server.mjs");
  await build({
    entryPoints: ["test/child-server.ts"],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    external: NOT_BUNDLED,
    banner: { js: REQUIRE },
    alias: { "@": resolve(".") },
    logLevel: "error",
  });
  const environment = testEnvironment({
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    ...env,
  }) as NodeJS.ProcessEnv;
  const uncaught: string[] = [];
  const waiting = new Map<number, (done: ChildMessage["done"]) => void>();
  let orders = 0;
  let child: ChildProcess;
  const start = () =>
    new Promise<string>((heard, failed) => {
      child = fork(program, {
        env: { ...environment, NODE_COMPILE_CACHE: join(folder, "compiled") },
      });
      child.once("exit", (code, signal) => failed(new Error(`The child ended with ${code ?? signal}.`)));
      child.on("message", (told: ChildMessage) => {
        if (told.url) heard(told.url);
        if (told.uncaught) {
          uncaught.push(told.uncaught);
          // Rejects a start in progress; has no effect on a completed one.
          failed(new Error(told.uncaught));
        }
        if (told.id) waiting.get(told.id)!(told.done);
      });
    });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    const isOver = once(child, "exit");
    if (isRunning() && child.kill(signal)) await isOver;
    return child.exitCode;
  };
  const remove = async () => {
    await end("SIGKILL");
    for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true });
  };
  const url = await start().catch(async (error) => {
    await remove();
    throw error;
  });
  return {
    url,
    dataDir,
    /**
     * Restarts on the same data after `kill`.
     * @returns the new address
     */
    start,
    isRunning,
    kill: () => end("SIGKILL"),
    /** Uncaught errors. */
    uncaught,
    order: <Name extends keyof Orders>(name: Name, given: Orders[Name]): Promise<ChildMessage["done"]> =>
      new Promise((done) => {
        waiting.set(++orders, done);
        child.send({ id: orders, name, given });
      }),
    remove,
  };
}
