import format, { type CompiledMessage, type FormatValues } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";
import type { Reader } from "./languages";
import type { Key, Messages, Screen } from "./screens";

type Value = string | number | Date;
/** What goes into a message: values by name. */
type Values = Record<string, Value>;
/** The same, and what is made of the text between `<name>` and `</name>`. */
type RichValues = Record<string, Value | ((text: ReactNode) => ReactNode)>;

/** Says the words of one screen to one reader. */
export interface Translate<S extends Screen> extends Reader {
  (key: Key<S>, values?: Values): string;
  /** The names of all messages. */
  keys(): Key<S>[];
  /** For messages with tags. */
  rich(key: Key<S>, values: RichValues): ReactNode;
}

/** @param messages of the screen, compiled. A key that is not among them (an older page asks) is shown itself. */
export function translator<S extends Screen>(
  { language, locale }: Reader,
  messages: Messages | undefined,
): Translate<S> {
  const filled = (key: Key<S>, values?: RichValues) => {
    const message = messages?.[key] as CompiledMessage | undefined;
    if (message === undefined) return key;
    return format<ReactNode>(message, locale, values as FormatValues<ReactNode>, { formatters });
  };
  const t = (key: Key<S>, values?: Values) => filled(key, values) as string;
  const rich = (key: Key<S>, values: RichValues) =>
    createElement(Fragment, null, ...[filled(key, values)].flat());
  const keys = () => Object.keys(messages ?? {}) as Key<S>[];
  return Object.assign(t, { language, locale, keys, rich });
}

const kept = new Map<string, unknown>();

/** Making a format takes longer than using it a hundred times. */
function once<Arguments extends unknown[], T>(make: new (...given: Arguments) => T) {
  return (...given: Arguments): T => {
    const key = `${make.name} ${JSON.stringify(given)}`;
    const found = (kept.get(key) as T | undefined) ?? new make(...given);
    kept.set(key, found);
    return found;
  };
}

const formatters = {
  getDateTimeFormat: once(Intl.DateTimeFormat),
  getNumberFormat: once(Intl.NumberFormat),
  getPluralRules: once(Intl.PluralRules),
};

/** Formats of `Intl` that are made once for each way to format. */
export const { getDateTimeFormat: dateFormat, getNumberFormat: numberFormat } = formatters;
export const listFormat = once(Intl.ListFormat);
