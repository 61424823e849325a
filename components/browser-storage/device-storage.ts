import { DEVICE_COOKIES, DEVICE_KEYS } from "./names";

/**
 * Runs before the first paint, so that nothing flashes in the other theme; and
 * tells the server the reader's time zone for the pages to come.
 */
export const beforePaint = `try{var t=localStorage.getItem("${DEVICE_KEYS.theme}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}try{document.cookie="${DEVICE_COOKIES.timeZone}="+encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)+";path=/;max-age=31536000;samesite=lax"}catch{}`;

/** @param theme null: as the system's */
export function storeTheme(theme: "light" | "dark" | null): void {
  try {
    if (theme === null) localStorage.removeItem(DEVICE_KEYS.theme);
    else localStorage.setItem(DEVICE_KEYS.theme, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** As long as browsers keep a cookie. In seconds. */
export const MAX_COOKIE_AGE_S = 400 * 24 * 60 * 60;

/** @param value null removes it */
export function storeCookie(cookie: keyof typeof DEVICE_COOKIES, value: string | null, path = "/"): void {
  const age = value === null ? 0 : MAX_COOKIE_AGE_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${DEVICE_COOKIES[cookie]}=${value ?? ""}; path=${path}; max-age=${age}; samesite=lax`;
}

/** Reads the pages of this browser in a language from now on, also those that it keeps. @param language null: the browser's own */
export function storeLanguage(language: string | null): void {
  storeCookie("language", language);
  navigator.serviceWorker?.controller?.postMessage({ type: "renew" });
}
