/**
 * Returns `next` if it lies on our origin, else "/". Parses it as browsers do, because `//evil` and `/\evil` look
 * like paths but are not.
 */
export function toOwnPath(next: unknown, origin: string): string {
  if (typeof next !== "string" || next === "") return "/";
  try {
    const url = new URL(next, origin);
    if (url.origin !== new URL(origin).origin) return "/";
    // "/.//evil" is same-origin, but its pathname "//evil" would not be.
    return url.pathname.replace(/^\/+/, "/") + url.search + url.hash;
  } catch {
    return "/";
  }
}

export const withNext = (page: string, next: string): string =>
  next === "/" ? page : `${page}${page.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
