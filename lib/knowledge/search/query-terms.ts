import {
  hasWords,
  listCommandOptions,
  listJoinedNames,
  toIndexedText,
  toStorableText,
} from "@/lib/llm/indexing/service";
import { buildCodeQuery, joinCode } from "./codes";

export type Terms = { wanted: Term[]; unwanted: Term[] };
export type Term = {
  text: string;
  /**
   * The kind of match: a phrase of consecutive words, a word in any form, the beginning of a word, or a case-sensitive
   * option of a program.
   */
  kind: "phrase" | "word" | "beginning" | "option";
  /** Other spellings of a code or a name, as a `tsquery`. */
  code?: string;
};

export const MAX_QUERY_LENGTH = 4_000;
const MAX_TERMS = 32;
// PostgreSQL refuses words of more than 2,046 bytes in a `tsquery`.
const MAX_CODE_LENGTH = 200;

/**
 * Parses a search into words, `"phrases"` and `-excluded` terms. Splits text without spaces, such as Chinese, into
 * pairs of characters like `lib/llm/indexing`. Never fails, because invalid syntax counts as words.
 */
export function parseTerms(query: string): Terms {
  const terms: Terms = { wanted: [], unwanted: [] };
  const text = toStorableText(query.slice(0, MAX_QUERY_LENGTH));
  for (const { 1: minus, 3: phrase, 4: word } of text.matchAll(PART)) {
    const list = minus ? terms.unwanted : terms.wanted;
    if (phrase !== undefined) list.push({ text: toIndexedText(phrase).trim(), kind: "phrase" });
    else list.push(...ofWord(word!, Boolean(minus)));
  }
  return { wanted: withCodes(distinct(terms.wanted)), unwanted: distinct(terms.unwanted) };
}

function withCodes(terms: Term[]): Term[] {
  const joined = terms.map((term, at) => {
    const next = terms[at + 1];
    return next && mayBeCode(term) && mayBeCode(next) ? joinCode(term.text, next.text) : undefined;
  });
  return terms.map((term, at) => {
    if (!mayBeCode(term)) return term;
    const names = listJoinedNames(term.text).map((name) => `'${name.toLowerCase()}'`);
    const ways = [buildCodeQuery(term.text), joined[at], joined[at - 1], ...names].filter(
      (way) => way !== undefined,
    );
    return ways.length === 0 ? term : { ...term, code: ways.join(" | ") };
  });
}

const mayBeCode = ({ kind, text }: Term) => kind === "word" && text.length <= MAX_CODE_LENGTH;

// A minus counts only at the beginning of a word: `follow-up` is one word, and `-k` and `-vvv` are options of a
// program.
const PART = /(?<=^|\s)(-(?!(?:(\p{L})\2+)(?:\s|$))(?=[\p{L}\p{N}]{2}|"))?(?:"([^"]*)"|([^\s]+))/gu;

const REPEATED_OPTION = /(?<=^|[^\p{L}\p{N}-])-(\p{L})\1+(?!\p{L})/gu;

function ofWord(word: string, isUnwanted: boolean): Term[] {
  const cut = toIndexedText(word);
  // An excluded term must occur as a whole.
  if (isUnwanted && cut !== word) return [{ text: cut.trim(), kind: "phrase" }];
  // The letter of an option is also searched as a word, because older index entries contain no options.
  const options = listCommandOptions(word.replace(REPEATED_OPTION, "-$1")).map((text) => ({
    text,
    kind: "option" as const,
  }));
  const words = cut.split(/\s+/).flatMap((text): Term[] => {
    if (!hasWords(text)) return [];
    const isOneCharacter = [...text].length === 1 && toIndexedText(text) !== text;
    return [{ text, kind: isOneCharacter ? "beginning" : "word" }];
  });
  return [...words, ...options];
}

function distinct(terms: Term[]): Term[] {
  const byText = new Map<string, Term>();
  for (const term of terms) {
    const key = `${term.kind} ${term.kind === "option" ? term.text : term.text.toLowerCase()}`;
    if (!byText.has(key)) byText.set(key, term);
  }
  return [...byText.values()].filter(({ text }) => text !== "").slice(0, MAX_TERMS);
}
