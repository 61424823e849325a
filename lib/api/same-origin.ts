import { config } from "@/lib/platform/config";

type RequestHead = { method: string; headers: Record<string, string | undefined> };

/**
 * Detects cross-site requests by the browser's fetch metadata, as CSRF protection. GET requests for typed
 * URLs count as same-origin, because they change nothing.
 * @param unsaid result for clients without these headers, such as programs and old browsers
 */
export function isSameOrigin({ method, headers }: RequestHead, unsaid: boolean): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || (site === "none" && method === "GET");
  const { origin, host } = headers;
  if (origin === undefined) return unsaid;
  if (!URL.canParse(origin)) return false;
  return [host, new URL(config().appUrl).host].includes(new URL(origin).host);
}
