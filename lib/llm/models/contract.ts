import { z } from "zod";
import type { Provider } from "./settings";

export const modelId = z
  .string()
  .max(200)
  .regex(/^(builtin|[a-z0-9-]+:.+)$/, "Must be `provider:model` or `builtin`.");

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
