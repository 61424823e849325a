import format, { type CompiledMessage, type FormatValues } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";
import type { ReaderLocale } from "./languages";
import type { Key, Messages, Screen } from "./screens";

type Value = string | number | Date;
type PlaceholderValues = Record<string, Value>;
// Functions render the text between `<name>` and `</name>`.
type RichValues = Record<string, Value | ((text: ReactNode) => ReactNode)>;

export interface Translate<S extends Screen> extends ReaderLocale {
  (key: Key<S>, values?: PlaceholderValues): string;
  keys(): Key<S>[];
  rich(key: Key<S>, values: RichValues): ReactNode;
}

/**
 * @param messages compiled messages of the screen. Unknown keys, which an older page may use, are returned unchanged.
 */
export function createTranslate<S extends Screen>(
  { language, locale }: ReaderLocale,
  messages: Messages | undefined,
): Translate<S> {
  const filled = (key: Key<S>, values?: RichValues) => {
    const message = messages?.[key] as CompiledMessage | undefined;
    if (message === undefined) return key;
    return format<ReactNode>(message, locale, values as FormatValues<ReactNode>, { formatters });
  };
  const t = (key: Key<S>, values?: PlaceholderValues) => filled(key, values) as string;
  const rich = (key: Key<S>, values: RichValues) =>
    createElement(Fragment, null, ...[filled(key, values)].flat());
  const keys = () => Object.keys(messages ?? {}) as Key<S>[];
  return Object.assign(t, { language, locale, keys, rich });
}

const kept = new Map<string, unknown>();

// Memoizes, because creating an Intl format takes longer than using it a hundred times.
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

export const { getDateTimeFormat: dateFormat, getNumberFormat: numberFormat } = formatters;
export const listFormat = once(Intl.ListFormat);
