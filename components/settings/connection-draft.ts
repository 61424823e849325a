import type { z } from "zod";
import { parseHeaders } from "@/components/ui/parse-headers";
import type { ProviderKind } from "@/lib/llm/models/contract";
import type { ConnectionPreset } from "@/lib/llm/models/settings";
import type { ModelConnection, ModelConnectionInput } from "@/lib/llm/providers/contract";
import type { Translate } from "@/lib/platform/words/translate";

export type ModelConnectionItem = z.output<typeof ModelConnection>;
/** A stored connection, or a new one made from a preset. */
export type ConnectionTarget = {
  id: string;
  kind: ProviderKind;
  name: string | null;
  preset?: ConnectionPreset;
};
export type ConnectionDraft = {
  name: string;
  address: string;
  key: string;
  model: string;
  options: Record<string, string>;
  models: string;
  /** Null removes the stored ones, an empty text keeps them. */
  headers: string | null;
  /** Null keeps the stored proxy. */
  proxy: string | null;
  timeout: string;
  isEnabled: boolean;
};

export const toDraft = (
  { name, preset }: ConnectionTarget,
  stored?: ModelConnectionItem,
): ConnectionDraft => ({
  name: stored?.name ?? name ?? "",
  address: stored ? (stored.base_url ?? "") : (preset?.address ?? ""),
  key: "",
  model: stored?.model ?? "",
  options: stored?.options ?? {},
  models: stored?.models?.join("\n") ?? "",
  headers: "",
  proxy: null,
  timeout: stored?.timeout_seconds?.toString() ?? "",
  isEnabled: stored?.enabled ?? true,
});

const listLines = (text: string) => [...new Set(text.split("\n").map((line) => line.trim()))].filter(Boolean);

/**
 * Omits the key, the headers and the proxy unless they were entered, which keeps the stored ones.
 * @throws ApiError for malformed headers
 */
export function toConnectionInput(
  { kind }: ConnectionTarget,
  draft: ConnectionDraft,
  t: Translate<"headers">,
): z.input<typeof ModelConnectionInput> {
  const { name, address, key, model, options, headers, proxy, timeout, isEnabled } = draft;
  const models = listLines(draft.models);
  return {
    provider: kind.provider,
    name: name.trim() || null,
    base_url: address.trim() || null,
    ...(key.trim() && { api_key: key.trim() }),
    model: model.trim() || null,
    models: models.length > 0 ? models : null,
    options,
    ...(headers === null && { headers: null }),
    ...(headers?.trim() && { headers: parseHeaders(t, headers) }),
    ...(proxy !== null && { proxy: proxy.trim() || null }),
    timeout_seconds: timeout ? Number(timeout) : null,
    enabled: isEnabled,
  };
}
