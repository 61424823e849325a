// Tokens of Whisper's multilingual models: GPT-2's byte-pair encoding, followed by special tokens and timestamps.
// https://github.com/openai/whisper/blob/main/whisper/tokenizer.py

export const END = 50_257;
export const START = 50_258;
export const TRANSLATE = 50_358;
export const TRANSCRIBE = 50_359;
const START_OF_MODEL = 50_360;
export const PREVIOUS = 50_361;
export const NO_SPEECH = 50_362;
const NO_TIMES = 50_363;
/** Timestamp 0. Each further one is 0.02 seconds later. */
export const TIMES = 50_364;
export const SECONDS_PER_TIME = 0.02;

/** Ordered by their tokens, from 50259 on (ISO 639-1 codes, else ISO 639-3). */
export const LANGUAGES =
  "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su".split(
    " ",
  );
export const getLanguageToken = (code) => START + 1 + LANGUAGES.indexOf(code);

const PIECES = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

// Symbols in subtitles that aren't spoken. Whisper would use them to describe sounds.
const SYMBOLS = [
  ...'"#()*+/:;<=>@[\\]^_`{|}~「」『』',
  ..."<< >> <<< >>> -- --- -( -[ (' (\" (( )) ((( ))) [[ ]] {{ }} ♪♪ ♪♪♪".split(" "),
];
const NOTES = [..."♩♪♫♬♭♮♯"];

export class Vocabulary {
  #tokens;
  #ids;

  /** @param {Buffer[]} tokens the bytes of each text token */
  constructor(tokens) {
    this.#tokens = tokens;
    this.#ids = new Map(tokens.map((bytes, id) => [bytes.toString("latin1"), id]));
  }

  /** Decodes tokens to text without special tokens and timestamps. @param {number[]} tokens */
  text(tokens) {
    return Buffer.concat(tokens.flatMap((id) => (id < END ? (this.#tokens[id] ?? []) : []))).toString();
  }

  /** @param {string} text @returns {number[]} */
  encode(text) {
    return (text.match(PIECES) ?? []).flatMap((piece) => this.#merged(piece));
  }

  /** Merges the adjacent pair with the lowest token number until no pair has a token. */
  #merged(piece) {
    const parts = Array.from(Buffer.from(piece).toString("latin1"));
    for (;;) {
      let best = Number.POSITIVE_INFINITY;
      let place = -1;
      for (let at = 0; at + 1 < parts.length; at++) {
        const id = this.#ids.get(parts[at] + parts[at + 1]);
        if (id === undefined || id >= best) continue;
        best = id;
        place = at;
      }
      if (place < 0) return parts.flatMap((part) => this.#ids.get(part) ?? []);
      parts.splice(place, 2, parts[place] + parts[place + 1]);
    }
  }

  /** Returns the tokens to suppress: special tokens and unspoken symbols. @returns {Set<number>} */
  unspoken() {
    const never = [START, TRANSLATE, TRANSCRIBE, START_OF_MODEL, PREVIOUS, NO_SPEECH, NO_TIMES];
    const signs = [...SYMBOLS, ...NOTES].flatMap((symbol) =>
      [symbol, ` ${symbol}`].flatMap((text) => {
        const tokens = this.encode(text);
        return tokens.length === 1 || NOTES.includes(symbol) ? [tokens[0]] : [];
      }),
    );
    // Hyphens and apostrophes are suppressed only at the beginning of a word, because words may contain them.
    const first = [" -", " '"].map((text) => this.encode(text)[0]);
    return new Set([...never, ...LANGUAGES.map(getLanguageToken), ...signs, ...first]);
  }
}
