import { once } from "node:events";
import { readFileSync } from "node:fs";
import https from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import tls from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { parseExceptions } from "@/lib/platform/ip-address";
import { startProxyServer } from "@/test/fakes/proxy-server";
import { fetchOutside } from "./service";

// A certificate for localhost that signs itself.
const pem = readFileSync(new URL("../../../test/files/localhost.pem", import.meta.url));
const proxy = await startProxyServer("ada:secret");
const server = https.createServer({ cert: pem, key: pem }, (request, response) => {
  response.end(`${request.method} ${request.headers.host}`);
});
await once(server.listen(0, "127.0.0.1"), "listening");
const { port } = server.address() as AddressInfo;
const through = (credentials = "ada:secret") => ({
  url: `http://${credentials}@${proxy.address}`,
  allowPrivate: true,
});
beforeAll(() => {
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("127.0.0.1, ::1")!;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await proxy.close();
});

test("a server's certificate is verified inside of the tunnel", async () => {
  const address = `https://localhost:${port}`;
  await expect(fetchOutside(address, { proxy: through() })).rejects.toThrow("self-signed");
  const trusted = tls.getCACertificates();
  tls.setDefaultCACertificates([...trusted, String(pem)]);
  try {
    const response = await fetchOutside(address, { proxy: through() });
    expect(await response.text()).toBe(`GET localhost:${port}`);
    // The proxy's own name isn't the server's.
    await expect(fetchOutside(`https://other.example:${port}`, { proxy: through() })).rejects.toThrow(
      "for another name",
    );
  } finally {
    tls.setDefaultCACertificates(trusted);
  }
});

test("a proxy's refusal is not taken for the server's answer", async () => {
  const address = `http://localhost:${port}`;
  await expect(fetchOutside(address, { proxy: through("ada:wrong") })).rejects.toMatchObject({
    fault: "proxy",
    message: "The proxy refused its user name or password.",
  });
});

test("a silent proxy is given up when the caller stops, and one that never ends its answer at a limit", async () => {
  const noisy = createServer((client) => {
    client.on("error", () => {});
    client.once("data", () => {
      client.write("HTTP/1.1 200 OK\r\n");
      const write = () =>
        client.writable && client.write(`x-filler: ${"x".repeat(4000)}\r\n`, () => setImmediate(write));
      write();
    });
  });
  const silent = createServer((client) => client.on("error", () => {}));
  for (const each of [noisy, silent]) await once(each.listen(0, "127.0.0.1"), "listening");
  const address = (each: typeof noisy) => ({
    url: `http://127.0.0.1:${(each.address() as AddressInfo).port}`,
    allowPrivate: true,
  });
  await expect(fetchOutside("http://example.com", { proxy: address(noisy) })).rejects.toMatchObject({
    fault: "garbage",
  });
  const stop = new AbortController();
  const asked = fetchOutside("http://example.com", { proxy: address(silent), signal: stop.signal });
  const stopped = expect(asked).rejects.toThrow("stopped");
  await once(silent, "connection");
  stop.abort(new Error("stopped"));
  expect(await Promise.race([stopped.then(() => "in time"), wait(5000, "late")])).toBe("in time");
  // Both connections were closed by the client.
  await Promise.all([noisy, silent].map((each) => new Promise((resolve) => each.close(resolve))));
});
