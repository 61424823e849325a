import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

/**
 * Starts an HTTP proxy that tunnels (CONNECT) to `127.0.0.1` whatever name is asked for, as a proxy with its own DNS
 * would, and requires credentials.
 */
export async function startProxyServer(credentials: string) {
  const asked: string[] = [];
  const tunnels = new Set<Duplex>();
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on("connect", (request, client) => {
    tunnels.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => tunnels.delete(client));
    const expected = `Basic ${Buffer.from(credentials).toString("base64")}`;
    if (request.headers["proxy-authorization"] !== expected)
      return client.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
    asked.push(request.url!);
    const { port } = new URL(`http://${request.url}`);
    const upstream = connect(Number(port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    /** Hosts and ports of the tunnels, oldest first. */
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const tunnel of tunnels) tunnel.destroy();
      }),
  };
}
