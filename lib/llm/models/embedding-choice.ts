import { LRUCache } from "lru-cache";
import type { Config } from "@/lib/platform/config";
import { createOnce } from "@/lib/platform/once";
import { parseId } from "./catalog";
import { findConnection, findEnvironmentConnection, listEnvironmentConnections } from "./connections";
import { ProviderEmbedder } from "./embedding-provider";
import { type Embedder, getBuiltinEmbedder } from "./embeddings";
import { getLocalEmbedder } from "./local/embedder";
import { canDownload, fetchInBackground } from "./local/fetching";
import { findModelFolder } from "./local/folder";
import {
  findLocalEmbeddingModel,
  isLocalId,
  LOCAL_EMBEDDING_MODELS,
  type LocalEmbeddingModel,
} from "./local/registry";
import { findOllama } from "./providers/ollama";
import { registry } from "./providers/registry";
import { isProvider, PROVIDERS } from "./settings";
import { ModelError } from "./types";

export type EmbedderState = {
  used: string[];
  chosen?: string | null;
  onReady?: () => Promise<void>;
};

/** An embedder, and the local model that replaces it once it is downloaded. */
export type EmbedderChoice = { embedder: Embedder; awaited?: LocalEmbeddingModel };

/**
 * Selects the installation's embedder: EMBEDDING_MODEL, else the owner's choice, else an embedding model of a
 * reachable Ollama, else the first local model, else the built-in one. An Ollama model with stored vectors remains
 * selected while Ollama is down, since a restart must not recompute all vectors. A local model is downloaded on first
 * use. Until then the built-in model replaces it, unless vectors of the local model are already stored.
 * @throws ModelError `not_configured` when EMBEDDING_MODEL isn't connected
 */
export async function chooseEmbedder(config: Config, input: EmbedderState): Promise<EmbedderChoice> {
  const named = config.EMBEDDING_MODEL ?? input.chosen;
  if (named)
    return isLocalId(named)
      ? local(getLocalEmbeddingModel(named), input)
      : { embedder: getEmbedder(named, config) };
  const ollama = await findOllama(config);
  const served = ollama?.embedders.map((name) => `ollama:${name}`) ?? [];
  const before = input.used.filter((id) => id.startsWith("ollama:"));
  const chosen = ollama ? (before.find((id) => served.includes(id)) ?? served[0]) : before[0];
  if (chosen) return { embedder: getEmbedder(chosen, config) };
  return local(LOCAL_EMBEDDING_MODELS[0]!, input);
}

async function local(
  model: LocalEmbeddingModel,
  { used, onReady = async () => {} }: EmbedderState,
): Promise<EmbedderChoice> {
  const embedder = getLocalEmbedder(model);
  if ((await findModelFolder(model)) !== "missing") return { embedder };
  fetchInBackground(model, onReady);
  const isAwaited = canDownload();
  // Falling back to the built-in model would recompute all vectors now, and again after the download.
  if (used.includes(embedder.id)) return { embedder, awaited: isAwaited ? model : undefined };
  return { embedder: getBuiltinEmbedder(), awaited: isAwaited ? model : undefined };
}

function getLocalEmbeddingModel(id: string): LocalEmbeddingModel {
  const model = findLocalEmbeddingModel(id);
  if (model) return model;
  const known = LOCAL_EMBEDDING_MODELS.map(({ name }) => name).join(", ");
  throw new ModelError("not_configured", `EMBEDDING_MODEL names no local model: ${id}. There are: ${known}.`);
}

const embedders = createOnce(() => new LRUCache<string, Embedder>({ max: 20 }));

/**
 * Returns an embedder by id, connected as the environment defines.
 * @throws ModelError `not_configured`
 */
export function getEmbedder(id: string, config: Config): Embedder {
  if (id === "builtin") return getBuiltinEmbedder();
  if (isLocalId(id)) return getLocalEmbedder(getLocalEmbeddingModel(id));
  const { connection: provider = "", model = "" } = parseId(id) ?? {};
  if (!isProvider(provider))
    throw new ModelError("not_configured", `EMBEDDING_MODEL names an unknown provider: ${id}.`);
  const connection =
    findConnection(provider, listEnvironmentConnections(config), config) ??
    findEnvironmentConnection(provider, config);
  if (!connection) {
    const why = registry[provider].notInEnvironment ?? "its key is not in the environment";
    throw new ModelError("not_configured", `EMBEDDING_MODEL names ${PROVIDERS[provider].name}, but ${why}.`);
  }
  const key = JSON.stringify([id, connection.baseUrl, connection.apiKey]);
  const embedder = embedders().get(key) ?? new ProviderEmbedder(connection, model);
  embedders().set(key, embedder);
  return embedder;
}

export const isEnglishOnly = (id: string): boolean =>
  id === "builtin" || findLocalEmbeddingModel(id)?.languages === "english";
