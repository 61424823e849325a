import { DEVICE_COOKIES, DEVICE_KEYS } from "./names";

/**
 * Inline script that sets the theme before the first paint, to avoid a flash, and stores the time zone for later
 * requests.
 */
export const beforePaint = `try{var t=localStorage.getItem("${DEVICE_KEYS.theme}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}try{document.cookie="${DEVICE_COOKIES.timeZone}="+encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)+";path=/;max-age=31536000;samesite=lax"}catch{}`;

/** @param theme Null follows the system */
export function storeTheme(theme: "light" | "dark" | null): void {
  try {
    if (theme === null) localStorage.removeItem(DEVICE_KEYS.theme);
    else localStorage.setItem(DEVICE_KEYS.theme, theme);
  } catch {
    // Without storage the choice lasts until the page is reloaded.
  }
}

/** Maximum lifetime that browsers grant a cookie. */
export const MAX_COOKIE_AGE_S = 400 * 24 * 60 * 60;

export function storeCookie(cookie: keyof typeof DEVICE_COOKIES, value: string | null, path = "/"): void {
  const age = value === null ? 0 : MAX_COOKIE_AGE_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${DEVICE_COOKIES[cookie]}=${value ?? ""}; path=${path}; max-age=${age}; samesite=lax`;
}

/**
 * Sets the language of all pages in this browser, including cached ones.
 * @param language Null follows the browser
 */
export function storeLanguage(language: string | null): void {
  storeCookie("language", language);
  navigator.serviceWorker?.controller?.postMessage({ type: "renew" });
}
