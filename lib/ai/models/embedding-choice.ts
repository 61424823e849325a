import { LRUCache } from "lru-cache";
import type { Config } from "@/lib/platform/config";
import { single } from "@/lib/platform/singleton";
import { parseId } from "./catalog";
import { environmentConnection, environmentConnections, reach } from "./connections";
import { PROVIDERS } from "./contract";
import { ProviderEmbedder } from "./embedding-provider";
import { builtinEmbedder, type Embedder } from "./embeddings";
import { localEmbedder } from "./local/embedder";
import { fetchInBackground, mayFetch } from "./local/fetching";
import { modelFolder } from "./local/folder";
import {
  isLocalId,
  LOCAL_EMBEDDING_MODELS,
  type LocalEmbeddingModel,
  localEmbeddingModel,
} from "./local/registry";
import { findOllama } from "./providers/ollama";
import { registry } from "./providers/registry";
import { ModelError } from "./types";

/** What a choice of embedders goes by, beside the environment. */
export type Given = {
  /** Ids of embedders, those that vectors are stored of, newest first. */
  used: string[];
  /** What the owner of the installation chose, the id of an embedder. */
  chosen?: string | null;
  /** Runs when a model was downloaded that is better than the one that was answered. */
  onReady?: () => Promise<void>;
};

/** An embedder, and the local model that takes its place as soon as it is downloaded. */
export type Choice = { embedder: Embedder; awaited?: LocalEmbeddingModel };

/**
 * The embedder of this installation: EMBEDDING_MODEL, else what its owner chose, else an embedding model of an Ollama that
 * answers, else the first local one, else the built-in one. What an Ollama has made vectors for (`used`) stays the choice
 * while that is away: to make all vectors anew each time it restarts would help nobody. A local model is downloaded when
 * it is first wanted; until it is there the built-in one stands in for it, unless vectors of it are stored already.
 * @throws ModelError `not_configured` when EMBEDDING_MODEL names what is not connected
 */
export async function chooseEmbedder(config: Config, given: Given): Promise<Choice> {
  const named = config.EMBEDDING_MODEL ?? given.chosen;
  if (named)
    return isLocalId(named) ? local(rowOf(named), given) : { embedder: embedderNamed(named, config) };
  const ollama = await findOllama(config);
  const served = ollama?.embedders.map((name) => `ollama:${name}`) ?? [];
  const before = given.used.filter((id) => id.startsWith("ollama:"));
  const chosen = ollama ? (before.find((id) => served.includes(id)) ?? served[0]) : before[0];
  if (chosen) return { embedder: embedderNamed(chosen, config) };
  return local(LOCAL_EMBEDDING_MODELS[0]!, given);
}

async function local(model: LocalEmbeddingModel, { used, onReady = async () => {} }: Given): Promise<Choice> {
  const embedder = localEmbedder(model);
  if ((await modelFolder(model)) !== "missing") return { embedder };
  fetchInBackground(model, onReady);
  const isAwaited = mayFetch();
  // Vectors of another model would replace those of this one, and be replaced themselves an hour later.
  if (used.includes(embedder.id)) return { embedder, awaited: isAwaited ? model : undefined };
  return { embedder: builtinEmbedder(), awaited: isAwaited ? model : undefined };
}

function rowOf(id: string): LocalEmbeddingModel {
  const model = localEmbeddingModel(id);
  if (model) return model;
  const known = LOCAL_EMBEDDING_MODELS.map(({ name }) => name).join(", ");
  throw new ModelError("not_configured", `EMBEDDING_MODEL names no local model: ${id}. There are: ${known}.`);
}

/** The embedder with this id, reached as the environment says. @throws ModelError `not_configured` */
export function embedderNamed(id: string, config: Config): Embedder {
  if (id === "builtin") return builtinEmbedder();
  if (isLocalId(id)) return localEmbedder(rowOf(id));
  const known = parseId(id);
  if (!known) throw new ModelError("not_configured", `EMBEDDING_MODEL names an unknown provider: ${id}.`);
  const { provider, model } = known;
  const connection =
    reach(provider, environmentConnections(config), config) ?? environmentConnection(provider, config);
  if (!connection) {
    const why = registry[provider].notInEnvironment ?? "its key is not in the environment";
    throw new ModelError("not_configured", `EMBEDDING_MODEL names ${PROVIDERS[provider].name}, but ${why}.`);
  }
  const made = single("embedders", () => new LRUCache<string, Embedder>({ max: 20 }));
  const key = JSON.stringify([id, connection.baseUrl, connection.apiKey]);
  const embedder = made.get(key) ?? new ProviderEmbedder(connection, model);
  made.set(key, embedder);
  return embedder;
}

/** Whether the embedder with this id knows English only. */
export const isEnglishOnly = (id: string): boolean =>
  id === "builtin" || localEmbeddingModel(id)?.languages === "english";
