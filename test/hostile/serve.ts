import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import type { Writable } from "node:stream";

/** Malicious server. `make` is called right before each sync, so that syncs share no state. */
export type HostileServer<Behavior> = { name: string; make: () => Behavior };
export type HostileSite = HostileServer<RequestListener>;
export type HostileConnection = HostileServer<(socket: Socket) => void>;

type Server = { port: number; close: () => Promise<void> };

export async function serveSite(listener: RequestListener): Promise<Server> {
  const server = createServer((request, response) => {
    // The client disconnects when a limit is exceeded.
    response.on("error", () => {});
    listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}

export async function serveConnections(behave: (socket: Socket) => void): Promise<Server> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    behave(socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}

/** Repeats an ASCII text up to a number of bytes. */
export const fill = (text: string, bytes: number) =>
  text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);

/** Writes a piece as fast as it is read, endlessly or `times` times. */
export function flood(
  sink: Writable,
  piece: string | Buffer,
  times = Number.POSITIVE_INFINITY,
  end = () => {},
) {
  let left = times;
  const write = () => {
    while (left > 0 && !sink.destroyed) {
      left--;
      if (!sink.write(piece)) return void sink.once("drain", write);
    }
    if (!sink.destroyed) end();
  };
  write();
}
