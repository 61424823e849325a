import { expect, test } from "vitest";
import { deleteEmptyVariables } from "./environment.mjs";
import { readConfig } from "./index";
import { settings } from "./settings";

const usual = { NODE_ENV: "test", AUTH_SECRET: "x".repeat(32) };

test.each([
  ["MODEL_STALL_SECONDS", "2000001", "at most 2000000"],
  ["TOOL_APPROVAL_SECONDS", "99999999999999999999", "at most 2000000"],
  ["INDEX_AFTER_MS", "2147483648", "at most 2000000000"],
  ["VIDEO_MAX_MINUTES", "3001", "at most 3000"],
  ["PORT", "65536", "at most 65535"],
])("%s = %s is refused at startup with its maximum", (name, value, says) => {
  expect(() => readConfig({ ...usual, [name]: value })).toThrow(says);
});

test("an empty setting is treated as unset", () => {
  const names = Object.keys(settings.shape).filter((name) => !(name in usual));
  expect(names).toContain("OPENAI_BASE_URL");
  for (const empty of ["", " \t"])
    for (const name of names)
      expect(readConfig({ ...usual, [name]: empty }), name).toEqual(readConfig(usual));
  const environment = { NEXTAUTH_URL: "", HTTPS_PROXY: " ", TZ: "UTC" };
  deleteEmptyVariables(environment);
  expect(environment).toEqual({ TZ: "UTC" });
});

test("several workers require DATABASE_URL", () => {
  const database = { DATABASE_URL: "postgres://127.0.0.1/parley" };
  expect(() => readConfig({ ...usual, WORKERS: "2" })).toThrow("WORKERS above 1 needs DATABASE_URL");
  expect(readConfig({ ...usual, WORKERS: "1" }).workers).toBe(1);
  expect(readConfig({ ...usual, ...database, WORKERS: "3" }).workers).toBe(3);
  expect(() => readConfig({ ...usual, ...database, WORKERS: "0" })).toThrow("WORKERS: must be at least 1");
});

test("SECURITY_CONTACT accepts e-mail addresses and URIs", () => {
  const read = (SECURITY_CONTACT: string) => readConfig({ ...usual, SECURITY_CONTACT }).SECURITY_CONTACT;
  expect(read("a@example.com, tel:+4930123456")).toEqual(["mailto:a@example.com", "tel:+4930123456"]);
  for (const none of ["ask us", "http://example.com", "https://example.com/a b", "https://a\nExpires: never"])
    expect(() => read(none)).toThrow("SECURITY_CONTACT: must be e-mail addresses");
});
