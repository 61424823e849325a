import type { ReplySource } from "@/lib/knowledge/search/service";
import type { listCitations } from "./citations";
import type { ReplyRow } from "./queries";

type StoredCitation = Partial<ReturnType<typeof listCitations>[number]> & { n: number };
type Usage = Record<string, unknown>;

/**
 * Returns the sources of a continued reply: those that its text cites keep their numbers, and the found ones take the
 * others.
 */
export function mergeSources(stopped: Pick<ReplyRow, "extra">, found: ReplySource[]): ReplySource[] {
  const citations = (stopped.extra?.citations ?? []) as StoredCitation[];
  const cited = new Map(citations.map((citation) => [citation.n, toSource(citation)]));
  const isCited = (source: ReplySource) => [...cited.values()].some((other) => isSame(source, other));
  const others = found.filter((source) => !isCited(source));
  const count = Math.max(0, ...cited.keys());
  const numbered = Array.from({ length: count }, (_, at) => {
    const source = cited.get(at + 1);
    return source ? (found.find((other) => isSame(source, other)) ?? source) : others.shift();
  });
  // Unused numbers repeat a cited source, so that the later ones keep theirs.
  const fallback = cited.values().next().value;
  return [...numbered.flatMap((source) => source ?? fallback ?? []), ...others];
}

const isSame = (one: ReplySource, other: ReplySource): boolean =>
  one.documentId === other.documentId &&
  one.messageId === other.messageId &&
  one.start === other.start &&
  one.url === other.url;

const toSource = (citation: StoredCitation): ReplySource => ({
  documentId: citation.document_id ?? null,
  messageId: citation.message_id ?? null,
  title: citation.title ?? "",
  text: citation.snippet ?? "",
  page: citation.page ?? null,
  seconds: citation.seconds ?? null,
  start: citation.start ?? null,
  length: citation.length ?? null,
  chatUuid: citation.chat_uuid ?? null,
  ...(citation.url !== undefined && { url: citation.url }),
});

/** Returns the `extra` of a continued reply, which includes what its first part used. */
export function mergeExtra(stopped: Pick<ReplyRow, "extra">, extra: Record<string, unknown>) {
  const { plan, previous, usage, citations, context } = stopped.extra ?? {};
  return {
    ...(citations !== undefined && { citations }),
    ...(context !== undefined && { context }),
    ...(plan !== undefined && { plan }),
    ...(previous !== undefined && { previous }),
    ...extra,
    usage: addUsage((usage ?? {}) as Usage, (extra.usage ?? {}) as Usage),
  };
}

function addUsage(first: Usage, second: Usage): Usage {
  const add = (name: string) =>
    typeof first[name] === "number" || typeof second[name] === "number"
      ? Number(first[name] ?? 0) + Number(second[name] ?? 0)
      : null;
  return {
    ...second,
    input_tokens: add("input_tokens"),
    output_tokens: add("output_tokens"),
    duration_ms: add("duration_ms"),
  };
}
