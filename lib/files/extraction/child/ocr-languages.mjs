// @ts-check

// Tesseract's scripts and the languages written in them. Unlisted languages use the Latin script.
const SCRIPTS = {
  Arabic: ["ara", "fas", "urd", "pus", "snd", "uig", "kur_ara"],
  Armenian: ["hye"],
  Bengali: ["ben", "asm"],
  Cherokee: ["chr"],
  Cyrillic: [
    "rus",
    "ukr",
    "bul",
    "bel",
    "srp",
    "mkd",
    "kaz",
    "kir",
    "mon",
    "tat",
    "tgk",
    "uzb_cyrl",
    "aze_cyrl",
  ],
  Devanagari: ["hin", "mar", "nep", "san"],
  Ethiopic: ["amh", "tir"],
  Georgian: ["kat"],
  Greek: ["ell", "grc"],
  Gujarati: ["guj"],
  Gurmukhi: ["pan"],
  Han: ["chi_sim", "chi_tra"],
  Hangul: ["kor"],
  Hebrew: ["heb", "yid"],
  Japanese: ["jpn"],
  Kannada: ["kan"],
  Khmer: ["khm"],
  Lao: ["lao"],
  Malayalam: ["mal"],
  Myanmar: ["mya"],
  Oriya: ["ori"],
  Sinhala: ["sin"],
  Tamil: ["tam"],
  Telugu: ["tel"],
  Thai: ["tha"],
  Tibetan: ["bod", "dzo"],
};
// Other script names that Tesseract reports for Korean, and for Japanese with Chinese characters.
const ALIKE = /** @type {Record<string, string>} */ ({
  Korean: "Hangul",
  Katakana: "Japanese",
  Hiragana: "Japanese",
});
const OTHER = new Set(Object.values(SCRIPTS).flat());

