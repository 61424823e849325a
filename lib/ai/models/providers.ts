import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { OPENAI_ADDRESS, PROVIDER_NAMES } from "./catalog";
import { ollamaRoot } from "./connections";
import { streamingFetch } from "./guarded-fetch";
import { type Connection, ModelError } from "./types";

/** The SDK writes notes about unknown models to the console; they help nobody who reads our logs. */
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** Some providers have the model in the path: a name must not make another one of it. */
const NO_NAME = /[\p{C}\\?#%]|(^|\/)\.{1,2}(\/|$)/u;

type Models = (model: string) => LanguageModelV4;

const LARGEST_CACHE = 200;
const made = new Map<string, LanguageModelV4>();

/**
 * The SDK's model for a connection. Each is made once: it keeps nothing of a
 * call, and making one builds the schemas that its answers are read with.
 * @throws ModelError `not_configured` when the connection lacks its key or address, or no model can have this name
 */
export function sdkModel(connection: Connection, model: string): LanguageModelV4 {
  const { provider, apiKey, baseUrl, allowsPrivate } = connection;
  const key = JSON.stringify([provider, apiKey, baseUrl, allowsPrivate, model]);
  const known = made.get(key);
  if (known) return known;
  if (NO_NAME.test(model)) throw new ModelError("not_configured", "This isn't a valid model name.");
  const making = modelsOf(connection)(model);
  if (made.size >= LARGEST_CACHE) made.clear();
  made.set(key, making);
  return making;
}

// Addresses are always given: left out, the SDK takes them from the
// environment, and a group's key would go to the installation's server.
function modelsOf(connection: Connection): Models {
  const { provider, apiKey, baseUrl } = connection;
  const fetch = streamingFetch(connection);
  switch (provider) {
    case "openai":
      if (baseUrl) return compatible(baseUrl);
      return createOpenAI({ apiKey: needed(apiKey), baseURL: OPENAI_ADDRESS, fetch });
    case "anthropic":
      return createAnthropic({
        apiKey: needed(apiKey),
        baseURL: baseUrl ?? "https://api.anthropic.com/v1",
        fetch,
      });
    case "google": {
      const baseURL = baseUrl ?? "https://generativelanguage.googleapis.com/v1beta";
      return createGoogle({ apiKey: needed(apiKey), baseURL, fetch });
    }
    case "openai-compatible":
      if (!baseUrl)
        throw new ModelError("not_configured", "The model server has no address yet: Settings → Models.");
      return compatible(baseUrl);
    case "ollama":
      return compatible(`${ollamaRoot(baseUrl ?? "")}/v1`);
  }
  function needed(value: string | undefined): string {
    if (value) return value;
    throw new ModelError("not_configured", `${PROVIDER_NAMES[provider]} has no key yet: Settings → Models.`);
  }
  function compatible(baseURL: string): Models {
    return createOpenAICompatible({ name: provider, baseURL, apiKey, includeUsage: true, fetch });
  }
}
