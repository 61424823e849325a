import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { setupTokens } from "./client";
import { startRoundRobin } from "./fakes/round-robin";
import { freePort, type ProcessOptions, type Product, startProcess } from "./process";

export type Cluster = Product & {
  processes: Product[];
  databaseUrl: string;
  served: () => number[];
};

/**
 * Starts two processes on one new PostgreSQL database and one data folder, behind a round-robin proxy. The result has
 * the interface of one process; `kill` alternates between them. `each` contains their individual environments.
 */
export async function startCluster(
  { env = {}, port, dataDir: given }: ProcessOptions = {},
  each: Record<string, string>[] = [{}, {}],
): Promise<Cluster> {
  const server = process.env.TEST_DATABASE_URL!;
  const database = `parley_cluster_${randomBytes(6).toString("hex")}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin`create database ${admin(database)}`;
  const databaseUrl = Object.assign(new URL(server), { pathname: database }).href;
  const dataDir = given ?? mkdtempSync(join(tmpdir(), "parley-cluster-"));
  const proxyPort = port ?? (await freePort());
  const url = `http://localhost:${proxyPort}`;
  const shared = { DATABASE_URL: databaseUrl, APP_URL: url, TRUST_PROXY: "1", ...env };
  const processes = await Promise.all(
    each.map((own) => startProcess({ dataDir, env: { ...shared, ...own } })),
  );
  const proxy = await startRoundRobin(
    proxyPort,
    processes.map(({ url }) => url.replace("localhost", "127.0.0.1")),
  );
  const [first] = processes as [Product];
  // Requests through a proxy are remote, so the setup needs a token.
  setupTokens.set(url, first.setupToken);
  let turn = 0;
  const all = <T>(work: (one: Product) => Promise<T>) => Promise.all(processes.map(work));
  const stop = async () => (await all((one) => one.stop())).find((code) => code !== 0) ?? 0;
  const start = async () => void (await all((one) => (one.isRunning() ? Promise.resolve() : one.start())));
  return {
    ...first,
    processes,
    databaseUrl,
    served: proxy.served,
    url,
    urls: processes.map((one) => one.url),
    dataDir,
    output: () => processes.map((one) => one.output()).join("\n"),
    isRunning: () => processes.every((one) => one.isRunning()),
    start,
    stop,
    restart: async () => {
      await stop();
      await start();
    },
    kill: () => processes[turn++ % processes.length]!.kill(),
    remove: async () => {
      proxy.close();
      await all((one) => one.remove());
      await admin`drop database ${admin(database)} with (force)`;
      await admin.end();
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