// Frequent words, without diacritics, of languages that share a script. They identify a language even when the text
// was read with another language's model.
const WORDS = {
  eng: "the and of to in is that it was for on are with as this be at have from not but they you which or we by has its an",
  deu: "der die das und ist nicht ein eine zu den von mit sich auf fur im dem auch es wird wie oder bei wir sie ich des einer sind werden",
  fra: "le la les et est des une dans pour que qui pas sur au du avec ce il sont par plus nous vous etre cette aux un ou se ses",
  spa: "el la los las y es de que en un una por con para no se del al lo como mas pero su esta son este hay sus toda",
  por: "o a os as e de que em um uma por com para nao se do da dos das ao como mais mas seu esta sao foi ou na no pela sua",
  ita: "il lo la gli le e di che in un una per con non si del della dei al come piu ma suo sono questo nel alla ha ad ogni i",
  nld: "de het een en is van dat in niet te op voor met zijn er aan ook als bij naar door maar wordt heeft dit deze wij of u die",
  pol: "i w na z nie do jest o po za od dla przez oraz sie to ze jak ma a lub kazdy jego przy ktore co czy tak",
  afr: "die van en het nie is vir dat wat met hy sy word deur om ook was een aan",
  aze: "ve bu bir ucun ile olan her ki da de ne o cox daha sonra kimi onun deyil",
  cat: "el els la les i de que del dels amb per una un es al aquest mes com no son seva",
  ces: "a se v na je z ze do pro jako by jeho ale tak to jsou byl bylo podle nebo ktery ktere take jejich neni pri",
  cym: "y yr a i yn ac o ar gan mae ei wedi am fod hyn bod eu oedd at ond",
  dan: "og i at en til er for af som det de har ikke med den et der var om fra paa",
  est: "ja on ei et ning oma kui see selle ka mis ta oli aga siis tema voi kes nii",
  eus: "eta du da ez bere baino edo ere bat dira izan hau den dute zen hori egin oso",
  fin: "ja on ei tai etta han oli mutta kun niin myos ovat joka kuin sen olla se ole jos",
  gle: "an na ag ar agus is a le do chun go bhi ata sin se i ni mar leis air",
  glg: "o os as da do dos das e que en un unha con para non na se como mais polo pola ao",
  hrv: "i u na je se da ili za od su s sa ne kao ali bi koji sto iz po biti to bio",
  hun: "a az es hogy nem is egy van de ez meg csak volt mar mint ki ha vagy el minden kell",
  ind: "dan yang di untuk dengan dalam tidak atau itu ini dari pada adalah akan oleh juga bisa ada ke saya telah",
  isl: "og ad i er til a sem ekki eda um med fyrir var hann en vid thad af ur henni",
  lav: "un ir ar uz vai no ka ne par kas bet tas pie ta lai ari pec kad sis bija",
  lit: "ir i kad ar bei yra su is ne kaip tai bet o buvo jo savo uz po apie jis",
  mlt: "u li ta il fil tal hu jew ma ghal mill bil dan kien din minn biex",
  nor: "og i til er en av for som det har ikke med den et pa at var om fra han jeg",
  ron: "si de la in a sa cu sau pentru care nu din este ca prin pe mai o au fost ce un",
  slk: "a sa v na je ze ako pre so z do podla jeho nie by aby ale to bol bolo ktory ktore alebo pri tiez ich su",
  slv: "in je v na se da za ali ki so bi z ne pri s pa tudi kot bil po to",
  sqi: "e dhe te ne per nje me se ka nga i qe eshte si nuk do u jane kete por",
  swa: "na ya kwa wa ni katika za la kuwa au yake kama hii huo lakini cha watu mtu si",
  swe: "och i att en till ar for av som det har inte med den ett pa var om de fran han jag",
  tgl: "ang ng sa at mga na ay may o hindi ito para ni siya kung nang isang ka pa",
  tur: "ve bir bu da de icin ile olarak cok daha olan gibi ne kadar sonra var ama her ki en veya",
  uzb: "va bilan bir uchun bu ham edi deb u esa shu lekin kerak mumkin ularning yoki har",
  ara: "في من على ان هذا هذه التي الذي لا ما كل او عن مع الى هو كان قد اي بين",
  fas: "در به از را با است اين این که كه هر يا یا برای براي خود بايد باید شود می آن ان تا",
  urd: "کے کی میں ہے سے کو نے اور کا پر کہ یا اس جو نہیں",
  rus: "и в не на что с он как это по но из у за от о для или к его быть так же при",
  ukr: "і й в не на що з як це та до від для або у за є по при його бути але шо",
  bul: "и в на се да от за не че са със по е или като при му тя той която които",
  bel: "і у ў не на што з як гэта па для або да яго пры быць ад ці",
  srp: "и у на је да се за не од са или које који као су при из по његово сваки",
  vie: "va cua la co cac nguoi duoc trong mot khong nhung cho voi hay den nay da khi nhu o",
};
const SETS = Object.entries(WORDS).map(([language, words]) => ({
  language,
  words: new Set(words.split(" ")),
}));
// Languages with so many diacritics that other models misread nearly all words.
const ILLEGIBLE_WITHOUT_MODEL = new Set(["vie"]);
const MIN_WORDS = 4;
const CLEARLY = 1.3;
// Minimums for reporting that a text is in a missing language. `words` and `share` (of the text): known words that the
// likeliest installed language lacks; `ratio`: known words of the missing language per known word of the installed one.
const MISSING = { words: 5, share: 0.08, ratio: 1.5 };
// Scripts whose models also know Latin letters. An additional Latin model would only add false matches.
const SCRIPTS_WITH_LATIN = new Set(["Han", "Hangul", "Japanese"]);

const isLatin = (/** @type {string} */ language) => !OTHER.has(language);

/** @param {string} script as Tesseract names it */
function languagesIn(script) {
  const name = ALIKE[script] ?? script;
  return { name, own: /** @type {Record<string, string[]>} */ (SCRIPTS)[name] };
}

/**
 * Returns the languages to read a script with, in order of preference: its own, then one in Latin script, since Latin
 * words occur in any text.
 * @param {string} script as Tesseract names it
 * @param {string[]} available in installation order
 * @param {string} [likely] likeliest language in Latin script
 */
