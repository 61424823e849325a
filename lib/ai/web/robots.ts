import { LRUCache } from "lru-cache";
import robotsParser from "robots-parser";
import { EgressError, fetchOutside } from "@/lib/platform/egress/service";
import { AppError } from "@/lib/platform/errors";
import { single } from "@/lib/platform/singleton";

/** By what sites know Parley (RFC 9309, 2.2.1). */
const AGENT = "ParleyBot";
export const HEADERS = { "user-agent": `${AGENT}/1.0 (reads a page for a person who asked)` };

const TIMEOUT = 10_000;
/** RFC 9309, 2.5: of more, the beginning counts. What is ten times that is none. */
const LARGEST = 5 * 1024 * 1024;
const LONGEST = 512 * 1024;
/** How long an answer holds, in ms. */
const KNOWN = 60 * 60_000;
const MOST_SITES = 1000;

type Rules = { isAllowed: (url: string) => boolean };
const known = () => single("robots", () => new LRUCache<string, Rules>({ max: MOST_SITES, ttl: KNOWN }));

/**
 * Holds to what a site says of programs that read it (RFC 9309).
 * @throws AppError forbidden where it may not be read, EgressError
 */
export async function assertAllowed(url: URL, signal?: AbortSignal): Promise<void> {
  const rules = known().get(url.origin) ?? (await rulesOf(url, signal));
  known().set(url.origin, rules);
  if (!rules.isAllowed(url.href))
    throw new AppError("forbidden", `${url.hostname} doesn't allow programs to read this page (robots.txt).`);
}

async function rulesOf(url: URL, signal?: AbortSignal): Promise<Rules> {
  const address = new URL("/robots.txt", url).href;
  try {
    const answer = await fetchOutside(address, {
      headers: HEADERS,
      timeout: TIMEOUT,
      largest: LARGEST,
      signal,
    });
    if (answer.status >= 500)
      throw new EgressError("unreachable", `The site's robots.txt answered ${answer.status}.`);
    const text = await answer.text();
    const robots = robotsParser(address, answer.ok ? text.slice(0, LONGEST) : "");
    return { isAllowed: (href) => robots.isAllowed(href, AGENT) !== false };
  } catch (error) {
    // What goes on and on is no list of rules; such a site is reached and has none.
    if (error instanceof EgressError && error.fault === "garbage") return { isAllowed: () => true };
    throw error;
  }
}
