// Names a provider. `label` is used in settings, `name` in sentences and next to a model's name.
const called = (label: string, name = label) => ({ label, name });

/**
 * Model providers, in the order in which they are offered. Code that the browser must not load is in `providers/`,
 * which doesn't compile if a provider's definition is missing.
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
