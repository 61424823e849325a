import { useCallback } from "react";
import { PROVIDERS, type Provider } from "@/lib/llm/models/settings";
import { useTranslations } from "./words";

/**
 * Returns a function that looks up a provider's names by its id or the id of one of its models: `label` for settings,
 * `name` for use beside a model. Most are company names; self-hosted servers have translated names.
 */
export function useProviderNames(): (id: string) => { label: string; name: string } | undefined {
  const t = useTranslations("ui");
  return useCallback(
    (id) => {
      const provider = id.split(":", 1)[0]!;
      if (provider === "openai-compatible") return { label: t("compatibleServer"), name: t("modelServer") };
      return PROVIDERS[provider as Provider];
    },
    [t],
  );
}
