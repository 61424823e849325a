import { readJson } from "@/lib/platform/egress/service";
import { answeringFetch } from "./guarded-fetch";
import { remembered } from "./memory";
import type { Connection } from "./types";

const LIST_SECONDS = 2;
const REMEMBERED_SECONDS = 60;
/** OpenRouter lists some hundred models with some sixty values each. */
const LIST_LIMITS = { bytes: 4 * 1024 * 1024, values: 200_000 };
const NO_CHAT =
  /embed|whisper|tts|audio|image|dall-e|moderation|realtime|transcri|translat|sora|davinci|babbage|rerank|bge-|minilm|live|codex|search-preview/i;

/** The chat models that a server lists; null when it does not say. */
export const serverModels = async (connection: Connection, baseUrl: string): Promise<string[] | null> =>
  (await listedAt(connection, baseUrl))?.map(({ id }) => id) ?? null;

/** How many tokens the models of a server take, of those that it says it of. */
export async function contextLengths(connection: Connection, baseUrl: string): Promise<Map<string, number>> {
  const listed = (await listedAt(connection, baseUrl)) ?? [];
  return new Map(listed.flatMap(({ id, contextLength }) => (contextLength ? [[id, contextLength]] : [])));
}

type Listed = { id: string; contextLength: number | undefined };

/**
 * The chat models that a server which speaks OpenAI's protocol lists at its /models,
 * asked for at most 2 s, remembered for 60 s. Null when it does not say.
 */
function listedAt(connection: Connection, baseUrl: string): Promise<Listed[] | null> {
  const { apiKey, allowsPrivate } = connection;
  const key = JSON.stringify(["models", baseUrl, apiKey, allowsPrivate]);
  return remembered(key, REMEMBERED_SECONDS, async () => {
    const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
    const url = `${baseUrl.replace(/\/+$/, "")}/models`;
    const answer = await askJson(connection, url, headers, LIST_SECONDS);
    const data = (answer as { data?: unknown } | null)?.data;
    if (!Array.isArray(data)) return null;
    return data.flatMap((entry: Record<string, unknown> | null) => {
      const id = entry?.id;
      return typeof id === "string" && !NO_CHAT.test(id) ? [{ id, contextLength: lengthIn(entry!) }] : [];
    });
  });
}

/** As OpenRouter, vLLM, Groq, Mistral and llama-server call it. */
function lengthIn(entry: Record<string, unknown>): number | undefined {
  const { meta, context_length, max_model_len, context_window, max_context_length } = entry;
  const ofLlama = (meta as { n_ctx_train?: unknown } | null | undefined)?.n_ctx_train;
  const known = [context_length, max_model_len, context_window, max_context_length, ofLlama];
  return known.find((length): length is number => Number.isSafeInteger(length) && (length as number) > 0);
}

/** A small JSON answer, or null for whatever else comes: nobody there, an error, a page, too much, too late. */
export async function askJson(
  connection: Connection,
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<unknown> {
  try {
    const response = await answeringFetch(connection, LIST_LIMITS)(url, {
      headers,
      signal: AbortSignal.timeout(seconds * 1000),
    });
    if (response.ok) return await readJson(response, LIST_LIMITS);
    await response.body?.cancel();
    return null;
  } catch {
    return null;
  }
}
