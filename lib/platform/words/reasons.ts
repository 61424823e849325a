import type { Translate } from "./translate";

/**
 * Translates a message that was stored in English. As in gettext, the English sentences are the keys, with
 * placeholders: "The server answered {status}." Sentences without a translation are returned unchanged.
 * @param reason one or several sentences
 */
export function translateReason(t: Translate<"reasons">, reason: string): string {
  return (
    translateSentence(t, reason) ??
    splitSentences(reason)
      .map((one) => translateSentence(t, one) ?? one)
      .join(" ")
  );
}

function translateSentence(t: Translate<"reasons">, reason: string): string | undefined {
  for (const key of mostSpecificFirst(t.keys())) {
    const values = valuesIn(key, reason);
    if (values) return t(key, values);
  }
  return undefined;
}

const PLACE = /\{\w+\}/g;
const stripPlaces = (key: string) => key.replace(PLACE, "");

const mostSpecificFirst = <K extends string>(keys: K[]): K[] =>
  keys.sort((a, b) => stripPlaces(b).length - stripPlaces(a).length);

function valuesIn(key: string, sentence: string): Record<string, string> | undefined {
  const names = key.match(PLACE) ?? [];
  const pattern = key.split(PLACE).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = new RegExp(`^${pattern.join("(.+)")}$`).exec(sentence)?.slice(1);
  return found && Object.fromEntries(names.map((name, at) => [name.slice(1, -1), found[at]!]));
}

const splitSentences = (text: string) => text.split(/(?<=[.!?])\s+/);