export function rankLanguages(script, available, likely) {
  const { name, own = [] } = languagesIn(script);
  const found = available.filter((language) => own.includes(language));
  if (found.length === 0) return listLatinLanguages(available, likely);
  return SCRIPTS_WITH_LATIN.has(name) ? found : [...found, ...available.filter(isLatin).slice(0, 1)];
}

/**
 * Returns true if any of the languages is written in a script, or if the script is unknown.
 * @param {string} script
 * @param {string[]} available
 */
export function isCovered(script, available) {
  const { own } = languagesIn(script);
  return !own || available.some((language) => own.includes(language));
}

/**
 * Returns the languages for text in Latin script: the likely one, and all that `WORDS` can't identify.
 * @param {string[]} available
 * @param {string} [likely]
 */
export function listLatinLanguages(available, likely) {
  const all = available.filter(isLatin);
  const unknown = all.filter((language) => !(language in WORDS));
  const first = likely && all.includes(likely) ? likely : all[0];
  const found = [...new Set([...(first ? [first] : []), ...unknown])];
  return found.length > 0 ? found : available.slice(0, 1);
}

/** Splits text into words without diacritics, as in `WORDS`. @param {string} text */
const toWords = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ı", "i")
    .match(/\p{L}+/gu) ?? [];

/**
 * Counts each language's known words in a text, in descending order.
 * @param {string[]} words
 * @param {typeof SETS} sets
 */
const countWords = (words, sets) =>
  sets
    .map((set) => ({ ...set, count: words.filter((word) => set.words.has(word)).length }))
    .sort((a, b) => b.count - a.count);

/**
 * Returns the language of a text in Latin script, or undefined when it is ambiguous.
 * @param {string} text
 * @param {string[]} available
 */
export function detectLatinLanguage(text, available) {
  const sets = SETS.filter(({ language }) => isLatin(language) && available.includes(language));
  const [first, second] = countWords(toWords(text), sets);
  const isClear = first && first.count >= MIN_WORDS && first.count >= CLEARLY * (second?.count ?? 0);
  return isClear ? first.language : undefined;
}

/**
 * Detects by frequent words that a text is in a language that isn't installed but shares its script with an installed
 * one.
 * @param {string} text as misread with another language's model
 * @param {string[]} available
 */
export function findMissingLanguage(text, available) {
  const words = toWords(text);
  const isInstalled = (/** @type {(typeof SETS)[0]} */ { language }) => available.includes(language);
  const [installed] = countWords(words, SETS.filter(isInstalled));
  const least = Math.max(MISSING.words, MISSING.share * words.length);
  const missing = SETS.filter((set) => !isInstalled(set))
    .map(({ language, words: own }) => {
      const all = words.filter((word) => own.has(word));
      const telling = all.filter((word) => word.length > 1 && !installed?.words.has(word));
      return { language, all: all.length, telling: telling.length };
    })
    .sort((a, b) => b.telling - a.telling)[0];
  if (!missing || missing.telling < least || missing.all < MISSING.ratio * (installed?.count ?? 0)) return;
  const { language } = missing;
  return { name: getLanguageName(language), isLegible: !ILLEGIBLE_WITHOUT_MODEL.has(language) };
}

/** @param {string} language */
const getLanguageName = (language) =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;

/**
 * Returns the languages in Arabic script if the list also contains others, since combined models of Arabic and Latin
 * script find Latin words where there are none.
 * @param {string[]} languages
 */
export function splitLatin(languages) {
  const own = languages.filter((language) => SCRIPTS.Arabic.includes(language));
  return own.length > 0 && own.length < languages.length ? own : undefined;
}

const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー、。，．：；！？「」（）]";
const SPACE_IN_CJK = new RegExp(`(?<=${CJK}) +(?=${CJK})`, "gu");
/** Removes the spaces that Tesseract inserts between CJK characters. @param {string} text */
export const withoutInnerSpaces = (text) => text.replaceAll(SPACE_IN_CJK, "");
