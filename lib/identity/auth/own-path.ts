/**
 * Where to go after signing in: `next` when it lies on our own origin, else the
 * start page. Parsed as a browser parses it, because `//evil` and
 * `/\evil` look like paths and are not.
 */
export function ownPath(next: unknown, origin: string): string {
  if (typeof next !== "string" || next === "") return "/";
  try {
    const url = new URL(next, origin);
    if (url.origin !== new URL(origin).origin) return "/";
    // "/.//evil" is ours and has the pathname "//evil", which would not be.
    return url.pathname.replace(/^\/+/, "/") + url.search + url.hash;
  } catch {
    return "/";
  }
}

/** The address of a page that keeps where somebody wanted to go. */
export const withNext = (page: string, next: string): string =>
  next === "/" ? page : `${page}${page.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
