import { remembered } from "./memory";

const LIST_SECONDS = 2;
const REMEMBERED_SECONDS = 60;
const LARGEST_LIST = 4 * 1024 * 1024;
const NO_CHAT =
  /embed|whisper|tts|audio|image|dall-e|moderation|realtime|transcri|translat|sora|davinci|babbage|rerank|bge-|minilm|live|codex|search-preview/i;

/**
 * The chat models that an OpenAI-compatible server lists at `baseUrl`/models,
 * asked for at most 2 s, remembered for 60 s. Null when it does not say.
 */
export function serverModels(baseUrl: string, apiKey: string | undefined): Promise<string[] | null> {
  return remembered(`models ${baseUrl} ${apiKey ?? ""}`, REMEMBERED_SECONDS, async () => {
    const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
    const answer = await askJson(`${baseUrl.replace(/\/+$/, "")}/models`, headers, LIST_SECONDS);
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
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<unknown> {
  try {
    // Not following redirects: a key goes only where it was configured for.
    const response = await fetch(url, {
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(seconds * 1000),
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      return null;
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > LARGEST_LIST) return null;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  }
}
