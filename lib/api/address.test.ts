import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { config, readConfig } from "@/lib/platform/config";
import { resolveCallerAddress } from "./address";
import {
  getCallerAddress,
  getPageCallerAddress,
  isMarkedLocal,
  setFrontHeader,
  setFrontHeaderInNext,
} from "./front-headers";
import { answerWith } from "./mount";
import type { AnswerRequest } from "./serve";

// Headers with which a caller may try to spoof its address.
const FORGED: Record<string, string>[] = [
  {},
  { "x-forwarded-for": "198.51.100.7" },
  { "x-forwarded-for": "198.51.100.7, 198.51.100.8" },
  { "x-parley-front": "x 198.51.100.7 local" },
  { "x-parley-front": "undefined 198.51.100.7 local" },
  { "x-parley-front": " 198.51.100.7 local" },
  { "x-parley-address": "198.51.100.7" },
  { "x-real-ip": "198.51.100.7" },
  { forwarded: "for=198.51.100.7" },
];
// The entry that the proxy appends to X-Forwarded-For.
const PROXIED = "203.0.113.9";

type Seen = { address: string; isLocal?: boolean };
const page = (headers: Headers): Seen => ({
  address: getPageCallerAddress(headers),
  isLocal: isMarkedLocal(headers),
});
const getHeaders = ({ headers }: IncomingMessage) => new Headers(headers as Record<string, string>);

// Returns the address that the Next.js route handler passes to the kernel.
async function byNext(request: IncomingMessage): Promise<Seen> {
  let seen: Seen | undefined;
  const answer = (async (asked) => {
    seen = asked;
    return { status: 204, headers: {}, body: null };
  }) as AnswerRequest;
  await answerWith(answer, "/", new Request("http://localhost/api/v1/", { headers: getHeaders(request) }));
  return { address: seen!.address, isLocal: seen!.isLocal };
}

// Sends each set of headers over a real connection.
async function asked(see: (request: IncomingMessage) => Seen | Promise<Seen>, before = ""): Promise<Seen[]> {
  const listener: RequestListener = async (request, response) =>
    response.end(JSON.stringify(await see(request)));
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await Promise.all(
      FORGED.map(async (forged) => {
        const chain = [forged["x-forwarded-for"], before].filter(Boolean).join(", ");
        const headers = { ...forged, ...(before && { "x-forwarded-for": chain }) };
        return (await fetch(url, { headers })).json() as Promise<Seen>;
      }),
    );
  } finally {
    server.close();
  }
}

const viaFront = (see: (request: IncomingMessage) => Seen) => (request: IncomingMessage) => {
  setFrontHeader(request);
  return see(request);
};

const mounts: [string, (request: IncomingMessage) => Seen | Promise<Seen>][] = [
  ["the API behind our own server", viaFront((request) => ({ address: getCallerAddress(request) }))],
  ["pages behind our own server", viaFront((request) => ({ address: page(getHeaders(request)).address }))],
  ["pages of Next alone", (request) => page(getHeaders(request))],
  ["the API of Next alone", byNext],
];

test("a request without an announced address is unknown, whatever its headers", () => {
  for (const forged of FORGED) {
    expect(page(new Headers(forged))).toEqual({ address: "unknown", isLocal: false });
  }
});

test.each(mounts)("%s: headers of a caller do not change its address", async (_, see) => {
  setFrontHeaderInNext();
  for (const { address, isLocal } of await asked(see)) {
    expect([address, isLocal ?? false]).toEqual(["127.0.0.1", false]);
  }
});

test.each(mounts)("%s behind a trusted proxy: the address from the proxy counts", async (_, see) => {
  setFrontHeaderInNext();
  Object.assign(config(), { TRUST_PROXY: 1 });
  for (const { address, isLocal } of await asked(see, PROXIED)) {
    expect([address, isLocal ?? false]).toEqual([PROXIED, false]);
  }
  Object.assign(config(), { TRUST_PROXY: 0 });
});

test("TRUST_PROXY is 1 on Vercel unless it is set", () => {
  const env = { AUTH_SECRET: "a secret that only the tests know, long enough" };
  expect(readConfig(env).TRUST_PROXY).toBe(0);
  const { TRUST_PROXY } = readConfig({ ...env, VERCEL: "1" });
  expect(TRUST_PROXY).toBe(1);
  expect(readConfig({ ...env, VERCEL: "1", TRUST_PROXY: "2" }).TRUST_PROXY).toBe(2);
  // Entries sent by the caller precede the proxy's, so they are ignored.
  expect(resolveCallerAddress("192.0.2.66, 198.51.100.7", undefined, TRUST_PROXY)).toBe("198.51.100.7");
});
