import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { ClientMessages } from "./postgres-messages";

/** Statement on its way to the database. */
export type Passing = {
  text: string;
  /** Earlier statements of its transaction. */
  transaction: readonly string[];
  /** Cuts the connection before the statement is sent, or after the database received it and before its response. */
  cut(when: "before" | "after"): void;
};

type Hook = (statement: Passing) => void | Promise<void>;

/** Starts a proxy to a PostgreSQL server that awaits `onStatement` before it forwards each statement. */
export async function startDatabaseProxy(url: string) {
  const state: { onStatement: Hook } = { onStatement: () => {} };
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const database = connect(Number(port || 5432), hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    let isAnswering = true;
    let transaction: string[] = [];
    database.on("data", (bytes) => isAnswering && client.write(bytes));
    const messages = new ClientMessages();
    let sending = Promise.resolve();
    client.on("data", (bytes) => {
      for (const { message, text } of messages.read(bytes))
        sending = sending.then(async () => {
          let isCut = false;
          const cut: Passing["cut"] = (when) => {
            isCut = when === "before";
            isAnswering = false;
            if (isCut) client.resetAndDestroy();
            // Cuts at the first response: the database executes a statement only after a later message such as Sync.
            else database.once("data", () => client.resetAndDestroy());
          };
          if (text !== undefined) {
            if (/^begin/i.test(text)) transaction = [];
            await state.onStatement({ text, transaction: [...transaction], cut });
            transaction.push(text);
          }
          if (!isCut) database.write(message);
        });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = new URL(url);
  own.hostname = "127.0.0.1";
  own.port = String((server.address() as AddressInfo).port);
  return {
    /** Address of the database through the proxy. */
    url: own.href,
    setHook: (hook: Hook) => {
      state.onStatement = hook;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
