import { z } from "zod";
import type { Provider, ProviderOption } from "./settings";

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
export type ListProblem = {
  provider: Provider;
  connection: string;
  name: string | null;
  code: ModelErrorCode;
  message: string;
};

// `pattern` is a regular expression that must match the whole value. `needs` names an option that must be set, too.
type OptionField = {
  name: ProviderOption;
  isNeeded?: true;
  needs?: ProviderOption;
  pattern: string;
  example?: string;
};

type Need = "needed" | "optional" | "none";

export type ProviderForm = {
  key: Need;
  keyHint?: string;
  address: Exclude<Need, "none">;
  addressMissing?: string;
  addressExample?: string;
  /** The provider doesn't list its models, so that the connection must name them. */
  areModelsNamed?: true;
  /** The provider's own settings, which are stored unencrypted. */
  options?: OptionField[];
};

export type ProviderKind = ProviderForm & { provider: Provider; label: string };
