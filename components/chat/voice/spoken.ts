// Maximum characters of an utterance. Chromium stops speaking after 15 seconds of one utterance.
const MAX_UTTERANCE_LENGTH = 180;

export function splitIntoSpokenSentences(markdown: string, language: string): string[] {
  const sentences = new Intl.Segmenter(language, { granularity: "sentence" });
  return stripMarkdown(markdown)
    .split(/\n+/)
    .flatMap((line) =>
      [...sentences.segment(line)].flatMap(({ segment }) => splitLongSentence(segment.trim())),
    )
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function stripMarkdown(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(```|~~~)[^\n]*\n[\s\S]*?(^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm, "\n")
    .replace(COMMENT, "")
    .split("\n")
    .map((line) => (line.length > MAX_LINE_LENGTH ? line : stripMarks(line)))
    .join("\n");
}

// Maximum line length in which markup is matched, since unclosed marks take quadratic time.
const MAX_LINE_LENGTH = 2_000;
const COMMENT = new RegExp(`<!--[\\s\\S]{0,${MAX_LINE_LENGTH}}?-->`, "g");

const stripMarks = (line: string): string =>
  line
    .replace(/<\/?[a-z][^>]*>/gi, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    // Removes citations, which aren't spoken.
    .replace(/\s?\[\d+(, ?\d+)*\]/g, "")
    .replace(/https?:\/\/(?:www\.)?([^\s/)>]+)[^\s)>]*/g, "$1")
    .replace(/^[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*$|^[ \t]*([-*_])([ \t]*\1){2,}[ \t]*$/g, "")
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+](?: \[[ x]\])?|\|)[ \t]+/g, "")
    .replace(/[ \t]*\|[ \t]*$/g, "")
    .replace(/[ \t]*\|[ \t]*/g, ", ")
    .replace(/(\*\*|__|~~|`+)(?=\S)(.*?\S)\1/g, "$2")
    // Removes formula delimiters; amounts of money keep their dollar sign.
    .replace(/(\$\$?)(?=[^\s\d])(.*?\S)\1(?!\d)/g, "$2")
    .replace(/(^|[\s(])[*_](?=\S)([^*_]*\S)[*_](?=[\s).,;:!?]|$)/g, "$1$2")
    .replace(/\\([\\`*_{}[\]()#+.!|~$-])/g, "$1");

function splitLongSentence(sentence: string): string[] {
  if (sentence.length <= MAX_UTTERANCE_LENGTH) return [sentence];
  const head = sentence.slice(0, MAX_UTTERANCE_LENGTH);
  const pause = Math.max(...[", ", "; ", ": ", " – ", "，", "、"].map((mark) => head.lastIndexOf(mark)));
  const at =
    pause > MAX_UTTERANCE_LENGTH / 3
      ? pause + 1
      : head.lastIndexOf(" ") > 0
        ? head.lastIndexOf(" ")
        : MAX_UTTERANCE_LENGTH;
  return [sentence.slice(0, at).trim(), ...splitLongSentence(sentence.slice(at).trim())];
}

const scripts: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Han}/gu, "zh"],
  [/\p{Script=Cyrillic}/gu, "ru"],
  [/\p{Script=Arabic}/gu, "ar"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Greek}/gu, "el"],
  [/\p{Script=Devanagari}/gu, "hi"],
  [/\p{Script=Thai}/gu, "th"],
];
const words: Record<string, string> = {
  en: "the and of to is that with are this you",
  de: "der die das und ist nicht mit ein eine für auf",
  fr: "le la les et est des une dans pour que qui",
  es: "el los las y es una por para con que del",
  it: "il gli di che è una per con della sono non",
  pt: "os as e é uma para com não do da em",
  nl: "de het een en van is niet met voor op dat",
};

export function detectLanguage(text: string, ofPage: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  // Japanese comes first: a few kana among Han characters identify it.
  const script = scripts.find(([own]) => (text.match(own)?.length ?? 0) > letters / 8);
  if (script) return script[1];
  const said = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = Object.entries(words).map(([language, list]) => {
    const own = new Set(list.split(" "));
    return [language, said.filter((word) => own.has(word)).length] as const;
  });
  const [[most = "", count = 0] = [], [, next = 0] = []] = counts.sort(([, a], [, b]) => b - a);
  return count >= 2 && count > next && !ofPage.startsWith(most) ? most : ofPage;
}
