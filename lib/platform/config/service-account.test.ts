import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfigError, readConfig } from ".";

const folder = mkdtempSync(join(tmpdir(), "parley-config-"));
afterAll(() => rmSync(folder, { recursive: true }));
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const account = {
  project_id: "my-project",
  client_email: "push@my-project.iam.gserviceaccount.com",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};
const read = (FIREBASE_SERVICE_ACCOUNT: string) =>
  readConfig({ DATA_DIR: folder, FIREBASE_SERVICE_ACCOUNT }).FIREBASE_SERVICE_ACCOUNT;

test("a service account is given as JSON or as a file path", () => {
  const expected = { ...account, token_uri: "https://oauth2.googleapis.com/token" };
  expect(read(JSON.stringify(account))).toEqual(expected);
  const file = join(folder, "account.json");
  writeFileSync(file, JSON.stringify(account));
  expect(read(file)).toEqual(expected);
});

test.each([
  ["a path that leads nowhere", join(folder, "absent.json")],
  ["no JSON", "{"],
  ["another JSON", "{}"],
  ["a project that leads elsewhere", JSON.stringify({ ...account, project_id: "../x" })],
  ["a key that is none", JSON.stringify({ ...account, private_key: "a secret" })],
])("%s is refused without revealing its content", (_, given) => {
  expect(() => read(given)).toThrow(ConfigError);
  try {
    read(given);
  } catch (error) {
    expect((error as Error).message).toMatch(/FIREBASE_SERVICE_ACCOUNT: \w/);
    expect((error as Error).message).not.toMatch(/a secret|PRIVATE KEY/);
  }
});
