import { seal, unseal } from "@/lib/platform/crypto/seal";
import type { ServerRow } from "./queries";

export type Headers = Record<string, string>;

export const encryptHeaders = (headers: Headers): string | null =>
  Object.keys(headers).length === 0 ? null : seal("tool headers", JSON.stringify(headers));

export function decryptHeaders({
  encryptedHeaders,
}: Pick<ServerRow, "encryptedHeaders">): Headers | undefined {
  if (encryptedHeaders === null) return {};
  const text = unseal("tool headers", encryptedHeaders);
  return text === undefined ? undefined : (JSON.parse(text) as Headers);
}
