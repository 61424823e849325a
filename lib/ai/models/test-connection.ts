import { choiceOf, PROVIDER_NAMES } from "./catalog";
import { findOllama, forgetOllama, ollamaOf } from "./connections";
import { modelError } from "./failures";
import { answeringFetch } from "./guarded-fetch";
import { listModels, streamReply, usualModel } from "./language";
import { type Connection, ModelError, type ModelSettings } from "./types";

const PATIENCE_SECONDS = 20;
const PROBE_SECONDS = 2;

/**
 * Asks a model of this connection for one word and stops it at the first.
 * `message` is a plain sentence; `models` are the names that can be chosen.
 */
export async function testConnection(
  connection: Connection,
  config: ModelSettings,
): Promise<{ ok: boolean; message: string; models: string[] }> {
  const { provider } = connection;
  if (provider === "ollama") forgetOllama(config, connection);
  const started = performance.now();
  let models: string[] = [];
  try {
    const model =
      provider === "ollama" ? await ollamaModel(connection, config) : await usualModel(connection);
    const choices = await listModels([connection], config);
    models = choices
      .filter((choice) => choice.provider === provider)
      .map(({ id }) => id.slice(provider.length + 1));
    const limits = {
      MODEL_FIRST_TOKEN_SECONDS: Math.min(PATIENCE_SECONDS, config.MODEL_FIRST_TOKEN_SECONDS),
    };
    const request = {
      instructions: "",
      messages: [{ role: "user" as const, text: "Reply with the single word: ready" }],
      signal: AbortSignal.timeout(2 * PATIENCE_SECONDS * 1000),
    };
    for await (const _ of streamReply(choiceOf(provider, model), [connection], request, {
      ...config,
      ...limits,
    }))
      break;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return { ok: true, message: `${model} answered in ${seconds} s.`, models };
  } catch (error) {
    const message =
      error instanceof ModelError ? error.message : `${PROVIDER_NAMES[provider]} could not be tried.`;
    return { ok: false, message, models };
  }
}

/** Why nobody was found there. */
async function whyNot(connection: Connection, config: ModelSettings): Promise<ModelError> {
  const at = ollamaOf(config, connection);
  const signal = AbortSignal.timeout(PROBE_SECONDS * 1000);
  try {
    await (await answeringFetch(at)(at.baseUrl ?? "", { signal })).body?.cancel();
    return new ModelError("garbage", "Ollama isn't running at this address.");
  } catch (error) {
    return modelError(error, PROVIDER_NAMES.ollama, false);
  }
}

async function ollamaModel(connection: Connection, config: ModelSettings): Promise<string> {
  if (connection.model) return connection.model;
  const found = await findOllama(config, connection);
  if (!found) throw await whyNot(connection, config);
  if (found.models[0]) return found.models[0];
  throw new ModelError(
    "not_configured",
    "Ollama runs, but has no chat model yet: pull one with `ollama pull`.",
  );
}
