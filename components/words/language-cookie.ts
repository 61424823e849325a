/** Holds the language that somebody chose in this browser; without it the browser's own counts. */
export const LANGUAGE_COOKIE = "language";
