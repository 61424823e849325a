import type { Sampling } from "@/lib/llm/models/service";
import { CHARACTERS_PER_TOKEN } from "@/lib/llm/usage/service";
import { MAX_CONTEXT_LENGTH } from "./prompt-context";

const MAX_CONTEXT_TOKENS = MAX_CONTEXT_LENGTH / CHARACTERS_PER_TOKEN;
// Reserved for an answer whose length neither the chat nor the assistant limits.
const DEFAULT_ANSWER_TOKENS = 4_000;

/**
 * Divides a model's context window between the prompt and the answer. An answer gets at most half of the window.
 * @param windowTokens undefined where it is not known
 */
export function getContextWindow(
  windowTokens: number | undefined,
  { maxOutputTokens = DEFAULT_ANSWER_TOKENS }: Sampling,
) {
  if (windowTokens === undefined)
    return {
      answerTokens: maxOutputTokens,
      limitTokens: MAX_CONTEXT_TOKENS + maxOutputTokens,
      maxLength: undefined,
    };
  const answerTokens = Math.min(maxOutputTokens, Math.floor(windowTokens / 2));
  return {
    answerTokens,
    limitTokens: Math.min(windowTokens, MAX_CONTEXT_TOKENS + answerTokens),
    maxLength: (windowTokens - answerTokens) * CHARACTERS_PER_TOKEN,
  };
}
