// The tokens of Whisper's multilingual models: byte-pair encoding as GPT-2 has it, then special ones, then times.
// https://github.com/openai/whisper/blob/main/whisper/tokenizer.py

export const END = 50_257;
export const START = 50_258;
export const TRANSLATE = 50_358;
export const TRANSCRIBE = 50_359;
const START_OF_MODEL = 50_360;
export const PREVIOUS = 50_361;
export const NO_SPEECH = 50_362;
const NO_TIMES = 50_363;
/** The time 0; each that follows is 0.02 seconds later. */
export const TIMES = 50_364;
export const SECONDS_PER_TIME = 0.02;

/** In the order of their tokens, from 50259 on (ISO 639-1 where there is a code, else 639-3). */
export const LANGUAGES =
  "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su".split(
    " ",
  );
export const languageToken = (code) => START + 1 + LANGUAGES.indexOf(code);

/** What words are cut at before they are cut into tokens. */
const PIECES = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** Not said, but written by those who caption films: Whisper would tell of sounds with them. */
const SYMBOLS = [
  ...'"#()*+/:;<=>@[\\]^_`{|}~「」『』',
  ..."<< >> <<< >>> -- --- -( -[ (' (\" (( )) ((( ))) [[ ]] {{ }} ♪♪ ♪♪♪".split(" "),
];
const NOTES = [..."♩♪♫♬♭♮♯"];

export class Vocabulary {
  #tokens;
  #ids;

  /** @param {Buffer[]} tokens the bytes of each token of text */
  constructor(tokens) {
    this.#tokens = tokens;
    this.#ids = new Map(tokens.map((bytes, id) => [bytes.toString("latin1"), id]));
  }

  /** Whisper's text of tokens; special ones and times are none. @param {number[]} tokens */
  text(tokens) {
    return Buffer.concat(tokens.flatMap((id) => (id < END ? (this.#tokens[id] ?? []) : []))).toString();
  }

  /** @param {string} text @returns {number[]} */
  encode(text) {
    return (text.match(PIECES) ?? []).flatMap((piece) => this.#merged(piece));
  }

  /** Two neighbours become one token as long as there is one for both: that of the lowest number first. */
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

  /** What is never said: special tokens, and signs that are not spoken. @returns {Set<number>} */
  unspoken() {
    const never = [START, TRANSLATE, TRANSCRIBE, START_OF_MODEL, PREVIOUS, NO_SPEECH, NO_TIMES];
    const signs = [...SYMBOLS, ...NOTES].flatMap((symbol) =>
      [symbol, ` ${symbol}`].flatMap((text) => {
        const tokens = this.encode(text);
        return tokens.length === 1 || NOTES.includes(symbol) ? [tokens[0]] : [];
      }),
    );
    // Between words and within they are, at the beginning of one they are not.
    const first = [" -", " '"].map((text) => this.encode(text)[0]);
    return new Set([...never, ...LANGUAGES.map(languageToken), ...signs, ...first]);
  }
}
