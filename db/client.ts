import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import { config } from "@/lib/platform/config";
import { processId, single } from "@/lib/platform/singleton";
import { statement } from "@/lib/platform/telemetry/database";
import { lockDataFolder } from "./embedded/lock";
import { openEmbedded } from "./embedded/socket";
import { encryptionOf, openConnection, type Place } from "./opening";

export type Db = PostgresJsDatabase<Record<string, never>>;
type Connection = { sql: Sql; db: Db };
type Running = { db: Db; open: boolean; hooks: Set<() => void> };

/** True when the database is the one inside this process (no DATABASE_URL). */
export const isEmbedded = () => config().DATABASE_URL === undefined;

const running = single("transaction", () => new AsyncLocalStorage<Running>());

/** What the connections of all processes are called, and those of this one. */
export const NAME_OF_ALL = "parley";
export const nameOfThis = () => `${NAME_OF_ALL} ${processId()}`;
/**
 * postgres.js 3.4 does not take back what it was about to write on a connection that is lost: the one in its place would wait
 * for that for ever. Its first message is written at once when it is longer than 1024 bytes, and then all is well. The server
 * keeps 63 characters of a name.
 */
const LONG_ENOUGH = 1100;

/** Before a lost database is looked for again, in seconds: soon after a restart, and never so late that people notice. */
const pause = (tries: number): number => Math.min(0.05 * 2 ** tries, 2);

const connection = (): Connection =>
  single("database", () => {
    const { DATABASE_URL, DATABASE_POOL, DATA_DIR } = config();
    const shared = {
      onnotice: () => {},
      fetch_types: false,
      connection: { application_name: nameOfThis().padEnd(LONG_ENOUGH) },
      backoff: pause,
      // A "begin" that fills the pipeline would be sent without reserving its connection: postgres.js issue 1189.
      max_pipeline: 1_000_000,
    };
    if (!DATABASE_URL) lockDataFolder(DATA_DIR);
    const sql = prepared(
      DATABASE_URL
        ? postgres(DATABASE_URL, {
            ...shared,
            max: DATABASE_POOL,
            connect_timeout: 5,
            ...reached(DATABASE_URL),
          })
        : postgres({
            ...shared,
            max: 1,
            // Its thread is watched; this would count while the process stands still.
            connect_timeout: 0,
            user: "postgres",
            database: "postgres",
            ...opening(() => openEmbedded(DATA_DIR)),
          }),
    );
    return { sql, db: drizzle(sql) };
  });

/** postgres.js takes a socket of one's own, which its types do not say. */
const opening = (socket: (place: Place) => Promise<unknown>) => ({ socket }) as object;

function reached(address: string): object {
  const encryption = encryptionOf(address);
  if (!encryption) return {};
  return { ssl: false, ...opening((place) => openConnection(place, encryption)) };
}

/** What postgres.js has of a connection: `reserved` is a value of its own for each transaction, until that ends or the connection is lost. */
type Held = { reserved: unknown };
type Sent = { handler: (query: unknown) => void; reject: (error: unknown) => void };
type Options = { onexecute?: (connection: Held) => void };
type Mutable<S> = { -readonly [K in keyof S]: S[K] };

/** Lets every statement that drizzle sends be prepared once per connection: one round trip instead of two. */
function prepared<S extends Sql>(sql: S, isLost?: () => boolean): S {
  const unsafe = sql.unsafe.bind(sql);
  const mutable = sql as Mutable<S>;
  let onBegun = (_: Held) => {};
  mutable.unsafe = ((query: string, parameters?: never[], { onexecute, ...options }: Options = {}) => {
    const begun = onBegun;
    const held = onexecute && {
      onexecute: (connection: Held) => {
        onexecute(connection);
        begun(connection);
      },
    };
    const sent = unsafe(query, parameters, { ...options, ...held, prepare: true } as object);
    return statement(query, isLost ? refusedWhen(isLost, sent) : sent);
  }) as S["unsafe"];
  if (sql.begin) {
    const begin = sql.begin.bind(sql) as (...args: unknown[]) => Promise<unknown>;
    mutable.begin = ((...args: unknown[]) => {
      const body = args.pop() as (tx: Sql) => Promise<unknown>;
      let isOver = () => false;
      // postgres.js sends its "begin" by `unsafe` at once.
      onBegun = (connection) => {
        const { reserved } = connection;
        isOver = () => connection.reserved !== reserved;
      };
      const result = begin(...args, (tx: Sql) => untilLost(isOver, body(prepared(tx, isOver))));
      onBegun = () => {};
      return result;
    }) as S["begin"];
  }
  return sql;
}

/**
 * A statement of a transaction whose connection is lost fails here. postgres.js
 * would write it to no connection, which ends the process, or to the next one,
 * where it would be done without the rest of the transaction.
 */
function refusedWhen<T>(isLost: () => boolean, sent: T): T {
  const query = sent as Sent;
  const { handler } = query;
  query.handler = (own) => {
    if (isLost())
      query.reject(Object.assign(new Error("The connection was lost."), { code: "CONNECTION_CLOSED" }));
    else handler(own);
  };
  return sent;
}

/** What a transaction's work comes to; never, once its connection is lost: postgres.js has failed it then, and would still send its end. */
async function untilLost<T>(isLost: () => boolean, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    if (isLost()) await new Promise(() => {});
  }
}

/** The database, or the transaction in progress: what queries run on. */
export function db(): Db {
  const inside = running.getStore();
  return inside?.open ? inside.db : connection().db;
}

/** The driver itself, for LISTEN and NOTIFY and for measuring. */
export const driver = (): Sql => connection().sql;

/** Whether a transaction is in progress, which `db()` would join. */
export const isInTransaction = (): boolean => running.getStore()?.open === true;

/**
 * Runs `body` in one transaction; every query inside joins it, also those of
 * other services. Inside another transaction it joins that one. Never await a
 * model or any other network call inside: the embedded database has one
 * connection.
 */
export async function transaction<T>(body: () => Promise<T>): Promise<T> {
  if (running.getStore()?.open) return body();
  const hooks = new Set<() => void>();
  const result = await connection().db.transaction(async (tx) => {
    const state: Running = { db: tx as unknown as Db, open: true, hooks };
    try {
      return await running.run(state, body);
    } finally {
      state.open = false;
    }
  });
  for (const hook of hooks) hook();
  return result;
}

/** Calls `hook` once when the transaction in progress commits; at once when there is none. */
export function afterCommit(hook: () => void): void {
  const inside = running.getStore();
  if (inside?.open) inside.hooks.add(hook);
  else hook();
}

/** Closes the database, letting running queries end first. */
export const closeDatabase = () => connection().sql.end({ timeout: 5 });
