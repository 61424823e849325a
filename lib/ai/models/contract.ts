import { z } from "zod";

/** A model as people and programs choose it: `provider:model`, or `builtin`. */
export const modelId = z
  .string()
  .max(200)
  .regex(/^(builtin|[a-z0-9-]+:.+)$/, "Must be `provider:model` or `builtin`.");

/** `label` stands in settings; `name` beside a model's name and in sentences. */
const called = (label: string, name = label) => ({ label, name });

/**
 * The providers of models, in the order in which they are offered. What the browser may not load, and all else
 * of a provider, is in its file in `providers/`: one that is named here and has none does not compile.
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

/** Why a reply failed: `extra.error.code`. */
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
  /** The model does not do what the request cannot do without. */
  | "unsupported";

/** A connected provider lists no models, and why: `message` is a sentence. */
export type ListProblem = { provider: Provider; code: ModelErrorCode; message: string };

type Need = "needed" | "optional" | "none";

/** What a provider is connected with in Settings → Models. */
export type ProviderForm = {
  key: Need;
  keyHint?: string;
  address: Need;
  /** Said to whoever leaves out an address that is needed. */
  addressMissing?: string;
  /** Addresses that local servers have when nobody changes them. */
  presets?: { label: string; address: string }[];
};

export type ProviderKind = ProviderForm & { provider: Provider; label: string };
