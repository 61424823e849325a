/** Proxies accept 8 kB of headers, and a frame keeps a handful of these. */
const MAX_COOKIE_CHARACTERS = 1800;
/** A session ends after as many days. */
const MAX_AGE_SECONDS = 180 * 86_400;

const nameOf = (key: string) => key.replaceAll(":", "_");
const write = (text: string, maxAge: number) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside of secure contexts
  document.cookie = `${text};path=${location.pathname};max-age=${maxAge};secure;samesite=none;partitioned`;
};

/**
 * A store for frames that may use no other: browsers that block third-party cookies refuse them every storage, but keep
 * partitioned cookies apart for each embedding site. The path keeps them out of all requests but the frame's own page.
 */
export const partitionedCookies = {
  getItem(key: string): string | null {
    const start = `${nameOf(key)}=`;
    const cookie = document.cookie.split("; ").find((text) => text.startsWith(start));
    return cookie === undefined ? null : decodeURIComponent(cookie.slice(start.length));
  },
  /** @throws RangeError when the value is too long or the browser refuses it */
  setItem(key: string, value: string): void {
    const text = `${nameOf(key)}=${encodeURIComponent(value)}`;
    if (text.length <= MAX_COOKIE_CHARACTERS) write(text, MAX_AGE_SECONDS);
    if (partitionedCookies.getItem(key) === value) return;
    partitionedCookies.removeItem(key);
    throw new RangeError("The cookie was not kept.");
  },
  removeItem: (key: string): void => write(`${nameOf(key)}=`, 0),
};
