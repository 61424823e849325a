import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import type { Writable } from "node:stream";

/** A server that is made to do harm. `make` is called right before it is asked; its state is for one sync. */
export type HostileServer<Behavior> = { name: string; make: () => Behavior };
export type HostileSite = HostileServer<RequestListener>;
export type HostileConnection = HostileServer<(socket: Socket) => void>;

type Server = { port: number; close: () => Promise<void> };

export async function serveSite(listener: RequestListener): Promise<Server> {
  const server = createServer((request, response) => {
    // Whoever asks leaves as soon as a limit is crossed.
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

/** Repeats a text up to a size, in bytes of ASCII. */
export const fill = (text: string, bytes: number) =>
  text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);

/** Writes the same piece as fast as it is taken, without end or so many times. */
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
