/** Returns "German" for `de` in an English locale, or the code if the browser knows no name. */
export function getLanguageName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
