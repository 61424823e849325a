import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import {
  createNoSuchModelError,
  listUnknown,
  type NamedModel,
  toAppError,
  toUnsupportedParameters,
} from "@/lib/channels/compat/service";
import { embedTexts, getTarget } from "@/lib/llm/indexing/service";
import type { Embedder } from "@/lib/llm/models/service";
import { caps } from "@/lib/llm/usage/service";
import { invalid } from "@/lib/platform/errors";
import { EmbeddingRequest } from "./contract";

type EmbeddingInput = z.output<typeof EmbeddingRequest>;
const IGNORED_FIELDS = new Set(["user"]);

export async function findEmbedderName(): Promise<NamedModel | undefined> {
  const found = await getTarget().catch(() => undefined);
  return (
    found && { name: found.embedder.id, by: { model: found.embedder.id }, created: 0, ownedBy: "parley" }
  );
}

export async function createEmbeddings({ group, user }: Viewer, input: EmbeddingInput, signal: AbortSignal) {
  try {
    const { embedder } = await getTarget();
    if (input.model !== embedder.id) throw createNoSuchModelError(input.model);
    const texts = [input.input].flat();
    await caps.assertTokenQuota(group.id, embedder.id, "embedding");
    const vectors = await embedTexts(texts, embedder, signal);
    const used = await caps.countTexts({ groupId: group.id, userId: user.id }, embedder.id, texts);
    requireUse(vectors, input, embedder);
    const encode = input.encoding_format === "base64" ? base64 : (vector: Float32Array) => [...vector];
    return {
      object: "list" as const,
      model: embedder.id,
      data: vectors.map((vector, index) => ({
        object: "embedding" as const,
        index,
        embedding: encode(vector),
      })),
      usage: { prompt_tokens: used, total_tokens: used },
      ...toUnsupportedParameters({ leftOut: [] }, listUnknown(input, EmbeddingRequest.shape, IGNORED_FIELDS)),
    };
  } catch (error) {
    throw toAppError(error);
  }
}

function requireUse(
  vectors: Float32Array[],
  { dimensions, input }: EmbeddingInput,
  { label }: Embedder,
): void {
  const made = vectors[0]?.length;
  if (dimensions != null && dimensions !== made)
    throw invalid(["body", "dimensions"], `Vectors of ${label} have ${made} numbers.`);
  const blank = vectors.findIndex((vector) => vector.every((value) => value === 0));
  if (blank < 0) return;
  const at = typeof input === "string" ? ["body", "input"] : ["body", "input", blank];
  throw invalid(at, `${label} can't read this text.`);
}

const base64 = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("base64");
