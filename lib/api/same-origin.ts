import { config } from "@/lib/platform/config";

type Asked = { method: string; headers: Record<string, string | undefined> };

/**
 * Whether a request comes from one of our own pages, as its browser says:
 * another site's request never counts as the person's own. A typed address is
 * their own too, which reads and changes nothing.
 * @param unsaid What counts for a caller that doesn't say where it comes from, as programs and old browsers do
 */
export function isSameOrigin({ method, headers }: Asked, unsaid: boolean): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || (site === "none" && method === "GET");
  const { origin, host } = headers;
  if (origin === undefined) return unsaid;
  if (!URL.canParse(origin)) return false;
  return [host, new URL(config().appUrl).host].includes(new URL(origin).host);
}
