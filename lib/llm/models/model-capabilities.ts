import capabilities from "./model-capabilities.json";

const byName = new Map<string, string[]>(Object.entries(capabilities));

// Returns the names that tables may have for a model: `meta-llama/llama-4` and `us.anthropic.claude-5` begin with the maker.
export const listModelNames = (model: string): string[] => [
  model,
  model.split("/").at(-1)!,
  model.replace(/^([a-z]+\.)+/, ""),
];

// Looks up a model in the shipped table (`npm run models`). Returns undefined for unknown models.
export function findCapabilities(model: string): { sees: boolean; reasons: boolean } | undefined {
  const known = listModelNames(model.toLowerCase())
    // Amazon Bedrock adds a version: `claude-sonnet-4-20250514-v1:0`.
    .map((name) => byName.get(name.replace(/-v\d+(:\d+)?$/, "")))
    .find((found) => found !== undefined);
  return known && { sees: known.includes("sees"), reasons: known.includes("reasons") };
}
