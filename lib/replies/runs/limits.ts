import type { Assistant } from "./reply-context";

/** Limits after which the model must answer: agent steps, tokens (input and output), and milliseconds of work. */
export type ReplyLimits = { rounds: number; tokens: number; ms: number };
export type Limit = "rounds" | "tokens" | "time";

const DEFAULT_LIMITS: ReplyLimits = { rounds: 8, tokens: Number.POSITIVE_INFINITY, ms: 300_000 };

export const getLimits = (assistant: Assistant | undefined): ReplyLimits => ({
  rounds: assistant?.mostRounds ?? DEFAULT_LIMITS.rounds,
  tokens: assistant?.mostTokens ?? DEFAULT_LIMITS.tokens,
  ms: assistant?.mostSeconds == null ? DEFAULT_LIMITS.ms : assistant.mostSeconds * 1000,
});

export const isAgentic = (assistant: Assistant): boolean =>
  (assistant.mostRounds ?? 0) > DEFAULT_LIMITS.rounds;

export function findReachedLimit(
  limits: ReplyLimits,
  so: { rounds: number; tokens: number; ms: number },
): Limit | undefined {
  if (so.rounds >= limits.rounds) return "rounds";
  if (so.tokens >= limits.tokens) return "tokens";
  return so.ms > limits.ms ? "time" : undefined;
}
