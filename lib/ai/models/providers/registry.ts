import { PROVIDER_IDS, PROVIDERS, type Provider, type ProviderKind } from "../contract";
import { anthropic } from "./anthropic";
import type { ProviderDefinition } from "./definition";
import { google } from "./google";
import { ollama } from "./ollama";
import { openai } from "./openai";
import { openaiCompatible } from "./openai-compatible";

/** What there is to know of each provider. */
export const registry: Record<Provider, ProviderDefinition> = {
  openai,
  anthropic,
  google,
  "openai-compatible": openaiCompatible,
  ollama,
};

/** What sentences about a provider's replies begin with. */
export const whoOf = (provider: Provider): string => registry[provider].who ?? PROVIDERS[provider].name;

/** How each provider is connected, as Settings → Models shows it. */
export const providerKinds: ProviderKind[] = PROVIDER_IDS.map((provider) => ({
  provider,
  label: PROVIDERS[provider].label,
  ...registry[provider].form,
}));
