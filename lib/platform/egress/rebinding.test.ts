import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { parseExceptions } from "@/lib/platform/ip-address";
import { startDnsServer } from "@/test/fakes/dns-server";
import { resolveAddress } from "./lookup";
import { fetchOutside } from "./service";

// DNS rebinding: names that resolve to a different address on the second lookup. These tests treat OUTSIDE as a public
// address.
const OUTSIDE = "127.0.0.2";
const INSIDE = "127.0.0.1";
const refusal = /private network/;

// macOS configures only 127.0.0.1 of the loopback network.
describe.skipIf(process.platform === "darwin")("a host name whose address changes", async () => {
  const dns = await startDnsServer();
  const names = () => dns.queries.splice(0);
  let count = 0;
  // Each test uses its own name.
  const named = (...turns: string[][]) => {
    const name = `rebind${++count}.test`;
    dns.answers.set(name, turns);
    return name;
  };
  const listening = async (address: string, port: number, listener: RequestListener) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(port, address, resolve));
    return server;
  };
  const outside = await listening(OUTSIDE, 0, (request, response) => {
    const again = request.url === "/redirect" && { location: `http://${request.headers.host}/there` };
    response.writeHead(again ? 302 : 200, { connection: "close", ...again }).end("outside");
  });
  const { port } = outside.address() as AddressInfo;
  const reached: string[] = [];
  const inside = await listening(INSIDE, port, (request, response) => {
    reached.push(request.url!);
    response.end("inside");
  });
  config().ALLOW_PRIVATE_ADDRESSES = parseExceptions(`${OUTSIDE}/32`)!;
  afterAll(() => {
    dns.close();
    for (const server of [outside, inside]) server.close().closeAllConnections();
    config().ALLOW_PRIVATE_ADDRESSES = parseExceptions("")!;
  });
  const fetched = (name: string, path = "/") => fetchOutside(`http://${name}:${port}${path}`);

  test("is resolved once between check and connection, and connected to at the checked address", async () => {
    const name = named([OUTSIDE], [INSIDE]);
    expect(await (await fetched(name)).text()).toBe("outside");
    expect(names()).toEqual([name]);
  });

  test("is resolved again for the next request", async () => {
    const name = named([OUTSIDE], [INSIDE]);
    expect((await fetched(name)).status).toBe(200);
    await expect(fetched(name)).rejects.toThrow(refusal);
  });

  test("is resolved again for a redirect", async () => {
    await expect(fetched(named([OUTSIDE], [INSIDE]), "/redirect")).rejects.toThrow(refusal);
  });

  test("is refused if one of its addresses is private", async () => {
    await expect(fetched(named([OUTSIDE, INSIDE]))).rejects.toThrow(refusal);
    await expect(resolveAddress(named([INSIDE, OUTSIDE]))).rejects.toThrow(refusal);
  });

  test("is connected to by its checked address in other protocols", async () => {
    const name = named([OUTSIDE], [INSIDE]);
    expect(await resolveAddress(name)).toBe(OUTSIDE);
    await expect(resolveAddress(name)).rejects.toThrow(refusal);
  });

  test("never reaches a private server", () => expect(reached).toEqual([]));
});
