import { toPlainName } from "@/lib/platform/plain-name";

export function nameFrom(message: string): string {
  const [line = ""] = toPlainName(message).trim().split("\n");
  return line
    .replace(/[#*_`>[\]]/g, "")
    .trim()
    .slice(0, 60)
    .toWellFormed();
}
