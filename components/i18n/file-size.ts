import { numberFormat } from "@/lib/platform/words/translate";

const megabytes = (locale: string) =>
  numberFormat(locale, {
    style: "unit",
    unit: "megabyte",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

export const formatFileSize = (bytes: number, locale: string): string =>
  bytes < 1024 * 1024
    ? numberFormat(locale, { style: "unit", unit: "kilobyte" }).format(Math.max(1, Math.round(bytes / 1024)))
    : megabytes(locale).format(bytes / 1024 / 1024);
