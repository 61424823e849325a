import { setTimeout as wait } from "node:timers/promises";
import type { LanguageModel, ModelRequest } from "../types";
import type { FinderTurn } from "./input";
import type { Embed } from "./quotes";
import { replyTo } from "./reply";
import { embedOnce, findMultilingualModel } from "./vectors";

const WORDS = 4;
const PAUSE_MS = 8;

/**
 * Creates the fallback for installations without a language model: it quotes from the sources in the prompt or reports
 * that it found nothing. Replies are streamed, stopped and stored like those of other models.
 */
export const createDocumentFinder =
  (embed: Embed = embedOnce, findMany = findMultilingualModel): LanguageModel =>
  async (request, listener) => {
    const { signal } = request;
    const stoppable =
      (embed: Embed): Embed =>
      async (texts) => {
        const vectors = await embed(texts);
        signal.throwIfAborted();
        return vectors;
      };
    const many = await findMany();
    const { text: whole, foundNothing } = await replyTo(
      toTurns(request),
      stoppable(embed),
      many && { ...many, texts: stoppable(many.texts) },
    );
    for (const text of splitIntoChunks(whole)) {
      signal.throwIfAborted();
      await listener({ type: "text", text });
      await wait(PAUSE_MS);
    }
    // No tokens are counted, since nothing is generated.
    const usage = { input_tokens: null, output_tokens: null };
    return { reason: "stop", responseId: null, model: null, usage, foundNothing };
  };

export const splitIntoChunks = (text: string): string[] =>
  text.match(new RegExp(`(?:\\S+\\s*|\\s+){1,${WORDS}}`, "g")) ?? [];

const toTurns = ({ instructions, messages }: ModelRequest): FinderTurn[] => [
  ...(instructions ? [{ role: "system" as const, text: instructions }] : []),
  ...messages.flatMap((message) =>
    message.role === "tool" ? [] : [{ role: message.role, text: message.text }],
  ),
];
