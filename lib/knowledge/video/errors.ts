import { MediaError } from "@/lib/files/media/service";
import { ModelError } from "@/lib/llm/models/service";
import { getSecondsUntil } from "@/lib/llm/usage/service";
import { AppError, type ErrorKind, invalid } from "@/lib/platform/errors";

export type ConversionFault = { fault: string; error: string };

const UNFORESEEN = "Something went wrong while reading this video. Try again.";
export const TOO_SLOW = "Reading this video took too long.";

export function toFault(error: unknown): ConversionFault | undefined {
  if (error instanceof MediaError) return { fault: "invalid", error: error.message };
  if (error instanceof AppError) return { fault: error.kind, error: error.message };
  if (error instanceof ModelError)
    return { fault: kinds[error.code] ?? "provider_failed", error: error.message };
  if (error instanceof Error && error.name === "TimeoutError")
    return { fault: "provider_failed", error: TOO_SLOW };
  return undefined;
}

const kinds: Partial<Record<ModelError["code"], ErrorKind>> = {
  not_configured: "unavailable",
  used_up: "rate_limited",
};

export const unforeseen: ConversionFault = { fault: "internal", error: UNFORESEEN };

/** @param field the field that contained the video */
export function toError(
  { fault, error }: { fault: string | null; error: string | null },
  field: string,
): Error {
  const message = error ?? UNFORESEEN;
  if (fault === "invalid") return invalid(["body", field], message);
  if (!fault || fault === "internal") return new Error(message);
  // Only an exhausted monthly token quota causes this fault.
  const extra = fault === "rate_limited" ? { retryAfter: getSecondsUntil("next month") } : {};
  return new AppError(fault as ErrorKind, message, extra);
}
