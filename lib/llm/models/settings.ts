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

/** A service or a kind of server that connections can be made to in one step. */
export type ConnectionPreset = {
  /** Id of the first connection that is made from it. */
  id: string;
  name: string;
  provider: Provider;
  address?: string;
  keyHint?: string;
  keyPage?: string;
};

const hosted = (
  id: string,
  name: string,
  address: string,
  keyPage: string,
  keyHint?: string,
): ConnectionPreset => ({
  id,
  name,
  provider: "openai-compatible",
  address,
  keyPage,
  keyHint,
});

const onOwnMachine = (id: string, name: string, address: string): ConnectionPreset => ({
  id,
  name,
  provider: "openai-compatible",
  address,
});

/** Offered in this order. Names are those of companies and programs, except for the last one. */
export const CONNECTION_PRESETS: ConnectionPreset[] = [
  { id: "openai", name: "OpenAI", provider: "openai", keyPage: "https://platform.openai.com/api-keys" },
  {
    id: "anthropic",
    name: "Anthropic",
    provider: "anthropic",
    keyPage: "https://platform.claude.com/settings/keys",
  },
  { id: "google", name: "Google", provider: "google", keyPage: "https://aistudio.google.com/apikey" },
  { id: "azure", name: "Azure OpenAI", provider: "azure" },
  { id: "bedrock", name: "Amazon Bedrock", provider: "bedrock" },
  { id: "vertex", name: "Google Vertex AI", provider: "vertex" },
  hosted("openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "https://openrouter.ai/keys", "sk-or-…"),
  hosted("mistral", "Mistral", "https://api.mistral.ai/v1", "https://console.mistral.ai/api-keys"),
  hosted(
    "deepseek",
    "DeepSeek",
    "https://api.deepseek.com/v1",
    "https://platform.deepseek.com/api_keys",
    "sk-…",
  ),
  hosted("xai", "xAI", "https://api.x.ai/v1", "https://console.x.ai", "xai-…"),
  hosted("groq", "Groq", "https://api.groq.com/openai/v1", "https://console.groq.com/keys", "gsk_…"),
  hosted(
    "cohere",
    "Cohere",
    "https://api.cohere.ai/compatibility/v1",
    "https://dashboard.cohere.com/api-keys",
  ),
  hosted(
    "together",
    "Together AI",
    "https://api.together.xyz/v1",
    "https://api.together.ai/settings/api-keys",
  ),
  hosted(
    "fireworks",
    "Fireworks",
    "https://api.fireworks.ai/inference/v1",
    "https://app.fireworks.ai/settings/users/api-keys",
    "fw_…",
  ),
  { id: "ollama", name: "Ollama", provider: "ollama" },
  onOwnMachine("lm-studio", "LM Studio", "http://localhost:1234/v1"),
  onOwnMachine("llama-cpp", "llama.cpp", "http://localhost:8080/v1"),
  onOwnMachine("vllm", "vLLM", "http://localhost:8000/v1"),
  { id: "openai-compatible", name: "OpenAI-compatible server", provider: "openai-compatible" },
];
