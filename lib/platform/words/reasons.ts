import type { Translate } from "./translate";

/**
 * Says a reason that was stored in English in the reader's language. The API's sentences are the names of the messages
 * themselves, as in gettext: "The server answered {status}." What has no message stays as it is.
 *
 * @param reason one sentence or several
 */
export function reasonIn(t: Translate<"reasons">, reason: string): string {
  return (
    said(t, reason) ??
    sentencesOf(reason)
      .map((one) => said(t, one) ?? one)
      .join(" ")
  );
}

function said(t: Translate<"reasons">, reason: string): string | undefined {
  for (const key of mostSpecificFirst(t.keys())) {
    const values = valuesIn(key, reason);
    if (values) return t(key, values);
  }
  return undefined;
}

const PLACE = /\{\w+\}/g;
const literalOf = (key: string) => key.replace(PLACE, "");

const mostSpecificFirst = <K extends string>(keys: K[]): K[] =>
  keys.sort((a, b) => literalOf(b).length - literalOf(a).length);

/** What stands in a sentence at the places of another; undefined when it is not that sentence. */
function valuesIn(key: string, sentence: string): Record<string, string> | undefined {
  const names = key.match(PLACE) ?? [];
  const pattern = key.split(PLACE).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = new RegExp(`^${pattern.join("(.+)")}$`).exec(sentence)?.slice(1);
  return found && Object.fromEntries(names.map((name, at) => [name.slice(1, -1), found[at]!]));
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+/);
