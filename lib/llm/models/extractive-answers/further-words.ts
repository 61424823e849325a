import { fillUpTexts, loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import type { Translate } from "@/lib/platform/words/translate";
import type { Tongue } from "./common-words";
import further from "./further-words.json";

export async function loadFinderWords(language: Tongue): Promise<Translate<"finder">> {
  if (Object.hasOwn(further, language))
    return fillUpTexts("finder", language, further[language as keyof typeof further]);
  return loadTranslate(toReader(language), "finder");
}
