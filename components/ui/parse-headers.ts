import { ApiError } from "@/lib/api/client";
import type { Translate } from "@/lib/platform/words/translate";

/**
 * Parses headers of the form `Name: value`, one per line.
 * @throws ApiError with a fault of `headers`
 */
export function parseHeaders(t: Translate<"headers">, text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(":");
    if (at < 1) {
      const msg = t("malformed", { line: line.trim().slice(0, 40) });
      throw new ApiError(422, msg, [{ loc: ["body", "headers"], msg, type: "value_error" }]);
    }
    headers[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return headers;
}
