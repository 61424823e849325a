const MAX_CHARACTERS = 600;
const MAX_JSON_CHARACTERS = 100_000;
const MAX_DEPTH = 4;

const SECRETS: [RegExp, string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi, "[address]"],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "[address]"],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, "$1 [secret]"],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, "[secret]"],
  [/\b(AKIA|ASIA|AIza|ya29\.|gh[oprsu]_|hf_|glpat-|xox[a-z]-|plt_)[\w.-]+/g, "[secret]"],
  [/\b(sk|pk|rk|gsk|xai|nvapi|fw|r8|pplx|api|key|org|proj|acct)[-_][\w.*-]{6,}/gi, "[secret]"],
  [/\b((?:secret|password|passwd)["']?\s*[:=]\s*)\S+/gi, "$1[secret]"],
  [/\b((?:(?:key|credentials?)["']?(?:\s+\w+)?|token["']?)\s*[:=]\s*)(?=\S*\d|\S{12})\S+/gi, "$1[secret]"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, "[address]"],
  [/(?<![\w:.])[0-9a-f:]*:[0-9a-f]*:[0-9a-f:.]*(?![\w:])/gi, "[address]"],
  [
    /\b(?:localhost|[\w-]+(?:\.[\w-]+)*\.(?:internal|intranet|local|localdomain|lan|corp|home|svc|test))\b(?::\d+)?/gi,
    "[address]",
  ],
  [/\b[a-z][\w-]*(?:\.[\w-]+)*:\d{2,5}\b/gi, "[address]"],
  [
    /(?<![\w.])\/(?:app|data|etc|home|mnt|opt|root|run|srv|tmp|usr|var|Users|workspace)\/[^\s"',;:)\]]*/g,
    "[path]",
  ],
  [/\b[A-Z]:\\[^\s"',;)\]]*/g, "[path]"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "[id]"],
  [/\b(?=[A-Za-z0-9+/=]*\d)(?=[A-Za-z0-9+/=]*[A-Za-z])[A-Za-z0-9+/=]{24,}/g, "[secret]"],
];

/**
 * Extracts a provider's explanation of a refusal for API clients, without keys, URLs, paths and account names.
 * Returns undefined when there is no sentence.
 * @param answer the response body, or the error in a stream
 */
export function findExplanation(answer: unknown): string | undefined {
  const sentence = sentenceIn(typeof answer === "string" ? parsed(answer) : answer, 0);
  if (sentence === undefined) return undefined;
  const plain = sentence
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  const cleaned = SECRETS.reduce(
    (text, [secret, instead]) => text.replace(secret, instead),
    plain.slice(0, 4 * MAX_CHARACTERS),
  );
  if (!/\p{L}{2}/u.test(cleaned)) return undefined;
  return cleaned.length > MAX_CHARACTERS
    ? `${cleaned.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…`
    : cleaned;
}

function parsed(text: string): unknown {
  if (text.length > MAX_JSON_CHARACTERS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return /^\s*[<{[]/.test(text) ? undefined : text;
  }
}

// Searches the places where servers put messages. Gateways may add the upstream's message to their own; prefers the
// upstream's.
function sentenceIn(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return sentenceIn(value[0], depth + 1);
  const { error, errors, message, detail, metadata, msg } = value as Record<string, unknown>;
  const raw = (metadata as { raw?: unknown } | null | undefined)?.raw;
  const behind = typeof raw === "string" ? sentenceIn(parsed(raw), depth + 1) : undefined;
  if (behind !== undefined) return behind;
  for (const place of [error, message, detail, errors, msg]) {
    const sentence = sentenceIn(place, depth + 1);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}
