import { LRUCache } from "lru-cache";
import { getProviderSubject, registry } from "./providers/registry";
import { type Connection, type LanguageModel, ModelError } from "./types";

// Rejects names that would change the path, since some providers put the model into the URL.
const NO_NAME = /[\p{C}\\?#%]|(^|\/)\.{1,2}(\/|$)/u;

const made = new LRUCache<string, LanguageModel>({ max: 200 });

/**
 * Returns the language model of a connection. Caches models, because they are stateless and the SDK builds schemas for
 * each new one.
 * @throws ModelError `not_configured` when the connection lacks its key or address, or the model's name is invalid
 */
export function getConnectedModel(connection: Connection, model: string): LanguageModel {
  const { provider, apiKey, baseUrl, allowsPrivate, headers, options, proxy } = connection;
  const key = JSON.stringify([provider, apiKey, baseUrl, allowsPrivate, headers, options, proxy, model]);
  const known = made.get(key);
  if (known) return known;
  if (NO_NAME.test(model)) throw new ModelError("not_configured", "This isn't a valid model name.");
  const lacking = findMissingField(connection);
  if (lacking)
    throw new ModelError(
      "not_configured",
      `${connection.name ?? getProviderSubject(provider)} has no ${lacking} yet: Settings → Models.`,
    );
  const making = registry[provider].languageModel(connection, model);
  made.set(key, making);
  return making;
}

/**
 * Returns the required setting that a connection lacks. Without this check, an SDK would read a missing key from the
 * environment and bill the installation for a group's models.
 */
export function findMissingField({ provider, apiKey, baseUrl, options }: Connection): string | undefined {
  const { form } = registry[provider];
  if (form.key === "needed" && !apiKey) return "key";
  if (form.address === "needed" && !baseUrl) return "address";
  return form.options?.find(({ name, isNeeded }) => isNeeded && !options?.[name])?.name.replaceAll("_", " ");
}
