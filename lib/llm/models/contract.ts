import { z } from "zod";

export const modelId = z
  .string()
  .max(200)
  .regex(/^(builtin|[a-z0-9-]+:.+)$/, "Must be `provider:model` or `builtin`.");

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

export type ModelErrorCode =
  | "refused"
  | "unauthorized"
  | "rate_limited"
  | "failed"
  | "garbage"
  | "stalled"
  | "cut"
  | "too_long"
  | "unknown_model"
  | "quota_exceeded"
  | "used_up"
  | "not_configured"
  | "unsupported";

/** Reason why a connected provider lists no models. `message` is a sentence for users. */
export type ListProblem = { provider: Provider; code: ModelErrorCode; message: string };

type Need = "needed" | "optional" | "none";

export type ProviderForm = {
  key: Need;
  keyHint?: string;
  address: Need;
  addressMissing?: string;
  presets?: { label: string; address: string }[];
};

export type ProviderKind = ProviderForm & { provider: Provider; label: string };
