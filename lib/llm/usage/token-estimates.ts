import { MAX_EMBEDDED_LENGTH } from "@/lib/llm/models/service";

export const CHARACTERS_PER_TOKEN = 4;

export const estimateEmbeddingTokens = (text: string): number =>
  Math.ceil(Math.min(text.length, MAX_EMBEDDED_LENGTH) / CHARACTERS_PER_TOKEN);

export const estimateSpeechTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

export type Counted = { text: string; error: string | null; extra: Record<string, unknown> };
export type Tokens = { inputTokens: number; outputTokens: number };

/**
 * Returns the tokens of a reply as reported by the model, or estimates them from input and output. Doesn't estimate
 * tokens if the model failed before any output.
 */
export function countTokens({ text, error, extra }: Counted): Tokens {
  const told = (extra.usage ?? {}) as { input_tokens?: number | null; output_tokens?: number | null };
  const made = (extra.context ?? {}) as { characters?: number };
  const hasFailed = error !== null && text === "";
  const estimated = (characters: number) => (hasFailed ? 0 : Math.ceil(characters / CHARACTERS_PER_TOKEN));
  return {
    inputTokens: told.input_tokens ?? estimated(made.characters ?? 0),
    outputTokens: told.output_tokens ?? estimated(text.length),
  };
}
