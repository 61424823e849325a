import type { Config } from "@/lib/config";
import { forget, remembered } from "./memory";
import { askJson } from "./server-list";
import type { Connection, ModelSettings } from "./types";

const PROBE_SECONDS = 0.3;
const REMEMBERED_SECONDS = 30;

type ProviderSettings = Pick<
  Config,
  "OPENAI_API_KEY" | "OPENAI_BASE_URL" | "OPENAI_MODEL" | "ANTHROPIC_API_KEY" | "GOOGLE_GENERATIVE_AI_API_KEY"
>;

/** The providers that the environment names, best first. With OPENAI_BASE_URL the key is that server's, and optional. */
export function environmentConnections(config: ProviderSettings): Connection[] {
  const found: Connection[] = [];
  const openai = { apiKey: config.OPENAI_API_KEY, model: config.OPENAI_MODEL };
  if (config.OPENAI_BASE_URL)
    found.push({ provider: "openai-compatible", baseUrl: config.OPENAI_BASE_URL, ...openai });
  else if (config.OPENAI_API_KEY) found.push({ provider: "openai", ...openai });
  if (config.ANTHROPIC_API_KEY) found.push({ provider: "anthropic", apiKey: config.ANTHROPIC_API_KEY });
  if (config.GOOGLE_GENERATIVE_AI_API_KEY) {
    found.push({ provider: "google", apiKey: config.GOOGLE_GENERATIVE_AI_API_KEY });
  }
  return found;
}

/** An Ollama that answered, with the names of its chat models and of its embedding models. */
export type Ollama = { baseUrl: string; models: string[]; embedders: string[] };

/**
 * Looks for Ollama at OLLAMA_BASE_URL, or at `baseUrl`, for at most 300 ms;
 * the answer is remembered for 30 seconds. Null when nobody answers.
 */
export function findOllama(
  config: Pick<ModelSettings, "OLLAMA_BASE_URL">,
  baseUrl?: string,
): Promise<Ollama | null> {
  const root = ollamaRoot(baseUrl ?? config.OLLAMA_BASE_URL);
  return remembered(`ollama ${root}`, REMEMBERED_SECONDS, () => probe(root));
}

/** Makes the next `findOllama` ask again. */
export const forgetOllama = (config: Pick<ModelSettings, "OLLAMA_BASE_URL">, baseUrl?: string) =>
  forget(`ollama ${ollamaRoot(baseUrl ?? config.OLLAMA_BASE_URL)}`);

/** The address of an Ollama without slash or `/v1`, which people paste too. */
export const ollamaRoot = (address: string) => address.replace(/\/+$/, "").replace(/\/(v1|api)$/, "");

async function probe(baseUrl: string): Promise<Ollama | null> {
  const answer = (await askJson(`${baseUrl}/api/tags`, {}, PROBE_SECONDS)) as { models?: unknown } | null;
  if (!Array.isArray(answer?.models)) return null;
  const names = answer.models
    .map((model: { name?: unknown } | null) => model?.name)
    .filter((name) => typeof name === "string");
  const embeds = (name: string) => /embed|bge-|minilm/i.test(name);
  return { baseUrl, models: names.filter((name) => !embeds(name)), embedders: names.filter(embeds) };
}
