import { DEFAULT_OLLAMA_ADDRESS } from "@/lib/platform/config/sections/models";
import { createUnreachableError } from "@/lib/platform/egress/errors";
import { createCompatibleModel } from "../chat-completions/model";
import { detectReaderKind } from "../chat-models";
import { describeModelError } from "../failures";
import { createAnsweringFetch } from "../guarded-fetch";
import { createOllamaModel } from "../ollama-chat";
import { downloadOllamaModel } from "../ollama-download";
import { deleteCached, getCached } from "../response-cache";
import { askJson } from "../server-models";
import { PROVIDERS } from "../settings";
import { type Connection, type ModelCapabilities, ModelError, type ModelSettings } from "../types";
import { createCompatibleEmbeddingModel } from "./compatible";
import type { ProviderDefinition } from "./definition";
import { hasVisionByName } from "./vision-by-name";

const PROBE_SECONDS = 0.3;
const REMEMBERED_SECONDS = 30;
const LONG_PROBE_SECONDS = 2;
const CAPABILITIES_SECONDS = 1;
const CAPABILITIES_REMEMBERED_SECONDS = 600;

export const ollama: ProviderDefinition = {
  form: {
    key: "none",
    address: "optional",
    addressExample: "http://localhost:11434",
    options: [{ name: "context_size", pattern: "[1-9]\\d{2,6}", example: "32768" }],
  },
  discovery: {
    reach: reachOllama,
    answers: async (config) => (await findOllama(config)) !== null,
    isExpected: (config) => config.OLLAMA_BASE_URL !== DEFAULT_OLLAMA_ADDRESS,
  },
  listModels: async (connection, config) => (await findOllama(config, connection))?.models ?? [],
  listError: async (connection, config) =>
    (await findOllama(config, connection)) === null ? createUnreachableError() : undefined,
  usualModel: async (connection, config) => (await findOllama(config, connection))?.models[0],
  modelToTry,
  sees: hasVisionByName,
  readCapabilities: (connection, config, model) => readCapabilities(reachOllama(config, connection), model),
  contextLengths: async (connection, config) => {
    const size = getContextSize(connection);
    const found = size ? await findOllama(config, connection) : null;
    return new Map(found?.models.map((model) => [model, size!]));
  },
  languageModel(connection, model) {
    const size = getContextSize(connection);
    return size
      ? createOllamaModel(connection, getRootUrl(connection), model, size)
      : createCompatibleModel(connection, getOpenAiUrl(connection), model);
  },
  async *downloadModel(connection, config, model, signal) {
    const at = reachOllama(config, connection);
    yield* downloadOllamaModel(at, getRootUrl(at), model, signal);
    deleteCached(toCacheKey(at));
  },
  embeddingModel: (connection, model) =>
    createCompatibleEmbeddingModel(connection, getOpenAiUrl(connection), model),
};

type Ollama = { baseUrl: string; models: string[]; embedders: string[] };

type OllamaSettings = Pick<ModelSettings, "OLLAMA_BASE_URL">;

function reachOllama(config: OllamaSettings, own?: Connection): Connection {
  if (own?.baseUrl) return own;
  return { ...own, provider: "ollama", baseUrl: config.OLLAMA_BASE_URL, allowsPrivate: true };
}

/**
 * Probes Ollama at the address of `own` or OLLAMA_BASE_URL for at most 300 ms. Caches a success for 30 seconds and a
 * failure for five. Returns null if Ollama is unreachable.
 */
export function findOllama(config: OllamaSettings, own?: Connection): Promise<Ollama | null> {
  const at = reachOllama(config, own);
  return getCached(
    toCacheKey(at),
    REMEMBERED_SECONDS,
    () => probe(at),
    (found) => found === null,
  );
}

// Returns the cache key. It contains the permission for private addresses, so that a connection never learns what it
// may not request itself.
const toCacheKey = (connection: Connection) => {
  const { allowsPrivate, headers, proxy } = connection;
  return JSON.stringify(["ollama", getRootUrl(connection), allowsPrivate, headers, proxy]);
};

const getRootUrl = ({ baseUrl = "" }: Connection) => baseUrl.replace(/\/+$/, "").replace(/\/(v1|api)$/, "");

const getContextSize = ({ options }: Connection) => Number(options?.context_size) || undefined;

const getOpenAiUrl = (connection: Connection) => `${getRootUrl(connection)}/v1`;

async function probe(connection: Connection): Promise<Ollama | null> {
  const baseUrl = getRootUrl(connection);
  const url = `${baseUrl}/api/tags`;
  const answer = (await askJson(connection, url, {}, PROBE_SECONDS)) as { models?: unknown } | null;
  if (!Array.isArray(answer?.models)) return null;
  const listed = answer.models.flatMap(
    (model: { name?: unknown; details?: { family?: unknown } | null } | null) =>
      typeof model?.name === "string"
        ? [{ name: model.name, reads: detectReaderKind(model.name, model.details?.family) }]
        : [],
  );
  const named = (kind: ReturnType<typeof detectReaderKind>) =>
    listed.flatMap(({ name, reads }) => (reads === kind ? [name] : []));
  return { baseUrl, models: named(undefined), embedders: named("embeds") };
}

// https://docs.ollama.com/api-reference/show-model-details. Servers before 0.6.4 have no capabilities.
const readCapabilities = (at: Connection, model: string): Promise<ModelCapabilities | undefined> =>
  getCached(
    `${toCacheKey(at)} ${model}`,
    CAPABILITIES_REMEMBERED_SECONDS,
    async () => {
      const url = `${getRootUrl(at)}/api/show`;
      const answer = await askJson(at, url, {}, CAPABILITIES_SECONDS, { model });
      const listed = (answer as { capabilities?: unknown } | null)?.capabilities;
      if (!Array.isArray(listed)) return undefined;
      return {
        sees: listed.includes("vision"),
        callsTools: listed.includes("tools"),
        reasons: listed.includes("thinking"),
      };
    },
    (found) => found === undefined,
  );

async function modelToTry(connection: Connection, config: ModelSettings): Promise<string> {
  const at = reachOllama(config, connection);
  deleteCached(toCacheKey(at));
  if (connection.model) return connection.model;
  const found = await findOllama(config, connection);
  if (!found) throw await whyNot(at);
  if (found.models[0]) return found.models[0];
  throw new ModelError(
    "not_configured",
    "Ollama runs, but has no chat model yet: pull one with `ollama pull`.",
  );
}

async function whyNot(at: Connection): Promise<ModelError> {
  const signal = AbortSignal.timeout(LONG_PROBE_SECONDS * 1000);
  try {
    await (await createAnsweringFetch(at)(at.baseUrl ?? "", { signal })).body?.cancel();
    return new ModelError("garbage", "Ollama isn't running at this address.");
  } catch (error) {
    return describeModelError(error, PROVIDERS.ollama.name, false);
  }
}
