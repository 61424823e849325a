import { expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { isSameOrigin } from "./same-origin";

const host = "parley.internal:3000";
const asked = (method: string, headers: Record<string, string>, unsaid = false) =>
  isSameOrigin({ method, headers: { host, ...headers } }, unsaid);

test.each<[Record<string, string>, boolean, boolean]>([
  [{ "sec-fetch-site": "same-origin" }, true, true],
  [{ "sec-fetch-site": "same-origin", origin: "https://evil.test" }, true, true],
  [{ "sec-fetch-site": "none" }, true, false],
  [{ "sec-fetch-site": "same-site" }, false, false],
  [{ "sec-fetch-site": "cross-site" }, false, false],
  [{ "sec-fetch-site": "cross-site", origin: `http://${host}` }, false, false],
  [{ "sec-fetch-site": "" }, false, false],
  [{ origin: `http://${host}` }, true, true],
  [{ origin: `https://${host}` }, true, true],
  [{ origin: config().appUrl }, true, true],
  [{ origin: "https://evil.test" }, false, false],
  [{ origin: `https://${host}.evil.test` }, false, false],
  [{ origin: "null" }, false, false],
  [{ origin: "" }, false, false],
])("%j: a GET is same-origin %s, a POST %s, with any default for missing headers", (headers, get, post) => {
  for (const unsaid of [true, false]) {
    expect([asked("GET", headers, unsaid), asked("POST", headers, unsaid)]).toEqual([get, post]);
  }
});

test("the caller sets the default for requests without an origin", () => {
  for (const method of ["GET", "POST"]) {
    for (const headers of [{}, { referer: `http://${host}/` }] as Record<string, string>[]) {
      expect([asked(method, headers, true), asked(method, headers, false)]).toEqual([true, false]);
    }
  }
});
