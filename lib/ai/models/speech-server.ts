import type { Config } from "@/lib/platform/config";
import { parseId } from "./catalog";
import { environmentConnection } from "./connections";
import { PROVIDERS } from "./contract";
import { registry } from "./providers/registry";
import { type Connection, ModelError } from "./types";

/** A speech model and where it is: it listens or speaks below the addresses that OpenAI has for that. */
export type SpeechServer = {
  connection: Connection;
  model: string;
  /** Without a slash at its end. */
  address: string;
  /** What sentences about its answers begin with. */
  who: string;
};

/**
 * The speech model that a setting names, reached as one of these connections says.
 * @param cannot What a person hears that cannot be done without it
 * @throws ModelError `not_configured` when it names none, or one that is not connected
 */
export function speechServer(
  setting: "TRANSCRIPTION_MODEL" | "SPEECH_MODEL",
  cannot: string,
  config: Partial<Config>,
  connections: Connection[],
): SpeechServer {
  const missing = (why: string) => new ModelError("not_configured", `${cannot}: ${why}.`);
  const name = config[setting];
  if (!name) throw missing(`${setting} is not set`);
  const { provider, model } = parseId(name) ?? {};
  if (!provider || !model || !registry[provider].speech)
    throw missing(`${setting} names no provider of speech models`);
  const connection =
    connections.find((each) => each.provider === provider) ?? environmentConnection(provider, config);
  const speech = connection && registry[connection.provider].speech;
  const isReached = connection?.baseUrl || (speech?.address && connection?.apiKey);
  if (!speech || !isReached) throw missing(`${PROVIDERS[provider].name} is not connected`);
  const address = (connection.baseUrl ?? speech.address ?? "").replace(/\/+$/, "");
  return { connection, model, address, who: speech.who };
}
