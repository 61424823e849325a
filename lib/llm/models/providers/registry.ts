import type { ProviderKind } from "../contract";
import { PROVIDER_IDS, PROVIDERS, type Provider } from "../settings";
import { anthropic } from "./anthropic";
import { azure } from "./azure";
import { bedrock } from "./bedrock";
import type { ProviderDefinition } from "./definition";
import { google } from "./google";
import { ollama } from "./ollama";
import { openai } from "./openai";
import { openaiCompatible } from "./openai-compatible";
import { vertex } from "./vertex";

export const registry: Record<Provider, ProviderDefinition> = {
  openai,
  anthropic,
  google,
  azure,
  bedrock,
  vertex,
  "openai-compatible": openaiCompatible,
  ollama,
};

export const getProviderSubject = (provider: Provider): string =>
  registry[provider].who ?? PROVIDERS[provider].name;

export const providerKinds: ProviderKind[] = PROVIDER_IDS.map((provider) => ({
  provider,
  label: PROVIDERS[provider].label,
  ...registry[provider].form,
}));
