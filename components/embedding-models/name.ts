import { useWords } from "@/components/words/words";
import { PROVIDERS } from "@/lib/ai/models/contract";

const LOCAL = "local:";

/** What an embedding model is called, by its id: `builtin`, `local:model` or `provider:model`. */
export function useEmbeddingName(): (id: string) => string {
  const t = useWords("embeddingModels");
  return (id) => {
    if (id === "builtin") return t("builtin");
    if (id.startsWith(LOCAL)) return t("local", { model: id.slice(LOCAL.length) });
    const provider = Object.entries(PROVIDERS).find(([key]) => id.startsWith(`${key}:`));
    if (!provider) return id;
    const [key, { name }] = provider;
    return t("ofProvider", { model: id.slice(key.length + 1), provider: name });
  };
}
