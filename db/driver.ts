import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Row, Sql } from "postgres";
import { getErrorCode } from "@/lib/platform/errors";
import { sqlState } from "@/lib/platform/sql-state";
import { recordStatement } from "@/lib/platform/telemetry/database";
import type { ConnectionPool, PooledConnection, StatementOptions } from "./connection-pool";
import { createLostError, driverOptions } from "./open-connection";

export type Db = PostgresJsDatabase<Record<string, never>>;
type Statement = Promise<Row[]> & { values: () => Promise<Row[]> };
/** The part of a postgres.js client that drizzle uses. */
export type Driver = {
  options: typeof driverOptions;
  unsafe: (query: string, parameters?: unknown[], options?: StatementOptions) => Statement;
  /** Used by drizzle's migrations. */
  begin?: <T>(body: (driver: Driver) => Promise<T>) => Promise<T>;
};
type Send = (run: (client: Sql) => Promise<Row[]>, options?: StatementOptions) => Promise<Row[]>;

export const toDb = (driver: Driver): Db => drizzle(driver as unknown as Sql);

export const createDriver = (send: Send): Driver => ({
  options: driverOptions,
  unsafe(query, parameters = [], statementOptions?) {
    let isArrays = false;
    // Sent in a microtask, because drizzle calls `values` to choose the row format after this function has returned.
    const sent = Promise.resolve().then(() =>
      send((client) => {
        // Every statement is prepared once per connection, which saves a round trip.
        const statement = client.unsafe(query, parameters as never[], { prepare: true });
        return isArrays ? (statement.values() as unknown as Promise<Row[]>) : statement;
      }, statementOptions),
    );
    return Object.assign(recordStatement(query, sent), {
      values: () => {
        isArrays = true;
        return sent;
      },
    });
  },
});

/**
 * Runs `body` in a transaction. Rejects as soon as the connection is lost; later statements of `body` then reject, too.
 */
export async function runTransaction<T>(
  pool: ConnectionPool,
  body: (driver: Driver) => Promise<T>,
): Promise<T> {
  const connection = await pool.hold();
  const { client } = connection;
  let isOver = false;
  let firstFailure: unknown;
  const driver = createDriver(async (run) => {
    if (connection.isLost) throw createLostError();
    if (isOver) throw new Error("The transaction of this statement has ended.");
    try {
      return await run(client);
    } catch (error) {
      firstFailure ??= error;
      throw error;
    }
  });
  try {
    await client.unsafe("begin");
    const result = await untilLost(connection, body(driver));
    // PostgreSQL answers COMMIT with a rollback after a failed statement, even if `body` has caught its error.
    if (firstFailure) throw firstFailure;
    await client.unsafe("commit");
    return result;
  } catch (error) {
    if (!connection.isLost) await client.unsafe("rollback").catch(() => pool.drop(connection));
    throw getErrorCode(error) === sqlState.inFailedTransaction ? (firstFailure ?? error) : error;
  } finally {
    isOver = true;
    pool.release(connection);
  }
}

// `Promise.race` would leak memory: it adds a handler per call to a promise that lives as long as the connection.
const untilLost = <T>(connection: PooledConnection, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    connection.onLost = () => reject(createLostError());
    work.then(resolve, reject);
  });
