import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** Server that speaks PostgreSQL's protocol without TLS. */
type Upstream = {
  write(bytes: Uint8Array): unknown;
  destroy(): void;
  on(event: "data", hear: (bytes: Uint8Array) => void): unknown;
  on(event: "close" | "error", hear: () => void): unknown;
};

/** Length in bytes of an SSLRequest, which is answered with one letter. */
const WISH = 8;

/** PostgreSQL server that accepts unencrypted connections and, optionally, TLS with an untrusted certificate. */
export async function startTlsDatabase(open: () => Promise<Upstream>, { speaksTls = true } = {}) {
  const pem = readFileSync(new URL("../files/localhost.pem", import.meta.url));
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on("close", () => clients.delete(client));
    client.on("error", () => {});
    client.once("readable", () => {
      const first = client.read() as Buffer | null;
      const isWish = first?.length === WISH;
      if (isWish) client.write(speaksTls ? "S" : "N");
      else if (first) client.unshift(first);
      void carry(
        isWish && speaksTls ? new TLSSocket(client, { isServer: true, cert: pem, key: pem }) : client,
      );
    });
  });

  async function carry(socket: Socket) {
    socket.on("error", () => {});
    const upstream = await open().catch(() => undefined);
    if (!upstream) return socket.destroy();
    upstream.on("error", () => socket.destroy());
    if (socket.destroyed) return upstream.destroy();
    socket.on("data", (bytes) => upstream.write(bytes));
    socket.on("close", () => upstream.destroy());
    upstream.on("data", (bytes) => socket.write(bytes));
    upstream.on("close", () => socket.destroy());
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (mode: string) => `postgres://postgres@localhost:${port}/postgres?sslmode=${mode}`,
    /** Closes all connections, like a restart. */
    drop: () => {
      for (const client of clients) client.destroy();
    },
    /** Resets all connections, like a server that disappeared. */
    reset: () => {
      for (const client of clients) client.resetAndDestroy();
    },
    close: () => {
      for (const client of clients) client.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
