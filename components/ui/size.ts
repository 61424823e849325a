import { numberFormat } from "@/lib/platform/words/translate";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
/** Returns, for example, "3.4 MB", where 1 MB is 1,048,576 bytes. */
export function formatBytes(locale: string, bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return numberFormat(locale, {
    style: "unit",
    unit: UNITS[step],
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** step);
}
