// Shorter fragments, such as headings and numbers, are joined to the following text. Measured in bytes, because Chinese
// sentences have few characters.
const MIN_SENTENCE_BYTES = 20;
const MAX_SENTENCE_LENGTH = 800;
const WHOLE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}].{3,}[。！？]$/u;
const MAX_QUOTATION_LENGTH = 300;
const FULL = 0.6;
const MAX_TITLE_COLUMNS = 60;
const NARROWEST = 24;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

const UNSPACED =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー々〆、。，．！？：；「」『』（）〔〕【】《》〈〉“”・…０-９Ａ-Ｚａ-ｚ";
const BREAK_IN_RUN = new RegExp(
  `(?<=[${UNSPACED}])[ \\t]*\\n\\s*(?=[${UNSPACED}\\d])|(?<=\\d)[ \\t]*\\n\\s*(?=[${UNSPACED}])`,
  "gu",
);
const WIDE = new RegExp(`[${UNSPACED}]`, "gu");
const ENDS = /[.!?:;,…。．！？：；、，؟۔।။។][\p{Pe}\p{Pf}"'*_]*$/u;
// Thai, Lao and Khmer use spaces only between sentences and clauses, and no full stops.
const SPACE_AS_END =
  /(?<=[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}][\p{M}]*) (?=[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}])/u;

// Number of characters at the end of a part that are searched for an abbreviation ("z. B.", "Dr.") or an ordinal number
// ("am 3. Dienstag"), after which the sentence continues.
const MAX_SENTENCE_END_LENGTH = 40;
const QUOTATION_END = /[」』”»"'）)]$/u;
const GOES_ON = /^(?:[\p{Ll}、，,]|と|って|という|などと|との|を|が|は|に|の|も)/u;
const SHORT_FORM =
  /(?:^|[\s(„“"])(?:\p{Ll}|(?<=^|\p{Ll} |\. )\p{Lu}|Nr|Dr|Prof|Hr|Fr|Abs|Art|bzw|ca|vgl|inkl|zzgl|max|min|Tel|Str|St|Mr|Mrs|Ms|No|vs|approx|fig|vol|Mme|Sr|Sra|Dra|art|núm|pág|dott|sig|ul|nr|tzw|np|ул|стр|им|руб)\.$/u;
const ORDINAL = /(?:^|\s)(?:am|vom|zum|im|ab|bis|der|die|das|dem|den|des|jeden|und|oder|til)\s\d{1,2}\.$/iu;
const OPENING: Record<string, string> = {
  "「": "」",
  "『": "』",
  "“": "”",
  "«": "»",
  "（": "）",
  "《": "》",
};

/** Splits a text into sentences on one line each. A line without a full stop counts as a sentence. */
export function splitIntoSentences(text: string): string[] {
  const found: string[] = [];
  for (const paragraph of text.split(/\n\s*\n|\n(?=\s*(?:[-*•#|>]|\d+[.)]))/).flatMap(splitIntoBlocks)) {
    let fragment = "";
    for (const part of joined(segmentParagraph(paragraph))) {
      const sentence = fragment === "" ? part : getSpacing(fragment, part);
      fragment = isFragment(sentence) ? sentence : "";
      if (fragment === "") found.push(...pieces(sentence));
    }
    if (fragment !== "") found.push(fragment);
  }
  return found;
}

const isFragment = (text: string) => Buffer.byteLength(text) < MIN_SENTENCE_BYTES && !WHOLE.test(text);

const getWidth = (line: string) => line.length + (line.match(WIDE)?.length ?? 0);

// Joins wrapped lines. Lines that end early, such as titles and rows, stay separate.
function splitIntoBlocks(paragraph: string): string[] {
  const lines = paragraph.split("\n");
  const longest = lines.reduce((most, line) => Math.max(most, getWidth(line.trim())), 0);
  const blocks: string[] = [];
  let goesOn = false;
  for (const line of lines) {
    if (goesOn || (blocks.length > 0 && /^\s*\p{Ll}/u.test(line))) blocks.push(`${blocks.pop()}\n${line}`);
    else blocks.push(line);
    const width = getWidth(line.trim());
    const isFull = width >= Math.min(MAX_TITLE_COLUMNS, FULL * longest) && longest >= NARROWEST;
    goesOn = isFull || ENDS.test(line.trim());
  }
  return blocks;
}

const segmentParagraph = (paragraph: string): string[] =>
  [...segmenter.segment(paragraph.replace(BREAK_IN_RUN, "").replace(/\s+/g, " "))]
    .flatMap(({ segment }) => segment.split(SPACE_AS_END))
    .map((part) => part.trim())
    .filter((part) => part !== "");

function joined(parts: string[]): string[] {
  const sentences: string[] = [];
  for (const part of parts) {
    const last = sentences.at(-1);
    if (last !== undefined && belongTogether(last, part))
      sentences[sentences.length - 1] = getSpacing(last, part);
    else sentences.push(part);
  }
  return sentences;
}

function belongTogether(last: string, next: string): boolean {
  if (last.length + next.length > MAX_SENTENCE_LENGTH) return false;
  const end = last.slice(-MAX_SENTENCE_END_LENGTH);
  if (SHORT_FORM.test(end) || ORDINAL.test(end)) return true;
  if (QUOTATION_END.test(last) && GOES_ON.test(next)) return true;
  return last.length + next.length <= MAX_QUOTATION_LENGTH && isOpen(last);
}

function isOpen(text: string): boolean {
  const closings: string[] = [];
  for (const character of text) {
    const closing = OPENING[character];
    if (closing) closings.push(closing);
    else if (character === closings.at(-1)) closings.pop();
  }
  return closings.length > 0;
}

const RUN_END = new RegExp(`[${UNSPACED}]$`, "u");
const RUN_START = new RegExp(`^[${UNSPACED}]`, "u");

export const getSpacing = (first: string, second: string): string =>
  RUN_END.test(first) && RUN_START.test(second) ? first + second : `${first} ${second}`;

function pieces(sentence: string): string[] {
  const cut: string[] = [];
  for (let at = 0; at < sentence.length; at += MAX_SENTENCE_LENGTH)
    cut.push(sentence.slice(at, at + MAX_SENTENCE_LENGTH));
  return cut.map((piece) => piece.toWellFormed());
}
