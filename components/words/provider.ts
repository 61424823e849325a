import { useCallback } from "react";
import { PROVIDERS, type Provider } from "@/lib/ai/models/contract";
import { useWords } from "./words";

/**
 * What a provider of models is called, by its id or that of one of its models: `label` stands in settings, `name` beside a
 * model's name. Most have the name of a company; a server of one's own is called in the reader's language.
 */
export function useProviderNames(): (id: string) => { label: string; name: string } | undefined {
  const t = useWords("ui");
  return useCallback(
    (id) => {
      const provider = id.split(":", 1)[0]!;
      if (provider === "openai-compatible") return { label: t("compatibleServer"), name: t("modelServer") };
      return PROVIDERS[provider as Provider];
    },
    [t],
  );
}
