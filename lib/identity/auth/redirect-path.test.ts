import { expect, it } from "vitest";
import { toOwnPath } from "./redirect-path";

const origin = "https://parley.example";

it.each([
  ["/chats/1?q=a#b", "/chats/1?q=a#b"],
  ["https://parley.example/docs", "/docs"],
  ["chats", "/chats"],
  ["/chats/../docs", "/docs"],
])("keeps %s", (next, path) => expect(toOwnPath(next, origin)).toBe(path));

it.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "https://parley.example.evil.example",
  "https://parley.example@evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "\t//evil.example",
  "http://parley.example/",
  "http://[",
  "",
  undefined,
  ["/chats"],
])("refuses %s", (next) => expect(toOwnPath(next, origin)).not.toMatch(/evil|javascript|data|chats/));

it("toOwnPath returns no address of another host, however it is written", () => {
  for (const next of [
    "/.//evil.example",
    "https:evil.example/x",
    "http:evil.example/x",
    "https://parley.example//evil.example",
    "/%2e//evil.example",
  ]) {
    expect(new URL(toOwnPath(next, origin), origin).origin).toBe(origin);
  }
});
