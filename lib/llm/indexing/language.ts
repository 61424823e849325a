const STOP_WORDS: Record<string, string> = {
  english:
    "the and of to in is that it was for on are with as this be at have from not but they you which or we by",
  german:
    "der die das und ist nicht ein eine zu den von mit sich des auf für im dem auch es wird wie oder bei wir sie ich",
  french:
    "le la les et est des une dans pour que qui pas sur au du avec ce il sont par plus nous vous être cette aux",
  spanish:
    "el la los las y es de que en un una por con para no se del al lo como más pero su está son este hay",
  portuguese:
    "o a os as e é de que em um uma por com para não se do da dos das ao como mais mas seu está são foi",
  italian:
    "il lo la gli le e è di che in un una per con non si del della dei al come più ma suo sono questo nel alla",
  dutch:
    "de het een en is van dat in niet te op voor met zijn er aan ook als bij naar door maar wordt heeft dit deze wij",
  swedish:
    "och att det som en är på av för med den till inte om ett har jag men var vi kan från eller ska efter",
  danish:
    "og at det som en er på af for med den til ikke om et har jeg men var vi kan fra eller skal efter også",
  norwegian:
    "og å det som en er på av for med den til ikke om et har jeg men var vi kan fra eller skal etter også",
  finnish:
    "ja on ei se että hän oli mutta kun niin myös ovat joka tai kuin sen olla voi mitä tämä ole jos vain",
  hungarian:
    "a az és hogy nem is egy van de ez meg csak volt már mint ki ha vagy azt el kell még után lehet minden",
  romanian: "și de la în nu este că un o cu pe care din mai se pentru sunt fi au dar sau ce acest fost prin",
  turkish:
    "ve bir bu da de için ile olarak çok daha olan gibi ne kadar sonra var ama değil her ki en veya mi",
  indonesian:
    "yang dan di ini itu dengan untuk dari tidak pada adalah ke dalam akan oleh juga bisa ada atau saya kami",
  russian: "и в не на что с он как это по но из у за от о для так же мы вы к бы или все был если",
};
const SCRIPTS: [RegExp, string][] = [
  [/\p{Script=Greek}/gu, "greek"],
  [/\p{Script=Arabic}/gu, "arabic"],
  [/\p{Script=Devanagari}/gu, "hindi"],
  [/\p{Script=Armenian}/gu, "armenian"],
  [/\p{Script=Tamil}/gu, "tamil"],
  [/\p{Script=Cyrillic}/gu, "russian"],
];
const LOOKED_AT = 2_000;

const languagesByWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(STOP_WORDS))
  for (const word of words.split(" "))
    languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language]);

/**
 * Guesses the text search configuration of a text from its script and most frequent words. Returns null when unknown
 * or ambiguous.
 */
export function detectLanguage(text: string): string | null {
  const sample = text.slice(0, LOOKED_AT).toLowerCase();
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, language] of SCRIPTS)
    if ((sample.match(script)?.length ?? 0) > letters / 2) return language;
  const counts = new Map<string, number>();
  for (const word of sample.match(/\p{L}+/gu) ?? [])
    for (const language of languagesByWord.get(word) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!first || first[1] === second?.[1]) return null;
  return first[0];
}
