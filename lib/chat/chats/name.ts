import { toPlainName } from "@/lib/platform/names";

/** What a chat is called after its first message; empty when that has nothing to show. */
export function nameFrom(message: string): string {
  const [line = ""] = toPlainName(message).trim().split("\n");
  return line
    .replace(/[#*_`>[\]]/g, "")
    .trim()
    .slice(0, 60)
    .toWellFormed();
}
