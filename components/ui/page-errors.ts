const known = new WeakMap<object, string>();

/**
 * Tells the server's log of an error in this page, once.
 * @returns the id by which it is found there; of an error of the server the one that it has already
 */
export function reportPageError(error: unknown): string {
  const isObject = typeof error === "object" && error !== null;
  const earlier = isObject ? ((error as { digest?: string }).digest ?? known.get(error)) : undefined;
  if (earlier) return earlier;
  const id = Math.random().toString(36).slice(2, 10);
  if (isObject) known.set(error, id);
  if (typeof window !== "undefined") {
    void import("./tell-page-error").then(({ tell }) => tell(id, error)).catch(() => {});
  }
  return id;
}
