import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { client, person } from "@/test/client";
import { startServer } from "@/test/server";

// Runs clients generated from the OpenAPI document against the server.
const server = await startServer();
const folder = mkdtempSync(join(tmpdir(), "parley-clients-"));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
const ada = await person(server.url);
const token = (await ada.api.post("/users/me/api-tokens", { name: "Client" })).body.token as string;
const document = (await client(server.url).get("/openapi.json")).body;
const at = (name: string) => join(folder, name);
const file = at("openapi.json");
writeFileSync(file, JSON.stringify(document));
const namesOfChats = async () => (await ada.api.get("/chats")).body.map(({ name }: { name: string }) => name);

// Loaded within each test, so that a generator that isn't installed fails only its own test.
const generator = (name: string) => import(/* @vite-ignore */ name);

test("openapi-typescript generates types that match requests and responses", async () => {
  const { default: openapiTS, astToString } = await generator("openapi-typescript");
  const types = astToString(await openapiTS(structuredClone(document), { defaultNonNullable: false }));
  writeFileSync(at("types.ts"), types);
  writeFileSync(
    at("use.ts"),
    `import type { paths } from "./types";
     type Chats = paths["/chats"];
     const made: NonNullable<Chats["post"]["requestBody"]>["content"]["application/json"] = { name: "Typed" };
     const answer = {} as Chats["get"]["responses"][200]["content"]["application/json"];
     export const names: string[] = [made.name ?? "", ...answer.map(({ name }) => name)];`,
  );
  const program = ts.createProgram([at("use.ts")], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  });
  const faults = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  expect(faults).toEqual([]);
});

test("@hey-api/openapi-ts generates a working client", { timeout: 120_000 }, async () => {
  const { createClient } = await generator("@hey-api/openapi-ts");
  await createClient({ input: file, output: at("hey-api"), logs: { level: "silent" } });
  const bundle = at("hey-api.mjs");
  await build({ entryPoints: [at("hey-api/sdk.gen.ts")], outfile: bundle, bundle: true, format: "esm" });
  const api = await import(/* @vite-ignore */ pathToFileURL(bundle).href);
  const caller = { baseUrl: `${server.url}/api/v1`, auth: token };
  const chat = await api.createChat({ ...caller, body: { name: "By hey-api" } });
  expect(chat.error).toBeUndefined();
  const { data } = await api.getChat({ ...caller, path: { chat_id: chat.data.id } });
  expect(data.name).toBe("By hey-api");
  const sent = await api.sendMessage({
    ...caller,
    path: { chat_id: chat.data.uuid },
    body: { message_input: "Hello", is_sync: true },
  });
  expect(sent.data.user_message_id).toEqual(expect.any(Number));
  expect(await namesOfChats()).toContain("By hey-api");
});

const program = "openapi-python-client";
const isHere = spawnSync(program, ["--version"]).status === 0;
// Asynchronous, because the server runs in this process.
const run = promisify(execFile);
test.skipIf(!isHere)("openapi-python-client generates a working client", { timeout: 120_000 }, async () => {
  const names = ["--path", file, "--meta", "none", "--output-path", at("parley_client")];
  const made = await run(program, ["generate", ...names]);
  expect(made.stdout).not.toContain("Failure");
  writeFileSync(
    at("use.py"),
    `
from parley_client import AuthenticatedClient
from parley_client.api.chats import create_chat, get_chat
from parley_client.models import ChatCreate
client = AuthenticatedClient(base_url="${server.url}/api/v1", token="${token}")
made = create_chat.sync(client=client, body=ChatCreate(name="By Python"))
print(get_chat.sync(chat_id=made.id, client=client).name)
`,
  );
  const used = await run("python3", ["use.py"], { cwd: folder, timeout: 60_000 });
  expect(used.stdout.trim()).toBe("By Python");
  expect(await namesOfChats()).toContain("By Python");
});
