// Proxies commonly accept 8 kB of headers, and a frame stores several of these cookies.
const MAX_COOKIE_CHARACTERS = 1800;
// Sessions expire after 180 days.
const MAX_AGE_SECONDS = 180 * 86_400;

const toCookieName = (key: string) => key.replaceAll(":", "_");
const write = (text: string, maxAge: number) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside of secure contexts
  document.cookie = `${text};path=${location.pathname};max-age=${maxAge};secure;samesite=none;partitioned`;
};

/**
 * Stores values in partitioned cookies (CHIPS), for browsers that block third-party cookies and with them all other
 * storage of frames. The path limits them to requests for the frame's own page.
 */
export const partitionedCookies = {
  getItem(key: string): string | null {
    const start = `${toCookieName(key)}=`;
    const cookie = document.cookie.split("; ").find((text) => text.startsWith(start));
    return cookie === undefined ? null : decodeURIComponent(cookie.slice(start.length));
  },
  /** @throws RangeError if the value is too long or the browser refuses it */
  setItem(key: string, value: string): void {
    const text = `${toCookieName(key)}=${encodeURIComponent(value)}`;
    if (text.length <= MAX_COOKIE_CHARACTERS) write(text, MAX_AGE_SECONDS);
    if (partitionedCookies.getItem(key) === value) return;
    partitionedCookies.removeItem(key);
    throw new RangeError("The cookie was not kept.");
  },
  removeItem: (key: string): void => write(`${toCookieName(key)}=`, 0),
};
