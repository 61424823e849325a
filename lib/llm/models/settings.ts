// Names of a provider. `label` is for settings, `name` for sentences and next to a model's name.
const called = (label: string, name = label) => ({ label, name });

/**
 * Model providers, in the order in which they are offered. Definitions that the browser must not load are in
 * `providers/`, which doesn't compile when one is missing.
 */
export const PROVIDERS = {
  openai: called("OpenAI"),
  anthropic: called("Anthropic"),
  google: called("Google"),
  "openai-compatible": called("OpenAI-compatible server", "Model server"),
  ollama: called("Ollama"),
};

export type Provider = keyof typeof PROVIDERS;

export const PROVIDER_IDS = Object.keys(PROVIDERS) as Provider[];
