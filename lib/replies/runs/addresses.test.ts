import { describe, expect, test } from "vitest";
import { findUnknownAddress, listAddresses, normalizeAddress } from "./urls";

describe("normalizeAddress", () => {
  test.each([
    ["HTTPS://Example.COM", "https://example.com/"],
    ["https://example.com:443/a", "https://example.com/a"],
    ["http://example.com:80/a", "http://example.com/a"],
    ["https://example.com./a", "https://example.com/a"],
    ["https://example.com/a#part", "https://example.com/a"],
    ["https://example.com/%61%2D%7e%2e%5F", "https://example.com/a-~._"],
    ["https://example.com/a/%2e%2e/b", "https://example.com/b"],
    ["https://example.com/?q=%2fa%c3%a9", "https://example.com/?q=%2Fa%C3%A9"],
    ["https://example.com/é", "https://example.com/%C3%A9"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://exa\tmple.com/a\nb", "https://example.com/ab"],
    ["https:\\\\example.com\\a", undefined],
    ["https://example.com\\a", "https://example.com/a"],
    ["https://0x7f.1/", "https://127.0.0.1/"],
    ["example.com/a", "https://example.com/a"],
    ["example.com", "https://example.com/"],
    ["https://example.com/%2561", "https://example.com/%2561"],
    ["https://user@example.com/", undefined],
    ["ftp://example.com/", undefined],
    ["javascript:alert(1)", undefined],
    ["note.txt and more", undefined],
    ["https://", undefined],
  ])("maps %j to %j", (text, canonical) => expect(normalizeAddress(text)).toBe(canonical));

  test("is idempotent", () => {
    for (const text of ["https://example.com/%41%2f%zz?b=2&a=1", "https://example.com/a%20b/../%2E/c"]) {
      const once = normalizeAddress(text)!;
      expect(normalizeAddress(once)).toBe(once);
    }
  });
});

describe("listAddresses", () => {
  test.each([
    ["See https://example.com/a.", "https://example.com/a"],
    ["(https://example.com/a), and more", "https://example.com/a"],
    ['[The page.](https://example.com/a_(b) "Title")', "https://example.com/a_(b"],
    ["[https://example.com/a](https://example.com/b)", "https://example.com/b"],
    ["[https://example.com/a](https://example.com/b)", "https://example.com/a"],
    ["<https://example.com/a>", "https://example.com/a"],
    ["**https://example.com/a**", "https://example.com/a"],
    ["|https://example.com/a|b|", "https://example.com/a"],
    ["“https://example.com/a”", "https://example.com/a"],
    ["https://example.com/a,https://example.com/b", "https://example.com/b"],
    ["Link:https://example.com/a", "https://example.com/a"],
    ["https://example.com/a\\_b", "https://example.com/a_b"],
    ["look at example.com/a!", "https://example.com/a"],
    ["www.example.com", "https://www.example.com/"],
    ["https://web.example/old/https://example.com/", "https://web.example/old/https://example.com/"],
  ])("finds in %j the address %s", (text, address) => expect(listAddresses(text)).toContain(address));

  test.each([
    ["https://web.example/old/https://example.com/", "https://example.com/"],
    ["web.example/?to=https://example.com/", "https://example.com/"],
    ["https://example.com/abc", "https://example.com/ab"],
    ["https://example.com/a?b=c", "https://example.com/a"],
    ["https://sub.example.com/", "https://example.com/"],
    ["mail bob@example.com", "https://example.com/"],
  ])("does not find in %j the address %s", (text, address) =>
    expect(listAddresses(text)).not.toContain(address),
  );

  test("reads long texts in linear time", () => {
    const before = process.cpuUsage();
    for (const piece of ["a.", "https://", "((((", "x.y/)))", "https://a.b/,", "](", "é.é"])
      listAddresses(piece.repeat(300_000));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(8);
  });
});

test("findUnknownAddress compares addresses literally", () => {
  const known = new Set(["https://example.com/", "https://example.com/a"]);
  for (const text of ["Read https://example.com/a.", "https://example.com", "demo://anything", "no address"])
    expect(findUnknownAddress(text, known)).toBeUndefined();
  for (const text of [
    "Read https://example.com/%61.",
    "HTTPS://example.com/a",
    "https://example.com/a#b",
    "ftp://example.com/a",
    "https://example.com/ab",
  ])
    expect(findUnknownAddress(text, known)).toBeDefined();
});
