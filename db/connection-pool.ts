import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";

export type PooledConnection = {
  client: Sql;
  /** Number of statements that were sent and not answered. */
  pending: number;
  /** Number of those that are not short (`StatementOptions`). */
  pendingLong: number;
  /** Time of the last answer, or of the statement sent after all earlier ones were answered. */
  progressAt: number;
  isHeld: boolean;
  isLost: boolean;
  /** Fails the transaction that holds the connection. */
  onLost?: () => void;
  retireAt: number;
};
type Waiting = { serve: (connection: PooledConnection) => void; reject: (error: unknown) => void };
type Options = { max: number; maxLifetimeMs: number; open: (onLost: () => void) => Sql };

const MAX_END_SECONDS = 5;
// Short statements leave a connection that has answered nothing for this long, because one of them waits for a lock.
const STALL_MS = 20;
// The number of pending statements of other connections from which the connection for short ones takes long ones.
const LONG_PENALTY = 4;

const createEndedError = () =>
  Object.assign(new Error("The database was closed."), { code: "CONNECTION_ENDED" });

// Returns milliseconds, at most two seconds, so that users don't notice when the database restarts.
export const toReconnectDelay = (failures: number): number => Math.min(50 * 2 ** failures, 2000);

export type StatementOptions = {
  /**
   * The statement usually takes less than a few milliseconds. Such statements share a connection, because waking a
   * process of PostgreSQL costs more than many of them (docs/decisions/080).
   */
  isShort?: boolean;
};

/**
 * Runs several statements at a time on each connection, and reserves a connection for each transaction. When a
 * connection is lost, its statements fail; a new connection is opened when a later statement needs one.
 */
export class ConnectionPool {
  private readonly connections = new Set<PooledConnection>();
  private readonly waiting: Waiting[] = [];
  private forShort: PooledConnection | undefined;
  private opening = 0;
  private failures = 0;
  private isEnding = false;

  constructor(private readonly options: Options) {}

  run<T>(send: (client: Sql) => Promise<T>, options?: StatementOptions): Promise<T> {
    const isShort = options?.isShort ?? false;
    const connection = isShort ? this.chooseForShort() : this.choose();
    if (connection) return this.send(connection, send, isShort);
    return new Promise((resolve, reject) =>
      this.wait({ serve: (connection) => resolve(this.send(connection, send, isShort)), reject }),
    );
  }

  /** Reserves a connection for one transaction, whose statements run after those already pending on the connection. */
  hold(): Promise<PooledConnection> {
    const take = (connection: PooledConnection) => Object.assign(connection, { isHeld: true });
    const connection = this.choose();
    if (connection) return Promise.resolve(take(connection));
    return new Promise((resolve, reject) =>
      this.wait({ serve: (connection) => resolve(take(connection)), reject }),
    );
  }

  release(connection: PooledConnection): void {
    Object.assign(connection, { isHeld: false, onLost: undefined });
    this.retireWhenOld(connection);
    this.serveWaiting();
  }

  drop(connection: PooledConnection): void {
    this.connections.delete(connection);
    void connection.client.end({ timeout: 0 });
  }

  /**
   * Rejects waiting work and closes the connections: waits up to 5 seconds for transactions, then up to 5 seconds for
   * pending statements.
   */
  async end(): Promise<void> {
    this.isEnding = true;
    this.rejectWaiting(createEndedError());
    const deadline = performance.now() + MAX_END_SECONDS * 1000;
    const isHeld = () => [...this.connections].some((connection) => connection.isHeld);
    while (isHeld() && performance.now() < deadline) await delay(10);
    await Promise.all([...this.connections].map(({ client }) => client.end({ timeout: MAX_END_SECONDS })));
  }

  private send<T>(
    connection: PooledConnection,
    send: (client: Sql) => Promise<T>,
    isShort: boolean,
  ): Promise<T> {
    if (connection.pending === 0) connection.progressAt = performance.now();
    connection.pending++;
    if (!isShort) connection.pendingLong++;
    const sent = send(connection.client);
    const settle = () => {
      connection.pending--;
      if (!isShort) connection.pendingLong--;
      connection.progressAt = performance.now();
      this.retireWhenOld(connection);
    };
    sent.then(settle, settle);
    return sent;
  }

  private choose(): PooledConnection | undefined {
    const getLoad = (connection: PooledConnection) =>
      connection.pending + (connection === this.forShort ? LONG_PENALTY : 0);
    let best: PooledConnection | undefined;
    for (const connection of this.connections)
      if (!connection.isHeld && (!best || getLoad(connection) < getLoad(best))) best = connection;
    if (!best || getLoad(best) > 0) void this.openAnother();
    return best;
  }

  private chooseForShort(): PooledConnection | undefined {
    if (this.forShort && this.isUsableForShort(this.forShort)) return this.forShort;
    this.forShort = undefined;
    const chosen = this.choose();
    if (chosen?.pending === 0) this.forShort = chosen;
    return chosen;
  }

  private isUsableForShort(connection: PooledConnection): boolean {
    const { pending, pendingLong, progressAt, isHeld } = connection;
    const isStalled = pending > 0 && performance.now() - progressAt > STALL_MS;
    return this.connections.has(connection) && !isHeld && pendingLong === 0 && !isStalled;
  }

  private wait(waiting: Waiting): void {
    if (this.isEnding) waiting.reject(createEndedError());
    else this.waiting.push(waiting);
  }

  private serveWaiting(): void {
    while (this.waiting.length > 0) {
      const connection = this.choose();
      if (!connection) return;
      this.waiting.shift()!.serve(connection);
    }
  }

  private rejectWaiting(error: unknown): void {
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }

  // While the database is unreachable, one attempt is made at a time.
  private async openAnother(): Promise<void> {
    const { connections, opening, failures, isEnding } = this;
    if (isEnding || connections.size + opening >= this.options.max || (failures > 0 && opening > 0)) return;
    this.opening++;
    try {
      if (failures > 0) await delay(toReconnectDelay(failures));
      await this.open();
      this.failures = 0;
    } catch (error) {
      this.failures++;
      if (connections.size === 0) this.rejectWaiting(error);
    } finally {
      this.opening--;
    }
    this.serveWaiting();
  }

  private async open(): Promise<void> {
    const client = this.options.open(() => {
      if (connection.isLost) return;
      connection.isLost = true;
      this.drop(connection);
      connection.onLost?.();
      this.serveWaiting();
    });
    const retireAt = performance.now() + this.options.maxLifetimeMs * (0.5 + Math.random() / 2);
    const connection: PooledConnection = {
      client,
      pending: 0,
      pendingLong: 0,
      progressAt: 0,
      isHeld: false,
      isLost: false,
      retireAt,
    };
    try {
      await client.unsafe("select 1");
    } catch (error) {
      this.drop(connection);
      throw error;
    }
    if (this.isEnding || connection.isLost) return this.drop(connection);
    this.connections.add(connection);
  }

  private retireWhenOld(connection: PooledConnection): void {
    const { pending, isHeld, isLost, retireAt } = connection;
    if (pending === 0 && !isHeld && !isLost && performance.now() > retireAt) this.drop(connection);
  }
}
