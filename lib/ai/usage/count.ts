import { MAX_EMBEDDED_LENGTH } from "@/lib/ai/models/service";

/** Roughly how many characters a token has, for models that do not say what they used. */
export const CHARACTERS_OF_TOKEN = 4;

/** The tokens of a text of which a provider makes a vector, roughly. */
export const embeddingTokens = (text: string): number =>
  Math.ceil(Math.min(text.length, MAX_EMBEDDED_LENGTH) / CHARACTERS_OF_TOKEN);

/** The tokens of a text that is read aloud, roughly: providers tell none. */
export const spokenTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_OF_TOKEN);

/** What counting needs of a reply. */
export type Counted = { text: string; error: string | null; extra: Record<string, unknown> };
export type Tokens = { inputTokens: number; outputTokens: number };

/**
 * The tokens of a reply: those that the model told, else estimated from what
 * it was given and said. Nothing is estimated for a model that failed before
 * it said anything.
 */
export function tokensOf({ text, error, extra }: Counted): Tokens {
  const told = (extra.usage ?? {}) as { input_tokens?: number | null; output_tokens?: number | null };
  const made = (extra.context ?? {}) as { characters?: number };
  const hasFailed = error !== null && text === "";
  const estimated = (characters: number) => (hasFailed ? 0 : Math.ceil(characters / CHARACTERS_OF_TOKEN));
  return {
    inputTokens: told.input_tokens ?? estimated(made.characters ?? 0),
    outputTokens: told.output_tokens ?? estimated(text.length),
  };
}
