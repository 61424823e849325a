/** The cookie that remembers the language of examples, so that the server shows it at once. */
export const LANGUAGE_COOKIE = "docs_language";
