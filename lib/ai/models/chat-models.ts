/** Name patterns of embedding models. */
const EMBEDS =
  /embed|minilm|mpnet|splade|sentence-t5|gtr-t5|labse|simcse|nomic-bert|(^|[/:_-])(bge|gte|e5|voyage|stella|paraphrase|potion)[-_]|(^|[/:_-])instructor-(base|large|xl)/i;
/** And those that weigh what was found. */
const RERANKS = /rerank|colbert/i;
/** And those that hear, speak, draw or do something else than reply. */
const NO_CHAT =
  /whisper|tts|audio|image|dall-e|moderation|realtime|transcri|translat|sora|davinci|babbage|live|codex|search-preview/i;
/** Values that servers use for the type of a model. */
const OTHER_KINDS = /embed|rerank|moderation|image|audio|speech|transcri|video/i;
/** Models that are built like that only read. */
const READING_FAMILIES = /bert|roberta/i;

/** True for embedding and reranking models, judged by name and family. */
export function isReader(name: string, family?: unknown): "embeds" | "reranks" | undefined {
  if (RERANKS.test(name)) return "reranks";
  const reads = typeof family === "string" && READING_FAMILIES.test(family);
  return reads || EMBEDS.test(name) ? "embeds" : undefined;
}

/** True for chat models, judged by the server's metadata, else by name. */
export function isChatModel(name: string, listed: Record<string, unknown>): boolean {
  const { type, capabilities, architecture } = listed;
  if (typeof type === "string" && OTHER_KINDS.test(type)) return false;
  // Mistral.
  if ((capabilities as { completion_chat?: unknown } | null | undefined)?.completion_chat === false)
    return false;
  // OpenRouter.
  const gives = (architecture as { output_modalities?: unknown } | null | undefined)?.output_modalities;
  if (Array.isArray(gives) && !gives.includes("text")) return false;
  return !isReader(name) && !NO_CHAT.test(name);
}
