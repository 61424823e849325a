import { seal, unseal } from "@/lib/platform/crypto/seal";
import type { ServerRow } from "./queries";

export type Headers = Record<string, string>;

/** Headers as they are stored. */
export const sealed = (headers: Headers): string | null =>
  Object.keys(headers).length === 0 ? null : seal("tool headers", JSON.stringify(headers));

/** What a server wants to see; undefined when it cannot be read any more (`unseal`). */
export function headersOf({ encryptedHeaders }: Pick<ServerRow, "encryptedHeaders">): Headers | undefined {
  if (encryptedHeaders === null) return {};
  const text = unseal("tool headers", encryptedHeaders);
  return text === undefined ? undefined : (JSON.parse(text) as Headers);
}
