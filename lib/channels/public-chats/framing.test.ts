import { expect, it } from "vitest";
import { buildFrameAncestors } from "./framing";

it.each([
  [undefined, "*"],
  [[], "*"],
  [["https://a.com"], "'self' https://a.com"],
  [["https://A.com", "http://localhost:8080", "https://a.com"], "'self' https://a.com http://localhost:8080"],
  [["https://*.example.com"], "'self' https://*.example.com"],
])("buildFrameAncestors maps %j to %s", (allowed, expected) =>
  expect(buildFrameAncestors(allowed)).toBe(expected),
);

it.each([
  [["https://a.com; script-src *"]],
  [["https://a.com\nx"]],
  [["https://a.com", "*"]],
  [["'self'"]],
  [["https://a.com/path"]],
  [["https://a.com:99999"]],
  [["http://*.example.com"]],
  [["https://*.com"]],
  [["data:"]],
  [[1]],
  ["https://a.com"],
  [{}],
  [Array(1000).fill("https://a.com")],
])("buildFrameAncestors allows nobody for the malformed list %j", (allowed) =>
  expect(buildFrameAncestors(allowed)).toBe("'none'"),
);
