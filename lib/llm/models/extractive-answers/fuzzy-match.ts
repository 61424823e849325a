import { createOnce } from "@/lib/platform/once";
import { listTexts } from "@/lib/platform/words/catalogue";
import type { Language } from "@/lib/platform/words/languages";

/**
 * Models a language's spelling by the frequencies of character n-grams (up to four letters) in the interface's
 * translation. One hash table per language stores the frequencies.
 */

const MAX_RUN_LETTERS = 4;
const TABLE = 1 << 16;
const UNSEEN = 0.3;
// Reduces the sum of log-likelihoods, since overlapping n-grams aren't independent.
const SHARE = 0.4;
const SPELLED = /[\p{L}\p{M}]+/gu;

type Table = Float32Array;

function eachRun(word: string, take: (at: number) => void): void {
  const spelled = ` ${word} `;
  for (let from = 0; from < spelled.length; from++) {
    let hash = 2_166_136_261;
    for (let length = 1; length <= MAX_RUN_LETTERS && from + length <= spelled.length; length++) {
      hash = Math.imul(hash ^ spelled.charCodeAt(from + length - 1), 16_777_619);
      if (length > 1 || from > 0) take((hash ^ (hash >>> 15)) & (TABLE - 1));
    }
  }
}

async function learned(language: Language): Promise<Table> {
  const counts = new Map<string, number>();
  for (const text of await listTexts(language))
    for (const word of text
      .replaceAll(/\{[^{}]*\}|`[^`]*`|<[^<>]*>/g, " ")
      .toLowerCase()
      .match(SPELLED) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
  const table = new Float32Array(TABLE);
  let total = 0;
  for (const [word, count] of counts)
    eachRun(word, (at) => {
      const weight = 1 + Math.log(count);
      table[at]! += weight;
      total += weight;
    });
  return table.map((sum) => Math.log((sum + UNSEEN) / (total + UNSEEN * TABLE)));
}

// Computed on first use. Each table takes about 30 ms of processor time and 256 kB of memory.
const spellingTables = createOnce(() => new Map<Language, ReturnType<typeof learned>>());

function getSpellingTable(language: Language): ReturnType<typeof learned> {
  const table = spellingTables().get(language) ?? learned(language);
  spellingTables().set(language, table);
  return table;
}

export async function scoreSpelling(
  languages: readonly Language[],
): Promise<(word: string) => Map<Language, number>> {
  const tables = new Map<Language, Table>();
  for (const language of languages) tables.set(language, await getSpellingTable(language));
  return (word) =>
    new Map(
      [...tables].map(([language, table]) => {
        let sum = 0;
        eachRun(word, (at) => {
          sum += table[at]!;
        });
        return [language, sum * SHARE];
      }),
    );
}
