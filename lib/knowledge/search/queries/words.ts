import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { buildSearchForms, detectLanguage } from "@/lib/llm/indexing/service";
import { isCode } from "../codes";
import { isStopWord } from "../query-in-history";
import type { Term, Terms } from "../query-terms";
import { runPlanned } from "./planned";
import { isWithinScope, type SearchScope } from "./rights";
import type { Hit } from "./vectors";

// The number of newest matching chunks that are ranked. If too few chunks have all words, each word gets an equal share
// of this number.
const MAX_RANKED_PASSAGES = 1_000;
const MIN_PASSAGES_PER_WORD = 50;
const MAX_WORDS = 32;
// The candidate languages for a search in Latin letters, and the stemmers that are used when detection fails.
const LIKELY = ["english", "german", "french", "spanish", "portuguese", "italian", "dutch", "swedish"];

// A query for one or more lexemes. Chunks with a common lexeme are found fastest by scanning from the newest chunk,
// others through the full-text index.
type LexemeQuery = { query: string; isCommon: boolean };
type Weighing = { scope: SearchScope; terms: WordTerm[]; wanted: LexemeQuery[]; most: number; limit: number };

// A term as a `tsquery`. A matching code weighs more than an equally rare word, because a text with a different code
// doesn't answer the question.
type WordTerm = { query: string; isCode: boolean };
const WEIGHT_OF_CODE = 2;
export type WordQuery = { terms: WordTerm[]; unwanted: string[] };

/**
 * Detects the language of a search by its script or by PostgreSQL's stop words; null when it is ambiguous, as for most
 * searches of two words. Short searches need longer lists of stop words than indexed texts
 * (`lib/llm/indexing/language`).
 */
