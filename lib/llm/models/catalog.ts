import { registry } from "./providers/registry";
import { PROVIDERS, type Provider } from "./settings";
import type { ModelChoice } from "./types";

export const BUILTIN: ModelChoice = {
  id: "builtin",
  label: "Document finder (no language model)",
  provider: "builtin",
  builtin: true,
  sees: false,
};

export const toModelChoice = (provider: Provider, model: string): ModelChoice => ({
  id: `${provider}:${model}`,
  label: `${model} (${PROVIDERS[provider].name})`,
  provider,
  builtin: false,
  sees: registry[provider].sees(model),
});

export function parseId(id: string): { provider: Provider; model: string } | null {
  const at = id.indexOf(":");
  const provider = id.slice(0, at);
  return at > 0 && Object.hasOwn(PROVIDERS, provider) && id.length > at + 1
    ? { provider: provider as Provider, model: id.slice(at + 1) }
    : null;
}
