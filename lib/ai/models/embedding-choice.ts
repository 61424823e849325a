import { LRUCache } from "lru-cache";
import type { Config } from "@/lib/platform/config";
import { single } from "@/lib/platform/singleton";
import { parseId } from "./catalog";
import { environmentConnection, environmentConnections, reach } from "./connections";
import { PROVIDERS } from "./contract";
import { ProviderEmbedder } from "./embedding-provider";
import { builtinEmbedder, type Embedder } from "./embeddings";
import { findOllama } from "./providers/ollama";
import { registry } from "./providers/registry";
import { ModelError } from "./types";

/**
 * The embedder of this installation: EMBEDDING_MODEL, else an embedding model
 * of an Ollama that answers, else the built-in one. What an Ollama has made
 * vectors for (`used`) stays the choice while that is away: to make all
 * vectors anew each time it restarts would help nobody.
 * @param used ids of embedders, those that vectors are stored of, newest first
 * @throws ModelError `not_configured` when EMBEDDING_MODEL names what is not connected
 */
export async function chooseEmbedder(config: Config, used: string[]): Promise<Embedder> {
  if (config.EMBEDDING_MODEL) return embedderNamed(config.EMBEDDING_MODEL, config);
  const ollama = await findOllama(config);
  const served = ollama?.embedders.map((name) => `ollama:${name}`) ?? [];
  const before = used.filter((id) => id.startsWith("ollama:"));
  const chosen = ollama ? (before.find((id) => served.includes(id)) ?? served[0]) : before[0];
  return chosen ? embedderNamed(chosen, config) : builtinEmbedder();
}

/** The embedder with this id, reached as the environment says. @throws ModelError `not_configured` */
export function embedderNamed(id: string, config: Config): Embedder {
  if (id === "builtin") return builtinEmbedder();
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
