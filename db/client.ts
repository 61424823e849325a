import { AsyncLocalStorage } from "node:async_hooks";
import { config } from "@/lib/platform/config";
import { createOnce, processId } from "@/lib/platform/once";
import { ConnectionPool } from "./connection-pool";
import { createDriver, type Db, type Driver, runTransaction, toDb } from "./driver";
import { lockDataFolder } from "./embedded/lock";
import { createListener } from "./listener";
import { openConnection } from "./open-connection";

export type { Db };

type Running = { db: Db; driver: Driver; open: boolean; hooks: Set<() => void> };

export const isEmbedded = () => config().DATABASE_URL === undefined;

const running = new AsyncLocalStorage<Running>();

export const APPLICATION_NAME_PREFIX = "parley";
export const getApplicationName = () => `${APPLICATION_NAME_PREFIX} ${processId()}`;

const MAX_LIFETIME_MS = 60 * 60 * 1000;

export const database = createOnce(() => {
  const { DATABASE_POOL, DATA_DIR } = config();
  if (isEmbedded()) lockDataFolder(DATA_DIR);
  const open = (onLost: () => void) => openConnection(getApplicationName(), onLost);
  const pool = new ConnectionPool({
    open,
    max: isEmbedded() ? 1 : DATABASE_POOL,
    maxLifetimeMs: isEmbedded() ? Number.POSITIVE_INFINITY : MAX_LIFETIME_MS,
  });
  const driver: Driver = {
    ...createDriver((send, options) => pool.run(send, options)),
    begin: (body) => runTransaction(pool, body),
  };
  return { pool, driver, db: toDb(driver), listener: createListener(open) };
});

// The soak test (bench/soak/probe.mjs) counts rows through this symbol, because the embedded database accepts only one
// connection.
Object.assign(globalThis, { [Symbol.for("parley.database")]: database });

export function db(): Db {
  const inside = running.getStore();
  return inside?.open ? inside.db : database().db;
}

export const dbOutsideTransaction = (): Db => database().db;

export function getDriver(): Driver {
  const inside = running.getStore();
  return inside?.open ? inside.driver : database().driver;
}

export const getListener = () => database().listener;

export const isInTransaction = (): boolean => running.getStore()?.open === true;

/**
 * Runs `body` in a transaction that all queries inside it join, including those of other services. Nested calls join
 * the outer transaction. Never await a model or another network call inside: the embedded database has only one
 * connection.
 */
export async function transaction<T>(body: () => Promise<T>): Promise<T> {
  if (running.getStore()?.open) return body();
  const hooks = new Set<() => void>();
  const result = await runTransaction(database().pool, async (driver) => {
    const state: Running = { db: toDb(driver), driver, open: true, hooks };
    try {
      return await running.run(state, body);
    } finally {
      state.open = false;
    }
  });
  for (const hook of hooks) hook();
  return result;
}

export function runAfterCommit(hook: () => void): void {
  const inside = running.getStore();
  if (inside?.open) inside.hooks.add(hook);
  else hook();
}

export async function closeDatabase(): Promise<void> {
  const { listener, pool } = database();
  await Promise.all([listener.end(), pool.end()]);
}
