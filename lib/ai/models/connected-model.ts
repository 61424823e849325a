import { LRUCache } from "lru-cache";
import { registry, whoOf } from "./providers/registry";
import { type Connection, type LanguageModel, ModelError } from "./types";

/** Some providers have the model in the path: a name must not make another one of it. */
const NO_NAME = /[\p{C}\\?#%]|(^|\/)\.{1,2}(\/|$)/u;

const made = new LRUCache<string, LanguageModel>({ max: 200 });

/**
 * The language model of a connection. Each is made once: it keeps nothing of a
 * call, and making one of the SDK's builds the schemas that its answers are read with.
 * @throws ModelError `not_configured` when the connection lacks its key or address, or no model can have this name
 */
export function connectedModel(connection: Connection, model: string): LanguageModel {
  const { provider, apiKey, baseUrl, allowsPrivate } = connection;
  const key = JSON.stringify([provider, apiKey, baseUrl, allowsPrivate, model]);
  const known = made.get(key);
  if (known) return known;
  if (NO_NAME.test(model)) throw new ModelError("not_configured", "This isn't a valid model name.");
  const lacking = lackOf(connection);
  if (lacking)
    throw new ModelError("not_configured", `${whoOf(provider)} has no ${lacking} yet: Settings → Models.`);
  const making = registry[provider].languageModel(connection, model);
  made.set(key, making);
  return making;
}

/**
 * What a connection lacks of what its provider needs. Without this, an SDK would take a missing key from
 * the environment, and a group's models would be asked at the installation's cost.
 */
export function lackOf({ provider, apiKey, baseUrl }: Connection): "key" | "address" | undefined {
  const { form } = registry[provider];
  if (form.key === "needed" && !apiKey) return "key";
  if (form.address === "needed" && !baseUrl) return "address";
  return undefined;
}
