import type { Language } from "@/lib/platform/words/languages";
import { COMMON_WORDS, listLanguagesOfWord, type Tongue } from "./common-words";
import { scoreSpelling } from "./fuzzy-match";

const LOOKED_AT = 500;
// Log-likelihoods that a word subtracts from languages it doesn't fit: `COMMON` for a stop word, at most `SPELLED` for
// the spelling of another word, and at most `SPELLED_SHORT` if that word has up to `SHORT` letters.
const COMMON = 4;
const SPELLED = 3;
const SPELLED_SHORT = 1;
const SHORT = 3;
// Maximum for the spelling of a word that may be a name: capitalized within a sentence, or alone.
const SPELLED_NAME = 1.4;
// Maximum that a word subtracts from languages whose spelling is unknown, because the interface has no translation.
const UNKNOWN = 2;
const SPOKEN = 3.2;
// Initial score of English as a likely language. It is lower than `SPOKEN`, because speakers of all languages use
// English texts.
const SPOKEN_ENGLISH = 1.5;
const ENGLISH = 0.5;
const MIN_LEAD = 0.2;

const LATIN = ["en", "de", "fr", "es", "pt", "it", "nl", "pl"] as const satisfies Language[];
const HAN = ["ja", "zh"] as const satisfies Language[];
const LETTERS: [RegExp, Tongue][] = [
  [/[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉĩịọỏốồổỗộớờởỡợụủũứừửữựỳỵỷỹ]/u, "vi"],
  [/[ğşı]/u, "tr"],
  [/[åøæőűčřšžěůťďňșțāēīūģķļņėųį]/u, "other"],
];
const SCRIPTS: [RegExp, Tongue][] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, "ja"],
  [/\p{sc=Hangul}/u, "ko"],
  // Letters of Ukrainian, Serbian, Persian and Urdu that Russian and Arabic don't have.
  [/[іїєґјљњћђџپچژگکیٹڈڑںے]/u, "other"],
  [/\p{sc=Arabic}/u, "ar"],
  [/\p{sc=Cyrillic}/u, "ru"],
];
const QUOTED = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』/gu;
const WORD = /[\p{sc=Latin}\p{M}\p{N}]+|(?:(?!\p{sc=Latin})[\p{L}\p{M}])+/gu;
const LATIN_WORD = /^\p{sc=Latin}/u;
// Names such as XR, E42 and iPhone, which don't depend on the language.
const NAME = /^\p{Lu}{2,}$|\p{Ll}\p{Lu}|\p{N}/u;

/**
 * Determines the language of a reply from the question's script, stop words and spelling. For ambiguous questions such
 * as "Garantie?", earlier messages (latest first) and the texts decide.
 */
export async function detectQuestionLanguage(
  question: string,
  said: string[] = [],
  texts: string[] = [],
): Promise<Tongue> {
  const spoken = new Set<Tongue>();
  for (const text of [said, texts].map(toSample)) {
    const language = await detectLanguage(text, spoken);
    if (language && spoken.size === 0) spoken.add(language);
  }
  return (await detectLanguage(question, spoken)) ?? [...spoken][0] ?? "en";
}

const toSample = (texts: string[]) => texts.map((text) => text.slice(0, LOOKED_AT)).join("\n");

/**
 * Returns the language of a text, or undefined when ambiguous.
 * @param spoken likely languages
 */
export async function detectLanguage(text: string, spoken = new Set<Tongue>()): Promise<Tongue | undefined> {
  const sample = text.slice(0, LOOKED_AT).normalize("NFC");
  const unquoted = sample.replaceAll(QUOTED, " ");
  const words = (/\p{L}/u.test(unquoted) ? unquoted : sample).match(WORD) ?? [];
  const latin = words.filter((word) => LATIN_WORD.test(word));
  const others = words.filter((word) => /^\p{L}/u.test(word) && !LATIN_WORD.test(word));
  if (others.length > 0 && !isSentenceAround(latin, others)) return byScript(others.join(" "), spoken);
  return likeliest(
    latin.filter((word) => !NAME.test(word)),
    spoken,
  );
}

// Returns true if a sentence in Latin script mentions words of another script ("What does 家賃 mean?"), and false if a
// sentence in the other script mentions Latin names.
function isSentenceAround(latin: string[], others: string[]): boolean {
  const common = latin.filter(
    (word, at) =>
      (at === 0 || word === word.toLowerCase()) && word.length > 1 && isCommon(word.toLowerCase()),
  ).length;
  const isOneName = others.length === 1 && !/\p{sc=Hiragana}/u.test(others[0]!);
  return isOneName ? common > 0 : common > 1 && common >= others.length;
}

const isCommon = (word: string) => listLanguagesOfWord(word).length > 0;

async function byScript(text: string, spoken: Set<Tongue>): Promise<Tongue> {
  const language = SCRIPTS.find(([script]) => script.test(text))?.[1];
  if (language) return language;
  if (!/\p{sc=Han}/u.test(text)) return "other";
  const spelling = await scoreSpelling(HAN);
  const scores = spelling(text);
  const ahead = scores.get("ja")! - scores.get("zh")!;
  const isJapanese =
    Math.max(-SPELLED, Math.min(SPELLED, ahead)) + getPrior("ja", spoken) > getPrior("zh", spoken);
  return isJapanese ? "ja" : "zh";
}

function getPrior(language: Tongue, spoken: Set<Tongue>): number {
  if (!spoken.has(language)) return language === "en" ? ENGLISH : 0;
  return language === "en" ? SPOKEN_ENGLISH : SPOKEN;
}

async function likeliest(words: string[], spoken: Set<Tongue>): Promise<Tongue | undefined> {
  if (words.length === 0) return undefined;
  const tongues = Object.keys(COMMON_WORDS) as Tongue[];
  // A single word is ambiguous, so English is assumed without earlier messages.
  const likely = spoken.size === 0 && words.length === 1 ? new Set<Tongue>(["en"]) : spoken;
  const scores = new Map(tongues.map((language) => [language, getPrior(language, likely)]));
  const lower = (by: number, isMeant: (language: Tongue) => boolean) => {
    for (const language of tongues) if (isMeant(language)) scores.set(language, scores.get(language)! - by);
  };
  for (const [at, written] of words.entries()) {
    const word = written.toLowerCase();
    const known = listLanguagesOfWord(word);
    const own = LETTERS.find(([letters]) => letters.test(word))?.[1];
    if (known.length > 0) lower(COMMON, (language) => !known.includes(language));
    else if (own) lower(COMMON, (language) => language !== own);
    else await spelled(word, words.length === 1 || (at > 0 && word !== written), lower);
  }
  const [first, second] = [...scores].sort((a, b) => b[1] - a[1]);
  return first![1] - second![1] >= MIN_LEAD ? first![0] : undefined;
}

async function spelled(
  word: string,
  isWeak: boolean,
  lower: (by: number, isMeant: (language: Tongue) => boolean) => void,
) {
  const most =
    [...word].length <= SHORT
      ? SPELLED_SHORT
      : /[^a-z]/.test(word)
        ? COMMON
        : isWeak
          ? SPELLED_NAME
          : SPELLED;
  const scores = (await scoreSpelling(LATIN))(word);
  const best = Math.max(...scores.values());
  for (const [spelling, score] of scores)
    lower(Math.min(most, best - score), (language) => language === spelling);
  lower(Math.min(most, UNKNOWN), (language) => !scores.has(language as Language));
}
