import type { Config } from "@/lib/platform/config";
import { forget, remembered } from "./memory";
import { askJson } from "./server-list";
import type { Connection, ModelSettings } from "./types";

const PROBE_SECONDS = 0.3;
const REMEMBERED_SECONDS = 30;

type ProviderSettings = Pick<
  Config,
  "OPENAI_API_KEY" | "OPENAI_BASE_URL" | "OPENAI_MODEL" | "ANTHROPIC_API_KEY" | "GOOGLE_GENERATIVE_AI_API_KEY"
>;

/**
 * The providers that the environment names, best first. With OPENAI_BASE_URL the key is that server's, and optional.
 * The operator's addresses may be private.
 */
export function environmentConnections(config: ProviderSettings): Connection[] {
  const allowsPrivate = true;
  const found: Connection[] = [];
  const openai = { apiKey: config.OPENAI_API_KEY, model: config.OPENAI_MODEL };
  if (config.OPENAI_BASE_URL)
    found.push({ provider: "openai-compatible", baseUrl: config.OPENAI_BASE_URL, allowsPrivate, ...openai });
  else if (config.OPENAI_API_KEY) found.push({ provider: "openai", allowsPrivate, ...openai });
  if (config.ANTHROPIC_API_KEY)
    found.push({ provider: "anthropic", allowsPrivate, apiKey: config.ANTHROPIC_API_KEY });
  if (config.GOOGLE_GENERATIVE_AI_API_KEY) {
    found.push({ provider: "google", allowsPrivate, apiKey: config.GOOGLE_GENERATIVE_AI_API_KEY });
  }
  return found;
}

/** An Ollama that answered, with the names of its chat models and of its embedding models. */
export type Ollama = { baseUrl: string; models: string[]; embedders: string[] };

type OllamaSettings = Pick<ModelSettings, "OLLAMA_BASE_URL">;

/** How an Ollama is reached: as `own` says, else at the operator's OLLAMA_BASE_URL. */
export const ollamaOf = (config: OllamaSettings, own?: Connection): Connection =>
  own?.baseUrl ? own : { ...own, provider: "ollama", baseUrl: config.OLLAMA_BASE_URL, allowsPrivate: true };

/**
 * Looks for Ollama where `ollamaOf` says, for at most 300 ms; the answer is
 * remembered for 30 seconds. Null when nobody answers.
 */
export function findOllama(config: OllamaSettings, own?: Connection): Promise<Ollama | null> {
  const at = ollamaOf(config, own);
  return remembered(rememberedAs(at), REMEMBERED_SECONDS, () => probe(at));
}

/** Makes the next `findOllama` ask again. */
export const forgetOllama = (config: OllamaSettings, own?: Connection) =>
  forget(rememberedAs(ollamaOf(config, own)));

/** What one connection may not ask, it may not know from another one either. */
const rememberedAs = ({ baseUrl = "", allowsPrivate }: Connection) =>
  `ollama ${ollamaRoot(baseUrl)} ${allowsPrivate}`;

/** The address of an Ollama without slash or `/v1`, which people paste too. */
export const ollamaRoot = (address: string) => address.replace(/\/+$/, "").replace(/\/(v1|api)$/, "");

async function probe(connection: Connection): Promise<Ollama | null> {
  const baseUrl = ollamaRoot(connection.baseUrl ?? "");
  const url = `${baseUrl}/api/tags`;
  const answer = (await askJson(connection, url, {}, PROBE_SECONDS)) as { models?: unknown } | null;
  if (!Array.isArray(answer?.models)) return null;
  const names = answer.models
    .map((model: { name?: unknown } | null) => model?.name)
    .filter((name) => typeof name === "string");
  const embeds = (name: string) => /embed|bge-|minilm/i.test(name);
  return { baseUrl, models: names.filter((name) => !embeds(name)), embedders: names.filter(embeds) };
}
