import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from "@ai-sdk/provider";
import { EgressError, type EgressFault } from "@/lib/platform/egress/errors";
import { findExplanation } from "./redacted-explanation";
import { ModelError } from "./types";

const DEPTH = 6;
const MAX_RETRY_AFTER_SECONDS = 86_400;
const QUOTA = /insufficient.?(quota|balance|credit)|billing/i;
// Google refuses keys with status 400.
const INVALID_KEY = /\bAPI_KEY_INVALID\b/;
const TOO_LONG =
  /context.?length|context.?window|context_length_exceeded|maximum context|prompt is too long|too many (input )?tokens|input token count/i;

/**
 * Converts an error of a model call to a ModelError with a message for users.
 * @param who displayed name of the provider, such as "OpenAI"
 * @param hasBegun true if text was already received
 */
export function describeModelError(error: unknown, who: string, hasBegun: boolean): ModelError {
  const chain = listCauses(error);
  const own = chain.find((cause) => cause instanceof ModelError);
  if (own) return own;
  const call = chain.find((cause) => APICallError.isInstance(cause));
  if (call?.statusCode && call.statusCode >= 300) return refusal(call, who);
  const onTheWay = chain.find((cause) => cause instanceof EgressError);
  if (onTheWay?.fault === "proxy") return new ModelError("refused", onTheWay.message);
  if (onTheWay) return toConnectionError(onTheWay.fault, who, hasBegun);
  if (chain.some((cause) => InvalidResponseDataError.isInstance(cause))) return cut(who);
  if (chain.some((cause) => JSONParseError.isInstance(cause) || TypeValidationError.isInstance(cause))) {
    return new ModelError("garbage", `${who} sent an invalid reply.`);
  }
  return toStreamError(chain, who);
}

export const createIncompleteError = () =>
  new InvalidResponseDataError({ data: undefined, message: "The reply ended without a finish." });
export const createUnreadableError = (cause?: unknown) => new JSONParseError({ text: "", cause });

export const createEndlessError = () =>
  new ModelError("garbage", "The model's reply didn't end and was cut off.");

export const MAX_TOOL_CALLS = 128;
export const createTooManyToolCallsError = () =>
  new ModelError("garbage", `The model called more than ${MAX_TOOL_CALLS} tools at once.`);

const cut = (who: string) =>
  new ModelError("cut", `The connection to ${inside(who)} was lost before the reply was complete.`, true);
export const createStalledError = (who: string) =>
  new ModelError("stalled", `${who} took too long to continue the reply.`, true);
const unreachable = (who: string) => new ModelError("refused", `${who} cannot be reached.`, true);
const tooLong = (who: string) =>
  new ModelError("too_long", `This conversation is too long for ${inside(who)}.`);

const usedUp = (who: string) => new ModelError("quota_exceeded", `The quota at ${inside(who)} is used up.`);

function toConnectionError(fault: EgressFault, who: string, hasBegun: boolean): ModelError {
  if (fault === "slow") return createStalledError(who);
  if (fault === "closed" || hasBegun) return cut(who);
  if (fault === "garbage") return new ModelError("garbage", `${who} sent an invalid reply.`);
  if (fault === "unreachable") return unreachable(who);
  return new ModelError(
    "refused",
    `The address of ${inside(who)} is in a private network, which this installation does not allow. Whoever runs it can add it to ALLOW_PRIVATE_ADDRESSES.`,
  );
}

const inside = (who: string) => who.replace(/^The /, "the ");

function refusal(error: APICallError, who: string): ModelError {
  const own = refusedWith(error, who);
  // Messages about an invalid key may contain the key.
  const explanation = error.statusCode === 401 ? undefined : findExplanation(error.responseBody);
  if (explanation === undefined) return own;
  return new ModelError(own.code, own.message, own.retryable, own.retryAfter, own.status, explanation);
}

function refusedWith(error: APICallError, who: string): ModelError {
  const status = error.statusCode ?? 0;
  const explanation = error.responseBody ?? "";
  const isKeyRefused = status === 400 && INVALID_KEY.test(explanation);
  if (status === 401 || status === 403 || isKeyRefused)
    return new ModelError("unauthorized", `${who} refused the API key.`);
  if (status === 402) return usedUp(who);
  if (status === 429) {
    if (QUOTA.test(explanation)) return usedUp(who);
    const seconds = parseRetryAfter(error.responseHeaders?.["retry-after"]);
    return new ModelError("rate_limited", `${who} is busy: too many requests.`, true, seconds);
  }
  if (status === 413 || ((status === 400 || status === 422) && TOO_LONG.test(explanation)))
    return tooLong(who);
  if (status === 404) return new ModelError("unknown_model", `${who} does not know this model or address.`);
  if (status === 400 || status === 422)
    return new ModelError(
      "failed",
      `${who} refused the request (status ${status}).`,
      false,
      undefined,
      status,
    );
  if (status < 500) return new ModelError("failed", `${who} refused the request (status ${status}).`);
  return new ModelError("failed", `${who} failed (status ${status}).`, true);
}

// Parses Retry-After (RFC 9110, 10.2.3): seconds or a date.
function parseRetryAfter(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS) : undefined;
}

function toStreamError(chain: unknown[], who: string): ModelError {
  const text = chain
    .map((cause) => (cause instanceof Error ? cause.message : JSON.stringify(cause)))
    .join(" ");
  if (TOO_LONG.test(text)) return tooLong(who);
  if (QUOTA.test(text) || /"(code|status)":"?402\b/.test(text)) return usedUp(who);
  if (/"(code|status)":"?40[13]\b|invalid.?api.?key/i.test(text))
    return new ModelError("unauthorized", `${who} refused the API key.`);
  if (/rate.?limit|overloaded|too many requests|"(code|status)":"?429\b/i.test(text)) {
    return new ModelError("rate_limited", `${who} is busy: too many requests.`, true);
  }
  const explanation = chain
    .map((cause) => (cause instanceof Error ? undefined : findExplanation(cause)))
    .find(Boolean);
  return new ModelError("failed", `${who} failed while it replied.`, true, undefined, undefined, explanation);
}

export function listCauses(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let cause = error; cause != null && chain.length < DEPTH; ) {
    chain.push(cause);
    const { cause: next, lastError } = cause as { cause?: unknown; lastError?: unknown };
    cause = next ?? lastError;
    if (cause === chain.at(-1)) break;
  }
  return chain;
}
