const known = new WeakMap<object, string>();

/**
 * Reports an error to the server's log once.
 * @returns the id of the report; for a server error, its existing id
 */
export function reportPageError(error: unknown): string {
  const isObject = typeof error === "object" && error !== null;
  const earlier = isObject ? ((error as { digest?: string }).digest ?? known.get(error)) : undefined;
  if (earlier) return earlier;
  const id = Math.random().toString(36).slice(2, 10);
  if (isObject) known.set(error, id);
  if (typeof window !== "undefined") {
    void import("./send-page-error").then(({ sendPageError }) => sendPageError(id, error)).catch(() => {});
  }
  return id;
}
