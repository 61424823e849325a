import type { ModelChoice, Provider } from "./types";

export const PROVIDER_NAMES: Record<Provider, string> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  "openai-compatible": "Model server",
  ollama: "Ollama",
};

export const OPENAI_ADDRESS = "https://api.openai.com/v1";

/** What is used where a connection names no model. Servers with one model take any name. */
export const DEFAULT_MODELS: Record<Exclude<Provider, "ollama">, string> = {
  openai: "gpt-6-astra",
  anthropic: "claude-sonnet-5-5",
  google: "gemini-3.8-flash",
  "openai-compatible": "default",
};

/** Shown for choice; any other model of these providers can be named too. */
export const SHORTLISTS: Record<"anthropic" | "google", string[]> = {
  anthropic: ["claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5"],
  google: ["gemini-3.8-flash", "gemini-4-argon", "gemini-3.5-flash-lite"],
};

export const BUILTIN: ModelChoice = {
  id: "builtin",
  label: "Document finder (no language model)",
  provider: "builtin",
  builtin: true,
  sees: false,
};

/** The choice of this model of this provider. */
export const choiceOf = (provider: Provider, model: string): ModelChoice => ({
  id: `${provider}:${model}`,
  label: `${model} (${PROVIDER_NAMES[provider]})`,
  provider,
  builtin: false,
  sees: sees(provider, model),
});

/** The provider and model that an id names; null when it has no known provider in front. */
export function parseId(id: string): { provider: Provider; model: string } | null {
  const at = id.indexOf(":");
  const provider = id.slice(0, at);
  return at > 0 && provider in PROVIDER_NAMES && id.length > at + 1
    ? { provider: provider as Provider, model: id.slice(at + 1) }
    : null;
}

const BLIND = /gpt-3|gpt-4(-\d|$)|o1-mini|o3-mini|claude-2|claude-instant/;
const SEEING =
  /gpt-4o|gpt-4\.|gpt-4-turbo|gpt-[5-9]|claude-(3|opus|sonnet|haiku|fable)|gemini|llava|vision|[-_]vl\b|\dvl\b|pixtral|gemma-?[3-9]|llama-?4|moondream|minicpm-v|internvl/;

/** Told from the name: models of the three large providers see unless they are old, others when their name says so. */
function sees(provider: Provider, model: string): boolean {
  const name = model.toLowerCase();
  if (provider === "openai-compatible" || provider === "ollama") return SEEING.test(name);
  return !BLIND.test(name);
}
