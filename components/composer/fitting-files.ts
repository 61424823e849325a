import { uploadLimits as usual } from "@/lib/api/contract";

const MB = 1024 * 1024;
type Limits = { file_mb: number; request_mb: number; files: number; types: string[] };
export const usualLimits: Limits = {
  file_mb: usual.fileMb,
  request_mb: usual.requestMb,
  files: usual.files,
  types: [],
};

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();

/** Files added to those that wait already; what cannot go stays out, with a sentence for the first of those. */
export function withFiles(
  waiting: File[],
  added: File[],
  limits: Limits = usualLimits,
): { files: File[]; refusal?: string } {
  const files = [...waiting];
  let refusal: string | undefined;
  for (const file of added) {
    const why = whyNot(file, files, limits);
    if (why) refusal ??= why;
    else files.push(file);
  }
  return { files, refusal };
}

function whyNot(file: File, beside: File[], limits: Limits): string | undefined {
  const ending = endingOf(file.name);
  if (file.size === 0) return `${file.name} is empty.`;
  if (limits.types.length > 0 && !(ending && limits.types.includes(ending)))
    return `${file.name} is not of a type that can be added.`;
  if (file.size > limits.file_mb * MB) return `${file.name} has more than ${limits.file_mb} MB.`;
  if (beside.length >= limits.files) return `A message takes ${limits.files} files at the most.`;
  const together = beside.reduce((sum, { size }) => sum + size, file.size);
  if (together > limits.request_mb * MB)
    return `The files of a message may have ${limits.request_mb} MB together.`;
  return undefined;
}
