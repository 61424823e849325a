import type { Viewer } from "@/lib/api/actor";
import { listNames, type NamedModel, resolveModelName } from "@/lib/channels/compat/service";
import { findEmbedderName } from "./embeddings/service";
import { deleteExpired } from "./responses/service";

export { complete, stream } from "./chat-completions/service";
export { createEmbeddings } from "./embeddings/service";
export {
  countInputTokens,
  createResponse,
  deleteResponse,
  getResponse,
  listInputItems,
  streamResponse,
} from "./responses/service";
export { createTranscription } from "./transcriptions/service";

const present = ({ name, created, ownedBy }: NamedModel, type: "chat" | "embedding" = "chat") => ({
  id: name,
  object: "model" as const,
  created,
  owned_by: ownedBy,
  type,
});

export async function listModels(viewer: Viewer) {
  const [names, embedder] = await Promise.all([listNames(viewer), findEmbedderName()]);
  const data = names.map((name) => present(name));
  if (embedder) data.push(present(embedder, "embedding"));
  return { object: "list" as const, data };
}

/** @throws AppError not_found */
export async function getModel(viewer: Viewer, model: string) {
  const embedder = await findEmbedderName();
  return embedder?.name === model
    ? present(embedder, "embedding")
    : present(await resolveModelName(viewer, model));
}

export const sweep = deleteExpired;
