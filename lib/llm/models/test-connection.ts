import { getConnectionId, toModelChoice } from "./catalog";
import { getConnectedModel } from "./connected-model";
import { findConnection } from "./connections";
import { findModelOfConnection, listModels, streamReply } from "./language";
import { registry } from "./providers/registry";
import { clearRefusals } from "./refused-features";
import { PROVIDERS } from "./settings";
import { type Connection, ModelError, type ModelSettings } from "./types";

const PATIENCE_SECONDS = 20;

/**
 * Tests a connection by asking its model for one word and stopping after the first event.
 * `message` is a sentence for users; `models` are the names to choose from.
 */
export async function testConnection(
  connection: Connection,
  config: ModelSettings,
): Promise<{ ok: boolean; message: string; models: string[] }> {
  const { provider } = connection;
  const started = performance.now();
  let models: string[] = [];
  try {
    const { modelToTry = findModelOfConnection } = registry[provider];
    const model = (await modelToTry(connection, config)) ?? "";
    // Lists all models that the server offers, to choose the enabled ones from.
    const choices = await listModels([{ ...connection, models: undefined }], config);
    const id = getConnectionId(connection);
    models = choices
      .filter((choice) => choice.connection === id)
      .map((choice) => choice.id.slice(id.length + 1));
    const connected = findConnection(id, [connection], config);
    if (connected) clearRefusals(getConnectedModel(connected, model));
    const limits = {
      MODEL_FIRST_TOKEN_SECONDS: Math.min(PATIENCE_SECONDS, config.MODEL_FIRST_TOKEN_SECONDS),
    };
    const heard = new AbortController();
    const request = {
      instructions: "",
      messages: [{ role: "user" as const, text: "Reply with the single word: ready" }],
      signal: AbortSignal.any([heard.signal, AbortSignal.timeout(2 * PATIENCE_SECONDS * 1000)]),
    };
    const settings = { ...config, ...limits };
    const patient = { ...connection, timeoutSeconds: undefined };
    await streamReply(toModelChoice(connection, model), [patient], request, settings, () =>
      heard.abort(),
    ).catch((error: unknown) => {
      if (!heard.signal.aborted) throw error;
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return { ok: true, message: `${model} answered in ${seconds} s.`, models };
  } catch (error) {
    const message =
      error instanceof ModelError ? error.message : `${PROVIDERS[provider].name} could not be tried.`;
    return { ok: false, message, models };
  }
}
