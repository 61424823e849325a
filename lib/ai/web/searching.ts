import { textOfHtml } from "@/lib/ai/extraction/service";
import { EgressError, fetchOutside } from "@/lib/platform/egress/service";
import { AppError } from "@/lib/platform/errors";
import { storable } from "@/lib/platform/storable";
import { SEARCH_ENGINES, type SearchEngineName } from "./contract";
import type { EngineConnection, SearchEngine } from "./engines/definition";
import { engines } from "./engines/registry";

/** What an engine found. */
export type Hit = { title: string; url: string; text: string };

const MOST_HITS = 8;
const TIMEOUT = 15_000;
const LARGEST = 2 * 1024 * 1024;
/** In characters: what is longer is no title, no address and no excerpt. */
const LONGEST = { title: 300, url: 2_000, text: 1_000 };

/** Asks an engine. @throws AppError with a sentence that names it; the reason of the signal */
export async function searchWith(
  name: SearchEngineName,
  connection: EngineConnection,
  query: string,
  signal?: AbortSignal,
): Promise<Hit[]> {
  const engine = engines[name];
  const failed = (why: string) =>
    new AppError("provider_failed", `${SEARCH_ENGINES[name]} can't be used: ${why}`);
  const { url, ...request } = engine.request(query, MOST_HITS, connection);
  try {
    const answer = await fetchOutside(url, {
      ...request,
      headers: { accept: "application/json", ...request.headers },
      allowPrivate: connection.allowsPrivate,
      // A key goes nowhere else.
      redirects: 0,
      timeout: TIMEOUT,
      largest: LARGEST,
      signal,
    });
    const text = await answer.text();
    if (!answer.ok) throw failed(refusalOf(engine, answer.status));
    const hits = hitsIn(engine, text);
    if (!hits) throw failed("It sent something that is no result of a search.");
    return hits;
  } catch (error) {
    if (error instanceof EgressError) throw failed(error.message);
    throw error;
  }
}

function refusalOf({ refusal, form }: SearchEngine, status: number): string {
  const own = refusal?.(status);
  if (own) return own;
  if ((status === 401 || status === 403) && form.key === "needed") return "It refused the key.";
  if (status === 429) return "It was asked too often, or its quota is used up. Try again later.";
  return `It answered with the status ${status}.`;
}

/** The results of an answer, as far as they are some; undefined when it is no answer. */
function hitsIn({ results }: SearchEngine, text: string): Hit[] | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof found !== "object" || found === null) return undefined;
  for (const name of results.at) found = (found as Record<string, unknown> | undefined)?.[name];
  // An engine that found nothing leaves its list out.
  if (found === undefined) return [];
  if (!Array.isArray(found)) return undefined;
  return found.flatMap((one) => hitOf(results, one) ?? []).slice(0, MOST_HITS);
}

function hitOf({ title, url, text }: SearchEngine["results"], one: unknown): Hit | undefined {
  const given = (one ?? {}) as Record<string, unknown>;
  const address = given[url];
  if (typeof address !== "string" || address.length > LONGEST.url) return undefined;
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return undefined;
  const said = (value: unknown, longest: number) =>
    typeof value === "string"
      ? storable(textOfHtml(value.slice(0, 2 * longest)))
          .slice(0, longest)
          .trim()
      : "";
  return {
    title: said(given[title], LONGEST.title) || new URL(address).hostname,
    url: new URL(address).href,
    text: said(given[text], LONGEST.text),
  };
}
