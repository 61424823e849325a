import { toPlainName } from "@/lib/platform/names";

export function nameFrom(message: string): string {
  const [line = ""] = toPlainName(message).trim().split("\n");
  return line
    .replace(/[#*_`>[\]]/g, "")
    .trim()
    .slice(0, 60)
    .toWellFormed();
}
