import { spawnSync } from "node:child_process";
import { build } from "esbuild";
import { expect, it, test } from "vitest";
import { routes } from "@/app/api/v1/table";
import { type ApiDocument, buildOutline, type OperationOutline } from "@/components/reference/outline";
import type { Recordings } from "@/components/reference/recorded";
import { buildSamples } from "@/components/reference/samples";
import examples from "@/docs/examples.json";
import { buildOpenApiDocument } from "@/lib/api/openapi";

const operation: OperationOutline = {
  id: "change",
  method: "POST",
  path: "/things/{id}",
  summary: "Change",
  deprecated: false,
  credentials: "token",
  parameters: [{ name: "loud", in: "query", required: true, type: "boolean", refs: [], notes: [] }],
  body: {
    mediaType: "application/json",
    required: true,
    shape: { type: "Thing", refs: ["Thing"], notes: [] },
    example: { name: "it's" },
  },
  answer: { status: "200", mediaTypes: ["application/json"] },
  errors: [],
};
const server = "https://parley.example/api/v1";

it("samples repeat a recorded call", () => {
  const recorded = {
    path: { id: 7 },
    query: { loud: false, tags: ["a b", "c"] },
    body: { name: "it's", on: true, more: null, list: [] },
    status: 200,
  };
  const { curl, javascript, python } = buildSamples(operation, server, recorded);
  expect(curl).toBe(
    `curl -X POST '${server}/things/7?loud=false&tags=a+b&tags=c' \\
  -H "Authorization: Token $PARLEY_TOKEN" \\
  --json '{
  "name": "it'\\''s",
  "on": true,
  "more": null,
  "list": []
}'`,
  );
  expect(javascript).toBe(
    `const response = await fetch("${server}/things/7?loud=false&tags=a+b&tags=c", {
  method: "POST",
  headers: {
    Authorization: \`Token \${process.env.PARLEY_TOKEN}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    "name": "it's",
    "on": true,
    "more": null,
    "list": []
  }),
});
console.log(await response.json());`,
  );
  expect(python).toBe(
    `import os

import requests

response = requests.post(
    "${server}/things/7?loud=false&tags=a+b&tags=c",
    headers={"Authorization": f"Token {os.environ['PARLEY_TOKEN']}"},
    json={
        "name": "it's",
        "on": True,
        "more": None,
        "list": []
    },
)
print(response.json())`,
  );
});

it("samples fill in required values for operations without a recording", () => {
  expect(buildSamples(operation, server).curl).toBe(
    `curl -X POST '${server}/things/{id}?loud=true' \\
  -H "Authorization: Token $PARLEY_TOKEN" \\
  --json '{
  "name": "it'\\''s"
}'`,
  );
  const body = {
    mediaType: "multipart/form-data",
    required: true,
    shape: {
      type: "object",
      refs: [],
      notes: [],
      fields: [{ name: "files", required: false, type: "file[]", refs: [], notes: [] }],
    },
    example: {},
  };
  const { curl, javascript, python } = buildSamples({ ...operation, body }, server);
  expect(curl).toContain("-F 'files=@file.pdf'");
  expect(javascript).toContain('form.append("files", await openAsBlob("file.pdf"), "file.pdf");');
  expect(python).toContain('"files": open("file.pdf", "rb"),');
});

it("samples read a stream incrementally", () => {
  const recorded = { headers: { Accept: "text/event-stream" }, status: 200 };
  const { curl, javascript, python } = buildSamples(
    { ...operation, method: "GET", body: undefined },
    server,
    recorded,
  );
  expect(curl).toMatch(/^curl -N .*\n.*\n {2}-H 'Accept: text\/event-stream'$/);
  expect(javascript).toContain("for await (const text of response.body");
  expect(python).toContain("stream=True");
  expect(python).toContain("response.iter_lines()");
});

const { operations } = examples as unknown as Recordings;
const all = buildOutline(buildOpenApiDocument(routes, "https://parley.example") as unknown as ApiDocument)
  .groups.flatMap((group) => group.operations)
  .map((it) => buildSamples(it, server, operations[it.id]));

test("every JavaScript sample parses", async () => {
  const contents = all.map(({ javascript }) => `{ ${javascript.replace(/^import .*$/m, "")} }`).join("\n");
  const built = await build({ stdin: { contents }, write: false, format: "esm", logLevel: "silent" });
  expect(built.errors).toEqual([]);
});

const isPython = spawnSync("python3", ["--version"]).status === 0;
test.skipIf(!isPython)("every Python sample parses", () => {
  const script = "import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)";
  const input = JSON.stringify(all.map(({ python }) => python));
  const { status, stderr } = spawnSync("python3", ["-c", script], { input });
  expect(stderr.toString()).toBe("");
  expect(status).toBe(0);
});
