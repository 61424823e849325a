import { answeringFetch } from "./guarded-fetch";
import { remembered } from "./memory";
import type { Connection } from "./types";

const LIST_SECONDS = 2;
const REMEMBERED_SECONDS = 60;
const LARGEST_LIST = 4 * 1024 * 1024;
const NO_CHAT =
  /embed|whisper|tts|audio|image|dall-e|moderation|realtime|transcri|translat|sora|davinci|babbage|rerank|bge-|minilm|live|codex|search-preview/i;

/**
 * The chat models that a server which speaks OpenAI's protocol lists at its /models,
 * asked for at most 2 s, remembered for 60 s. Null when it does not say.
 */
export function serverModels(connection: Connection, baseUrl: string): Promise<string[] | null> {
  const { apiKey, allowsPrivate } = connection;
  const key = JSON.stringify(["models", baseUrl, apiKey, allowsPrivate]);
  return remembered(key, REMEMBERED_SECONDS, async () => {
    const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
    const url = `${baseUrl.replace(/\/+$/, "")}/models`;
    const answer = await askJson(connection, url, headers, LIST_SECONDS);
    const data = (answer as { data?: unknown } | null)?.data;
    if (!Array.isArray(data)) return null;
    const ids = data
      .map((entry: { id?: unknown } | null) => entry?.id)
      .filter((id) => typeof id === "string");
    return ids.filter((id) => !NO_CHAT.test(id));
  });
}

/** A small JSON answer, or null for whatever else comes: nobody there, an error, a page, too much, too late. */
export async function askJson(
  connection: Connection,
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<unknown> {
  try {
    const response = await answeringFetch(connection, LARGEST_LIST)(url, {
      headers,
      signal: AbortSignal.timeout(seconds * 1000),
    });
    if (response.ok) return await response.json();
    await response.body?.cancel();
    return null;
  } catch {
    return null;
  }
}
