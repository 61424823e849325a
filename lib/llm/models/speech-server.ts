import type { Config } from "@/lib/platform/config";
import { getConnectionId, parseId } from "./catalog";
import { findEnvironmentConnection } from "./connections";
import { registry } from "./providers/registry";
import { isProvider, PROVIDERS } from "./settings";
import { type Connection, ModelError } from "./types";

export type SpeechServer = {
  connection: Connection;
  model: string;
  address: string;
  who: string;
};

/**
 * Returns the speech model that a setting names, with its connection from `connections` or the environment.
 * @param cannot beginning of the error message when the model is unavailable
 * @throws ModelError `not_configured` when the setting is empty or its provider isn't connected
 */
export function getSpeechServer(
  setting: "TRANSCRIPTION_MODEL" | "SPEECH_MODEL",
  cannot: string,
  config: Partial<Config>,
  connections: Connection[],
): SpeechServer {
  const missing = (why: string) => new ModelError("not_configured", `${cannot}: ${why}.`);
  const name = config[setting];
  if (!name) throw missing(`${setting} is not set`);
  const { connection: provider = "", model } = parseId(name) ?? {};
  if (!isProvider(provider) || !model || !registry[provider].speech)
    throw missing(`${setting} names no provider of speech models`);
  const connection =
    connections.find((each) => getConnectionId(each) === provider) ??
    findEnvironmentConnection(provider, config);
  const speech = connection && registry[connection.provider].speech;
  const isReached = connection?.baseUrl || (speech?.address && connection?.apiKey);
  if (!speech || !isReached) throw missing(`${PROVIDERS[provider].name} is not connected`);
  const address = (connection.baseUrl ?? speech.address ?? "").replace(/\/+$/, "");
  return { connection, model, address, who: speech.who };
}
