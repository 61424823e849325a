import { jsonLimits } from "@/lib/api/contract";
import { CHARACTERS_PER_TOKEN } from "@/lib/llm/usage/service";
import { AppError } from "@/lib/platform/errors";

const TOKENS_OF_PICTURE = 1_000;
const MAX_TEXT_CHARACTERS = jsonLimits.chat;
const MAX_TEXT_MB = MAX_TEXT_CHARACTERS / 1024 / 1024;

function textIn(sent: unknown): { text: string; pictures: number } {
  let pictures = 0;
  const text = JSON.stringify(sent ?? null, function (this: { type?: unknown }, key, value) {
    if (!isPicture(this, key, value)) return value;
    pictures += 1;
    return "";
  });
  return { text, pictures };
}

const isPicture = (inside: { type?: unknown }, key: string, value: unknown): boolean =>
  typeof value === "string" &&
  (/^data:image\//i.test(value) ||
    (key === "data" && inside.type === "base64") ||
    (key === "url" && inside.type === "url"));

export function estimateTokens(sent: unknown): number {
  const { text, pictures } = textIn(sent);
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN) + pictures * TOKENS_OF_PICTURE;
}

/**
 * Limits the text of a request. Only images may exceed this size.
 * @throws AppError too_large
 */
export function requireShortText(sent: unknown): void {
  if (textIn(sent).text.length <= MAX_TEXT_CHARACTERS) return;
  throw new AppError("too_large", `Beside its pictures a request can have ${MAX_TEXT_MB} MB.`);
}
