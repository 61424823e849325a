import { isLanguage, type Language } from "@/lib/platform/words/languages";

/** Words that a question in the language has and those in the others hardly have; words of two languages count for both. */
const WORDS: Partial<Record<Language, string>> = {
  en: "the a an and of to in is it for on are with as this be at have from not you which or by what who when where why how does do did can much many i my please hello hi thanks summarize summarise summary",
  de: "der die das und ist nicht ein eine zu den von mit sich auf für im dem es wird wie oder bei wir ich was wer wann wo warum welche welcher welches wieviel viel viele kann gibt hat hallo moin guten danke bitte fasse zusammen",
  fr: "le la les et est des une un de du dans pour que qui quoi pas sur au avec il sont par vous je quel quelle quels quelles quand où comment pourquoi combien peut quelqu bonjour salut merci résume résumer",
  es: "el la los las y es de que en un una por con para no se del al su está son cuál cuáles qué quién cuándo dónde cómo cuánto cuánta cuántos cuántas puede hay hola gracias buenos resume resumen",
  pt: "o a os as e é de que em um uma por com para não se do da dos das ao qual quais quem quando onde como quanto quanta quantos quantas pode há olá oi obrigado obrigada bom resuma resumo",
  it: "il lo la gli le è di che in un una per con non si del della dei al cosa chi quando dove come quale quali quanto quanta quanti può perché ciao grazie buongiorno riassumi riassunto",
  nl: "de het een en is van dat in niet te op voor met zijn aan ook bij naar er wat wie wanneer waar hoe hoeveel waarom welke kan heeft hallo hoi dank goedemorgen vat samen",
  pl: "i w nie na się z do to że jest jak od po o za co kto kiedy gdzie dlaczego ile który która które czy może jaki jaka jakie cześć dzień dziękuję streść podsumuj",
};
const SCRIPTS: [RegExp, Language][] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, "ja"],
  [/\p{sc=Han}/u, "zh"],
  [/\p{sc=Arabic}/u, "ar"],
];
const LOOKED_AT = 500;

const languagesOf = new Map<string, Language[]>();
for (const [language, words] of Object.entries(WORDS))
  for (const word of words.split(" "))
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language as Language].filter(isLanguage));

/**
 * The language to reply in: that of the question by its script and its
 * commonest words, else that of what was said before, else English.
 *
 * @param said the question first, then what came before it, the latest first
 */
export function languageOfQuestion(said: string[]): Language {
  for (const text of said) {
    const language = languageOf(text.slice(0, LOOKED_AT).toLowerCase());
    if (language) return language;
  }
  return "en";
}

function languageOf(text: string): Language | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  if (latin * 2 < letters) return SCRIPTS.find(([script]) => script.test(text))?.[1];
  const counts = new Map<Language, number>();
  for (const word of text.match(/\p{L}+/gu) ?? [])
    for (const language of languagesOf.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}
