// @ts-check

/** Languages of scripts, as Tesseract calls both. Languages that are in none of them are written in Latin letters. */
const SCRIPTS = {
  Arabic: ["ara", "fas", "urd"],
  Armenian: ["hye"],
  Bengali: ["ben"],
  Cyrillic: ["rus", "ukr", "bul", "bel", "srp", "mkd", "kaz"],
  Devanagari: ["hin", "mar", "nep"],
  Ethiopic: ["amh"],
  Georgian: ["kat"],
  Greek: ["ell"],
  Han: ["chi_sim", "chi_tra"],
  Hangul: ["kor"],
  Hebrew: ["heb"],
  Japanese: ["jpn"],
  Tamil: ["tam"],
  Telugu: ["tel"],
  Thai: ["tha"],
};
/** Tesseract's model of Korean, and of texts that mix Japanese and Chinese, is told by another name now and then. */
const ALIKE = /** @type {Record<string, string>} */ ({
  Korean: "Hangul",
  Katakana: "Japanese",
  Hiragana: "Japanese",
});
const OTHER = new Set(Object.values(SCRIPTS).flat());

/** Frequent words that are read rightly by the model of any language: without accents. */
const WORDS = {
  eng: "the and of to in is that for was with are this",
  deu: "der die das und ist nicht ein eine mit von dem den auf des",
  fra: "le la les des et du est dans pour que une qui sur par",
  spa: "el los las y que del una por con para es se su al",
  por: "o os as do da dos das e que em um uma para com ao",
  ita: "il di che la e un una per del della sono con gli nel",
  nld: "de het een en van dat niet is op te voor zijn met aan",
  pol: "i w na z nie do jest o po za od dla przez oraz",
};
const SETS = Object.entries(WORDS).map(([language, words]) => ({
  language,
  words: new Set(words.split(" ")),
}));
/** With fewer of its words a text may be of any language. */
const LEAST_WORDS = 4;
/** So many times those of the language that comes second. */
const CLEARLY = 1.3;

const isLatin = (/** @type {string} */ language) => !OTHER.has(language);

/**
 * The languages to read a script with, the likeliest first: its own, then one of Latin letters, which stand in any text.
 * @param {string} script as Tesseract calls it
 * @param {string[]} available in the order of the installation
 * @param {string} [likely] of Latin letters
 */
export function languagesOf(script, available, likely) {
  const own = /** @type {Record<string, string[]>} */ (SCRIPTS)[ALIKE[script] ?? script] ?? [];
  const found = available.filter((language) => own.includes(language));
  return found.length > 0 ? [...found, ...available.filter(isLatin).slice(0, 1)] : latin(available, likely);
}

/** Whether any of these languages is written in a script; of scripts that are not listed it is not known. @param {string} script @param {string[]} available */
export function isCovered(script, available) {
  const own = /** @type {Record<string, string[]>} */ (SCRIPTS)[ALIKE[script] ?? script];
  return !own || available.some((language) => own.includes(language));
}

/**
 * Languages to read Latin letters with: one that is likely, and those that are not known by their words.
 * @param {string[]} available @param {string} [likely]
 */
export function latin(available, likely) {
  const all = available.filter(isLatin);
  const unknown = all.filter((language) => !(language in WORDS));
  const first = likely && all.includes(likely) ? likely : all[0];
  const found = [...new Set([...(first ? [first] : []), ...unknown])];
  return found.length > 0 ? found : available.slice(0, 1);
}

/** Of Latin letters: the language whose words they are mostly; undefined when that is not clear. @param {string} text */
export function languageOf(text) {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [first, second] = SETS.map(({ language, words: own }) => ({
    language,
    count: words.filter((word) => own.has(word)).length,
  })).sort((a, b) => b.count - a.count);
  const isClear = first && second && first.count >= LEAST_WORDS && first.count >= CLEARLY * second.count;
  return isClear ? first.language : undefined;
}

const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー、。，．：；！？「」（）]";
const SPACE_IN_CJK = new RegExp(`(?<=${CJK}) +(?=${CJK})`, "gu");
/** Tesseract puts spaces between the characters of languages that have none. @param {string} text */
export const withoutInnerSpaces = (text) => text.replaceAll(SPACE_IN_CJK, "");
