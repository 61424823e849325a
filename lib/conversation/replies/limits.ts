import type { Assistant } from "./material";

/** How far one reply goes before it has to answer: rounds of tool calls, tokens in and out, and ms of work. */
export type Limits = { rounds: number; tokens: number; ms: number };
/** What ended the work: `extra.limit_reached` of the reply. */
export type Limit = "rounds" | "tokens" | "time";

const USUAL: Limits = { rounds: 8, tokens: Number.POSITIVE_INFINITY, ms: 300_000 };

export const limitsOf = (assistant: Assistant | undefined): Limits => ({
  rounds: assistant?.mostRounds ?? USUAL.rounds,
  tokens: assistant?.mostTokens ?? USUAL.tokens,
  ms: assistant?.mostSeconds == null ? USUAL.ms : assistant.mostSeconds * 1000,
});

/** An assistant that may go further than usual works in steps: it has a plan, which its readers see. */
export const worksInSteps = (assistant: Assistant): boolean => (assistant.mostRounds ?? 0) > USUAL.rounds;

/** The limit that is reached before another round, which is then the last one; undefined when there is none. */
export function reached(
  limits: Limits,
  so: { rounds: number; tokens: number; ms: number },
): Limit | undefined {
  if (so.rounds >= limits.rounds) return "rounds";
  if (so.tokens >= limits.tokens) return "tokens";
  return so.ms > limits.ms ? "time" : undefined;
}
