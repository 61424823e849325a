const EMBEDS =
  /embed|minilm|mpnet|splade|sentence-t5|gtr-t5|labse|simcse|nomic-bert|(^|[/:_-])(bge|gte|e5|voyage|stella|paraphrase|potion)[-_]|(^|[/:_-])instructor-(base|large|xl)/i;
const RERANKS = /rerank|colbert/i;
const NO_CHAT =
  /whisper|tts|audio|image|dall-e|moderation|realtime|transcri|translat|sora|davinci|babbage|live|codex|search-preview/i;
const OTHER_KINDS = /embed|rerank|moderation|image|audio|speech|transcri|video/i;
const READING_FAMILIES = /bert|roberta/i;

export function detectReaderKind(name: string, family?: unknown): "embeds" | "reranks" | undefined {
  if (RERANKS.test(name)) return "reranks";
  const reads = typeof family === "string" && READING_FAMILIES.test(family);
  return reads || EMBEDS.test(name) ? "embeds" : undefined;
}

export function isChatModel(name: string, listed: Record<string, unknown>): boolean {
  const { type, capabilities, architecture } = listed;
  if (typeof type === "string" && OTHER_KINDS.test(type)) return false;
  // `completion_chat` is a field of Mistral's model list.
  if ((capabilities as { completion_chat?: unknown } | null | undefined)?.completion_chat === false)
    return false;
  // `output_modalities` is a field of OpenRouter's model list.
  const gives = (architecture as { output_modalities?: unknown } | null | undefined)?.output_modalities;
  if (Array.isArray(gives) && !gives.includes("text")) return false;
  return !detectReaderKind(name) && !NO_CHAT.test(name);
}
