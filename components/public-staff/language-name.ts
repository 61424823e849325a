/** "German" for `de` to a reader of English, or the code where the browser knows no name for it. */
export function languageName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
