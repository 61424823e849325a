import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** What speaks PostgreSQL's protocol in the clear. */
type Upstream = {
  write(bytes: Uint8Array): unknown;
  destroy(): void;
  on(event: "data", hear: (bytes: Uint8Array) => void): unknown;
  on(event: "close" | "error", hear: () => void): unknown;
};

/** A PostgreSQL server that is reached over TLS only, with a certificate that nobody trusts. */
export async function startTlsDatabase(open: () => Promise<Upstream>, { speaksTls = true } = {}) {
  const pem = readFileSync(new URL("../files/localhost.pem", import.meta.url));
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on("close", () => clients.delete(client));
    client.on("error", () => {});
    // The wish for TLS, of eight bytes, which is answered with one letter.
    client.once("readable", () => {
      client.read(8);
      client.write(speaksTls ? "S" : "N");
      if (speaksTls) void carry(new TLSSocket(client, { isServer: true, cert: pem, key: pem }));
    });
  });

  async function carry(socket: TLSSocket) {
    socket.on("error", () => {});
    const upstream = await open();
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
    /** Ends all connections, as a restart does. */
    drop: () => {
      for (const client of clients) client.destroy();
    },
    close: () => {
      for (const client of clients) client.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
