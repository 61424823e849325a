import { uploadLimits as usual } from "@/lib/api/upload-limits";
import { numberFormat, type Translate } from "@/lib/platform/words/translate";

const MB = 1024 * 1024;
type FileLimits = { file_mb: number; request_mb: number; files: number; types: string[] };
export const usualLimits: FileLimits = {
  file_mb: usual.fileMb,
  request_mb: usual.requestMb,
  files: usual.files,
  types: [],
};

const getExtension = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();

export function filterFittingFiles(
  t: Translate<"composerFiles">,
  chosen: File[],
  limits: FileLimits = usualLimits,
): { files: File[]; refusal?: string } {
  const files: File[] = [];
  let refusal: string | undefined;
  for (const file of chosen) {
    const why = whyNot(t, file, files, limits);
    if (why) refusal ??= why;
    else files.push(file);
  }
  return { files, refusal };
}

function whyNot(
  t: Translate<"composerFiles">,
  file: File,
  beside: File[],
  limits: FileLimits,
): string | undefined {
  const megabytes = (mb: number) => numberFormat(t.locale, { style: "unit", unit: "megabyte" }).format(mb);
  const ending = getExtension(file.name);
  if (file.size === 0) return t("isEmpty", { name: file.name });
  if (limits.types.length > 0 && !(ending && limits.types.includes(ending)))
    return t("wrongType", { name: file.name });
  if (file.size > limits.file_mb * MB)
    return t("tooLarge", { name: file.name, size: megabytes(limits.file_mb) });
  if (beside.length >= limits.files) return t("tooMany", { count: limits.files });
  const together = beside.reduce((sum, { size }) => sum + size, file.size);
  if (together > limits.request_mb * MB) return t("tooLargeTogether", { size: megabytes(limits.request_mb) });
  return undefined;
}
