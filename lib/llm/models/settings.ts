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
  azure: called("Azure OpenAI"),
  bedrock: called("Amazon Bedrock"),
  vertex: called("Google Vertex AI", "Vertex AI"),
  "openai-compatible": called("OpenAI-compatible server", "Model server"),
  ollama: called("Ollama"),
};

export type Provider = keyof typeof PROVIDERS;

/** Names of the providers' own settings. */
export const OPTION_NAMES = [
  "organization",
  "tenant_id",
  "client_id",
  "region",
  "access_key_id",
  "project",
  "location",
  "context_size",
] as const;
export type ProviderOption = (typeof OPTION_NAMES)[number];

/** First parts of model ids that aren't connections. */
export const RESERVED_IDS = ["builtin", "local"];

export const PROVIDER_IDS = Object.keys(PROVIDERS) as Provider[];

export const isProvider = (id: string): id is Provider => Object.hasOwn(PROVIDERS, id);
