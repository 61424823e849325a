const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be because been before but by can could did do does for from had has
  have he her his how i if in into is it its just many me more most much my no not of on one or our out please s she
  should so some tell than that the their them then there these they this to up us was we were what when where which
  who whom whose why will with would you your der die das und ist in zu den von mit was wie wo wann wer`.split(
    /\s+/,
  ),
);

const contentWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));

const stem = (word: string) => (word.length > 4 ? word.replace(/(?:ies|ing|ed|es|s|e)$/, "") : word);

export function countSharedWords(question: string, text: string): number {
  const wanted = new Set(contentWords(question).map(stem));
  if (wanted.size === 0) return 0;
  const present = new Set(contentWords(text).map(stem));
  return [...wanted].filter((word) => present.has(word)).length / wanted.size;
}

export function countSharedCharacters(question: string, text: string): number {
  const wanted = characterRuns(question);
  if (wanted.size === 0) return 0;
  const present = characterRuns(text);
  return [...wanted].filter((run) => present.has(run)).length / wanted.size;
}

const WRITES_NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function characterRuns(text: string): Set<string> {
  const runs = new Set<string>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
    const characters = [...word];
    const length = WRITES_NO_SPACES.test(word) ? 2 : 3;
    if (characters.length <= length) runs.add(word);
    for (let at = 0; at + length <= characters.length; at++)
      runs.add(characters.slice(at, at + length).join(""));
  }
  return runs;
}
