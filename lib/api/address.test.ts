import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { readConfig } from "@/lib/platform/config";
import { callerAddress } from "./address";
import { addressOfPage, isMarkedLocal, tellPages } from "./front";

test("pages believe what this process wrote, and nobody else", () => {
  const asked = (headers: Record<string, string>) =>
    ({ headers, socket: { remoteAddress: "203.0.113.5" }, httpVersion: "1.1" }) as unknown as IncomingMessage;
  for (const mark of ["198.51.100.7", "undefined 198.51.100.7 local", " 198.51.100.7 local"]) {
    const headers = new Headers({ "x-parley-front": mark, "x-forwarded-for": "198.51.100.7" });
    expect([addressOfPage(headers), isMarkedLocal(headers)]).toEqual(["unknown", false]);
  }
  const request = asked({ "x-parley-front": "x 198.51.100.7 local" });
  tellPages(request, "203.0.113.5");
  const headers = new Headers(request.headers as Record<string, string>);
  expect([addressOfPage(headers), isMarkedLocal(headers)]).toEqual(["203.0.113.5", false]);
});

test("on Vercel its own proxy is trusted, unless the operator says otherwise", () => {
  const env = { AUTH_SECRET: "a secret that only the tests know, long enough" };
  expect(readConfig(env).TRUST_PROXY).toBe(0);
  const { TRUST_PROXY } = readConfig({ ...env, VERCEL: "1" });
  expect(TRUST_PROXY).toBe(1);
  expect(readConfig({ ...env, VERCEL: "1", TRUST_PROXY: "2" }).TRUST_PROXY).toBe(2);
  // What the caller sent stands before what the proxy wrote.
  expect(callerAddress("192.0.2.66, 198.51.100.7", undefined, TRUST_PROXY)).toBe("198.51.100.7");
});
