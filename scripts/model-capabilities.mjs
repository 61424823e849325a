// npm run models: writes what models can do (lib/llm/models/model-capabilities.json) from the table of the Python
// package litellm (MIT). Run before a release; a version can be named: npm run models -- 1.110.2
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "./run.mjs";
import { unpackWheels } from "./wheels.mjs";

const TABLE = "litellm/model_prices_and_context_window_backup.json";
const UNPACK = `import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract("${TABLE}", sys.argv[2])`;
const OUTPUT = "lib/llm/models/model-capabilities.json";
// The makers' own entries. Those of resellers are often incomplete.
const PROVIDERS = new Set(
  "openai azure anthropic gemini vertex_ai-language-models mistral deepseek xai cohere_chat moonshot zai dashscope cerebras groq bedrock_converse".split(
    " ",
  ),
);

const [version] = process.argv.slice(2);
const kept = await unpackWheels({
  name: "the table of models",
  wheels: [version ? `litellm==${version}` : "litellm"],
  kept: resolve("node_modules/.cache/model-table"),
  program: ["-c", UNPACK],
});
const table = JSON.parse(readFileSync(join(kept, TABLE), "utf8"));
rmSync(kept, { recursive: true });

const capabilities = {};
for (const [id, model] of Object.entries(table)) {
  const name = toModelName(id);
  if (!["chat", "responses"].includes(model.mode) || !PROVIDERS.has(model.litellm_provider)) continue;
  if (name.includes(":")) continue;
  const known = capabilities[name] ?? { sees: false, reasons: false };
  capabilities[name] = {
    sees: known.sees || model.supports_vision === true,
    reasons: known.reasons || model.supports_reasoning === true,
  };
}
const output = Object.fromEntries(
  Object.keys(capabilities)
    .sort()
    .map((name) => [name, Object.keys(capabilities[name]).filter((key) => capabilities[name][key])]),
);
writeFileSync(OUTPUT, JSON.stringify(output));
await run("biome", ["format", "--write", OUTPUT]);
console.log(`${Object.keys(output).length} models are in ${OUTPUT}.`);

// As findKnownModel names them: `us.anthropic.claude-5-v1:0` is claude-5.
function toModelName(id) {
  return id
    .split("/")
    .at(-1)
    .toLowerCase()
    .replace(/^([a-z]+\.)+/, "")
    .replace(/-v\d+(:\d+)?$/, "");
}
