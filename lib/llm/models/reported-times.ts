import { toStorableText } from "./timed-text";

/** A segment or word of a speech server's response, with all of its plain fields. */
export type ReportedSpan = { start: number; end: number } & Record<string, ToldValue>;
type ToldValue = string | number | boolean | number[];
/** Fields of a speech server's response besides the text. Times are in seconds from the start of the audio sent. */
export type ReportedTimes = { language?: string; segments: ReportedSpan[]; words: ReportedSpan[] };

const MAX_STRETCHES = 200_000;
const MAX_FIELDS = 20;
const MAX_NUMBERS = 500;
const MAX_LANGUAGE_CHARACTERS = 40;

export function parseReportedTimes({ language, segments, words }: Record<string, unknown>): ReportedTimes {
  return {
    ...(typeof language === "string" &&
      language !== "" && { language: toStorableText(language).slice(0, MAX_LANGUAGE_CHARACTERS) }),
    segments: parseSpans(segments),
    words: parseSpans(words),
  };
}

function parseSpans(list: unknown): ReportedSpan[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_STRETCHES).flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return [];
    const fields = Object.entries(entry)
      .slice(0, MAX_FIELDS)
      .flatMap(([name, value]) => (isPlain(value) ? [[name, plain(value)]] : []));
    const stretch = Object.fromEntries(fields) as Partial<ReportedSpan>;
    return typeof stretch.start === "number" && typeof stretch.end === "number"
      ? [stretch as ReportedSpan]
      : [];
  });
}

const isPlain = (value: unknown): value is ToldValue =>
  typeof value === "string" ||
  typeof value === "boolean" ||
  Number.isFinite(value) ||
  (Array.isArray(value) && value.length <= MAX_NUMBERS && value.every((each) => Number.isFinite(each)));

const plain = (value: ToldValue): ToldValue => (typeof value === "string" ? toStorableText(value) : value);
