import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import { config } from "@/lib/platform/config";
import { getSingleton, processId } from "@/lib/platform/singleton";
import { recordStatement } from "@/lib/platform/telemetry/database";
import { lockDataFolder } from "./embedded/lock";
import { openEmbedded } from "./embedded/socket";
import { getSslMode, openConnection, type ServerAddress } from "./open-connection";

export type Db = PostgresJsDatabase<Record<string, never>>;
type DatabaseConnection = { sql: Sql; db: Db };
type Running = { db: Db; open: boolean; hooks: Set<() => void> };

export const isEmbedded = () => config().DATABASE_URL === undefined;

const running = getSingleton("transaction", () => new AsyncLocalStorage<Running>());

export const NAME_OF_ALL = "parley";
export const nameOfThis = () => `${NAME_OF_ALL} ${processId()}`;
// Works around postgres.js 3.4, which keeps unsent bytes of a lost connection in its buffer, so that the next
// connection waits forever. A first message longer than 1024 bytes bypasses that buffer. The server truncates the
// name to 63 characters.
const LONG_ENOUGH = 1100;

// Returns the delay before reconnecting in seconds, short enough that a database restart goes unnoticed.
const pause = (tries: number): number => Math.min(0.05 * 2 ** tries, 2);

const connection = (): DatabaseConnection =>
  getSingleton("database", () => {
    const { DATABASE_URL, DATABASE_POOL, DATA_DIR } = config();
    const shared = {
      onnotice: () => {},
      fetch_types: false,
      connection: { application_name: nameOfThis().padEnd(LONG_ENOUGH) },
      backoff: pause,
      // A "begin" that fills the pipeline is sent without reserving its connection (postgres.js issue 1189).
      max_pipeline: 1_000_000,
    };
    if (!DATABASE_URL) lockDataFolder(DATA_DIR);
    const sql = prepareStatements(
      DATABASE_URL
        ? postgres(DATABASE_URL, {
            ...shared,
            max: DATABASE_POOL,
            connect_timeout: 5,
            ...buildConnectionOptions(DATABASE_URL),
          })
        : postgres({
            ...shared,
            max: 1,
            // The watchdog monitors the thread; this timeout would also count while the whole process is suspended.
            connect_timeout: 0,
            user: "postgres",
            database: "postgres",
            ...opening(() => openEmbedded(DATA_DIR)),
          }),
    );
    return { sql, db: drizzle(sql) };
  });

// postgres.js accepts a custom socket, which its types omit.
const opening = (socket: (place: ServerAddress) => Promise<unknown>) => ({ socket }) as object;

function buildConnectionOptions(address: string): object {
  const encryption = getSslMode(address);
  if (!encryption) return {};
  return { ssl: false, ...opening((place) => openConnection(place, encryption)) };
}

// Internal state of a postgres.js connection: `reserved` changes with each transaction and when the connection is
// lost.
type ReservableConnection = { reserved: unknown };
type QueuedQuery = { handler: (query: unknown) => void; reject: (error: unknown) => void };
type QueryHooks = { onexecute?: (connection: ReservableConnection) => void };
type Mutable<S> = { -readonly [K in keyof S]: S[K] };

// Prepares every statement that drizzle sends once per connection, which saves a round trip.
function prepareStatements<S extends Sql>(sql: S, isLost?: () => boolean): S {
  const unsafe = sql.unsafe.bind(sql);
  const mutable = sql as Mutable<S>;
  let onBegun = (_: ReservableConnection) => {};
  mutable.unsafe = ((query: string, parameters?: never[], { onexecute, ...options }: QueryHooks = {}) => {
    const begun = onBegun;
    const held = onexecute && {
      onexecute: (connection: ReservableConnection) => {
        onexecute(connection);
        begun(connection);
      },
    };
    const sent = unsafe(query, parameters, { ...options, ...held, prepare: true } as object);
    return recordStatement(query, isLost ? rejectWhenLost(isLost, sent) : sent);
  }) as S["unsafe"];
  if (sql.begin) {
    const begin = sql.begin.bind(sql) as (...args: unknown[]) => Promise<unknown>;
    mutable.begin = ((...args: unknown[]) => {
      const body = args.pop() as (tx: Sql) => Promise<unknown>;
      let isOver = () => false;
      // postgres.js sends "begin" synchronously through `unsafe`.
      onBegun = (connection) => {
        const { reserved } = connection;
        isOver = () => connection.reserved !== reserved;
      };
      const result = begin(...args, (tx: Sql) => untilLost(isOver, body(prepareStatements(tx, isOver))));
      onBegun = () => {};
      return result;
    }) as S["begin"];
  }
  return sql;
}

// Rejects statements of a transaction whose connection is lost. postgres.js would write them to no connection, which
// crashes the process, or to the next one, where they would run outside the transaction.
function rejectWhenLost<T>(isLost: () => boolean, sent: T): T {
  const query = sent as QueuedQuery;
  const { handler } = query;
  query.handler = (own) => {
    if (isLost())
      query.reject(Object.assign(new Error("The connection was lost."), { code: "CONNECTION_CLOSED" }));
    else handler(own);
  };
  return sent;
}

// Never settles once the connection is lost: postgres.js has rejected the transaction then, but would still send its
// COMMIT or ROLLBACK.
async function untilLost<T>(isLost: () => boolean, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    if (isLost()) await new Promise(() => {});
  }
}

export function db(): Db {
  const inside = running.getStore();
  return inside?.open ? inside.db : connection().db;
}

export const getDriver = (): Sql => connection().sql;

export const isInTransaction = (): boolean => running.getStore()?.open === true;

/**
 * Runs `body` in a transaction that all queries inside it join, including those of other services. Nested calls join
 * the outer transaction. Never await a model or another network call inside: the embedded database has only one
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

export function runAfterCommit(hook: () => void): void {
  const inside = running.getStore();
  if (inside?.open) inside.hooks.add(hook);
  else hook();
}

export const closeDatabase = () => connection().sql.end({ timeout: 5 });
