import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** Starts a proxy to `url` that sends `host` in every header that may name the host. */
export async function claimHost(url: string, host: string): Promise<string> {
  const claims = {
    host,
    "x-forwarded-host": host,
    "x-forwarded-server": host,
    "x-forwarded-proto": "http",
    "x-forwarded-port": "80",
    "x-original-host": host,
    "x-host": host,
    forwarded: `host=${host};proto=http`,
    referer: `http://${host}/`,
  };
  const { hostname, port } = new URL(url);
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, ...claims };
    const forwarded = request({ hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
