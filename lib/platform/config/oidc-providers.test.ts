import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "./index";

const folder = mkdtempSync(join(tmpdir(), "oidc-providers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const usual = { NODE_ENV: "test", AUTH_SECRET: "x".repeat(32) };
const read = (OIDC_PROVIDERS: string, more = {}) => readConfig({ ...usual, ...more, OIDC_PROVIDERS });
const acme = {
  id: "acme",
  name: "Acme",
  issuer: "https://acme.test",
  client_id: "c",
  client_secret: "kept-secret",
};
const withField = (field: object) => JSON.stringify([acme, { ...acme, id: "other", ...field }]);

test("providers are read from the setting or from a file", () => {
  expect(read(JSON.stringify([acme])).OIDC_PROVIDERS).toMatchObject([{ ...acme, creates_accounts: true }]);
  const path = join(folder, "providers.json");
  writeFileSync(path, JSON.stringify([acme]));
  expect(read(path).OIDC_PROVIDERS).toMatchObject([acme]);
});

test.each([
  ["no JSON", "{", /must be a JSON list .* or the path of a readable file/],
  ["no list", '{"id":"acme"}', /must be a JSON list/],
  ["a file that doesn't exist", join(tmpdir(), "none.json"), /must be a JSON list/],
  [
    "an issuer without encryption",
    withField({ issuer: "http://acme.test" }),
    /provider 2 has no valid issuer/,
  ],
  ["an issuer that is no address", withField({ issuer: "acme" }), /provider 2 has no valid issuer/],
  ["an id that is no part of an address", withField({ id: "a/b" }), /provider 2 has no valid id/],
  ["two providers with an id", withField({ id: "acme" }), /two providers have the same id/],
  ["a scope without openid", withField({ scope: "email" }), /provider 2 has no valid scope/],
  [
    "a role without its claim",
    withField({ admin_values: ["a"], group_id: crypto.randomUUID() }),
    /valid role_claim/,
  ],
  ["allowed values without their claim", withField({ allowed_values: ["a"] }), /valid role_claim/],
  ["a role without its group", withField({ admin_values: ["a"], role_claim: "groups" }), /valid group_id/],
  ["an unknown field", withField({ secret: "x" }), /provider 2/],
])("%s is refused at startup, without its secret in the message", (_, value, says) => {
  expect(() => read(value)).toThrow(says);
  try {
    read(value);
  } catch (error) {
    expect((error as Error).message).not.toContain("kept-secret");
  }
});

test("an issuer on this machine needs no encryption", () => {
  expect(read(withField({ issuer: "http://localhost:8080/realms/acme" })).OIDC_PROVIDERS).toHaveLength(2);
});

test("single sign-on as the only way needs a provider", () => {
  expect(() => readConfig({ ...usual, SIGN_IN: "sso" })).toThrow("SIGN_IN=sso needs OIDC_PROVIDERS");
  expect(read(JSON.stringify([acme]), { SIGN_IN: "sso" }).SIGN_IN).toBe("sso");
});
