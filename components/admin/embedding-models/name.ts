import { useProviderNames } from "@/components/i18n/provider";
import { useTranslations } from "@/components/i18n/words";

const LOCAL = "local:";

/** Returns the display name of an embedding model id: `builtin`, `local:model` or `provider:model`. */
export function useEmbeddingName(): (id: string) => string {
  const t = useTranslations("embeddingModels");
  const getProvider = useProviderNames();
  return (id) => {
    if (id === "builtin") return t("builtin");
    if (id.startsWith(LOCAL)) return t("local", { model: id.slice(LOCAL.length) });
    const provider = getProvider(id)?.name;
    return provider ? t("ofProvider", { model: id.slice(id.indexOf(":") + 1), provider }) : id;
  };
}
