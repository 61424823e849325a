import type { ModelErrorCode } from "@/lib/llm/models/contract";
import { ModelError } from "@/lib/llm/models/service";
import { AppError, type ErrorKind } from "@/lib/platform/errors";

const RETRY_SECONDS = 20;

const kinds: Partial<Record<ModelErrorCode, ErrorKind>> = {
  rate_limited: "rate_limited",
  used_up: "rate_limited",
  too_long: "bad_request",
  unsupported: "bad_request",
  unknown_model: "not_found",
  not_configured: "unavailable",
};

/** Converts a model's failure to an API error. A request that the provider refused is the client's error. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof ModelError)) return error;
  const kind = error.status ? "bad_request" : (kinds[error.code] ?? "provider_failed");
  const seconds = error.retryAfter ?? (kind === "rate_limited" ? RETRY_SECONDS : undefined);
  const retryAfter = seconds === undefined ? undefined : Math.ceil(seconds);
  const code = kind === "not_found" ? "model_not_found" : undefined;
  const { message, explanation } = error;
  const whole = explanation === undefined ? message : `${message} It says: ${explanation}`;
  return new AppError(kind, whole, { retryAfter, code });
}