export async function detectSearchLanguage(text: string): Promise<string | null> {
  const words = [...new Set(text.toLowerCase().match(/\p{sc=Latin}[\p{sc=Latin}\p{M}'’]*/gu))].slice(
    0,
    MAX_WORDS,
  );
  if (words.join("").length * 2 < (text.match(/\p{L}/gu)?.length ?? 0)) return detectLanguage(text);
  if (words.length === 0) return null;
  const [first, second] = await db().execute<{ name: string; known: number }>(sql`
    select name, count(*)::int as known
    from jsonb_array_elements_text(${JSON.stringify(LIKELY)}::jsonb) name,
      jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) word
    where numnode(plainto_tsquery(name::regconfig, word)) = 0
    group by name order by known desc limit 2`);
  return first && first.known > (second?.known ?? 0) ? first.name : null;
}

export async function buildWordQuery(
  { wanted, unwanted }: Terms,
  language: string | null,
): Promise<WordQuery> {
  if (wanted.length === 0) return { terms: [], unwanted: [] };
  const [terms, without] = [await parsed(wanted, language), await parsed(unwanted, language)];
  const telling = terms.filter(({ isCommon }) => !isCommon);
  // In a search without lowercase letters and digits, capitals don't mark codes.
  const hasLowerCase = wanted.some(({ text }) => /[\p{Ll}\p{N}]/u.test(text));
  return {
    terms: (telling.length > 0 ? telling : terms).map(({ query, text }) => ({
      query,
      isCode: hasLowerCase && isCode(text),
    })),
    unwanted: without.map(({ query }) => query),
  };
}

// Parses terms into `tsquery`. `isCommon` marks stop words of the language.
async function parsed(terms: Term[], language: string | null) {
  if (terms.length === 0) return [];
  const given = terms.map((term, at) => ({
    ...term,
    at,
    ...(term.kind === "word" ? buildSearchForms(term.text, language) : { beginnings: [], parts: [] }),
  }));
  const own = sql.raw(`'${language ?? "simple"}'::regconfig`);
  const stems = (language ? [language] : LIKELY).map((name) => sql.raw(`plainto_tsquery('${name}', text)`));
  const isCommon = language ? sql.raw(`numnode(plainto_tsquery('${language}', text)) = 0`) : sql`false`;
  const rows = await db().execute<{ at: number; query: string; is_common: boolean }>(sql`
    select at, query::text as query, kind = 'word' and ${isCommon} as is_common from (
      select at, kind, text, case kind
        when 'phrase' then phraseto_tsquery('simple', fold(text))
        when 'option' then quote_literal(text)::tsquery
        when 'beginning' then to_tsquery('simple', text || ':*')
        else coalesce((select string_agg(distinct '(' || way::text || ')', ' | ') from unnest(array[
          plainto_tsquery('simple', fold(text)), ${sql.join(stems, sql`, `)},
          plainto_tsquery('simple', fold(coalesce(stem, ''))),
          coalesce(code, '')::tsquery,
          coalesce((select string_agg(quote_literal(fold(value)) || ':*', ' | ')
            from jsonb_array_elements_text(beginnings) value), '')::tsquery,
          coalesce((select string_agg('(' || query::text || ')', ' | ') from (
            select plainto_tsquery(${own}, value ->> 0) && plainto_tsquery(${own}, value ->> 1) as query
            from jsonb_array_elements(parts) value) pairs where numnode(query) > 1), '')::tsquery
        ]) way where numnode(way) > 0), '')::tsquery end as query
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as term (at int, kind text, text text, code text, stem text, beginnings jsonb, parts jsonb)) parsed
    where numnode(query) > 0 order by at`);
  return [...rows].map(({ at, query, is_common }) => {
    const { kind, text } = terms[at]!;
    return { query, text, isCommon: is_common || (kind === "word" && isStopWord(text, language)) };
  });
}

const joined = (terms: string[], operator: "&" | "|") =>
  terms.map((term) => `(${term})`).join(` ${operator} `);

/**
 * Returns the chunks of a scope that have words of a search, the best first. The score is the share of the search's
 * words that a chunk has, weighted by inverse document frequency.
 */
export async function listMatching(input: {
  scope: SearchScope;
  query: WordQuery;
  limit: number;
}): Promise<Hit[]> {
  const { terms, unwanted } = input.query;
  if (terms.length === 0) return [];
  const without = unwanted.length > 0 ? ` & !(${joined(unwanted, "|")})` : "";
  const weighed = (queries: LexemeQuery[], most: number) =>
    best({
      ...input,
      terms,
      wanted: queries.map((each) => ({ ...each, query: `(${each.query})${without}` })),
      most,
    });
  return runPlanned(async () => {
    const queries = terms.map(({ query }) => query);
    const common = await commonLexemes(queries);
    const wanted = queries.map((query) => ({
      query,
      isCommon: lexemesAlone(query).some((lexeme) => common.has(lexeme)),
    }));
    const allAreCommon = wanted.every(({ isCommon }) => isCommon);
    const all = await weighed([{ query: joined(queries, "&"), isCommon: allAreCommon }], MAX_RANKED_PASSAGES);
    if (all.length >= input.limit || terms.length === 1) return all;
    return weighed(wanted, Math.max(MIN_PASSAGES_PER_WORD, Math.floor(MAX_RANKED_PASSAGES / terms.length)));
  });
}

// Returns the lexemes that each satisfy a query on their own. The result may include lexemes that do so only within a
// phrase, which is accurate enough for choosing a plan.
const lexemesAlone = (query: string): string[] =>
  query
    .split(" | ")
    .flatMap((way) => /^[\s(]*'((?:[^']|'')+)'[\s)]*$/.exec(way)?.[1]?.replaceAll("''", "'") ?? []);

async function commonLexemes(queries: string[]): Promise<Set<string>> {
  const lexemes = JSON.stringify(queries.flatMap(lexemesAlone));
  const rows = await db().execute<{ lexeme: string }>(sql`
    select distinct lexeme from pg_stats, unnest(most_common_elems::text::text[]) lexeme
    where schemaname = current_schema() and tablename = 'passages' and attname = 'words'
      and lexeme in (select jsonb_array_elements_text(${lexemes}::jsonb))`);
  return new Set([...rows].map(({ lexeme }) => lexeme));
}

/**
 * Returns the best of the newest chunks that match. The planner assumes that one in 200 chunks has a lexeme that is
 * missing from its statistics, and would scan all chunks for a rare one. Ordering by `+ 0` rules out that scan, so that
 * the full-text index is used.
 * @param wanted each query is a separate part of the statement, so that the planner knows how common it is
 */
async function best({ scope, terms, wanted, most, limit }: Weighing): Promise<Hit[]> {
  const newest = wanted.map(
    ({ query, isCommon }) => sql`(select passages.id from passages
      where passages.words @@ ${query}::tsquery and ${isWithinScope(scope, "passages")}
      order by passages.id ${isCommon ? sql`` : sql`+ 0`} desc limit ${sql.raw(String(most))})`,
  );
  const rows = await db().execute<{ id: string; score: number }>(sql`
    with found as materialized (
      select passages.id, passages.words from passages
      where passages.id in (${sql.join(newest, sql` union `)})
    ), term as materialized (
      select at, (value ->> 'query')::tsquery as query,
        case when (value ->> 'isCode')::boolean then ${WEIGHT_OF_CODE}::float8 else 1 end as factor
      from jsonb_array_elements(${JSON.stringify(terms)}::jsonb) with ordinality as given (value, at)
    ), hits as materialized (
      select found.id, term.at from found join term on found.words @@ term.query
    ), weights as materialized (
      select term.at, case when count(hits.id) = 0 then 1 else factor end
        * ln(1 + greatest((select count(*) from found), 100)::float8 / greatest(count(hits.id), 1)) as weight
      from term left join hits on hits.at = term.at group by term.at, factor
    )
    select found.id, scored.score from (
      select hits.id, sum(weight) / (select sum(weight) from weights) as score
      from hits join weights on weights.at = hits.at group by hits.id
    ) scored join found on found.id = scored.id
    order by scored.score desc, ts_rank_cd(found.words, ${joined(
      terms.map(({ query }) => query),
      "|",
    )}::tsquery, 1) desc, found.id desc
    limit ${limit}::int`);
  return [...rows].map(({ id, score }) => ({ id: Number(id), score: Math.min(1, score) }));
}
