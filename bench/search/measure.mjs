// Measures searches through the product's queries, as members of 1 %, 5 %, 50 % and all of the chats. The environment
// names a database filled by `fill.mjs`.
import { sql } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { findMessages } from "@/lib/knowledge/search/hybrid-search";
import { listNearest } from "@/lib/knowledge/search/queries/vectors";
import { buildWordQuery, detectSearchLanguage, listMatching } from "@/lib/knowledge/search/queries/words";
import { parseTerms } from "@/lib/knowledge/search/query-terms";
import { GROUP, PEOPLE } from "./fill.mjs";
import { DIMENSIONS, random, world } from "./vectors.mjs";

const [SIZE = "0", CALLS = "100"] = process.argv.slice(2);
/** Warm-up calls: more than the five executions after which PostgreSQL may switch to a generic plan. */
const WARM = 8;
const TOP = 10;
const MUST = { p50: 50, recall: 0.95 };
const TARGET = { p50: 10, recall: 0.98 };
const model = { id: 1, dimensions: DIMENSIONS };
const { subjects, generateVector } = world();
const toScope = (memberId) => ({
  kind: "message",
  audience: { groupId: GROUP, userId: memberId },
});

let missed = 0;
function line(name, times, recall) {
  times.sort((a, b) => a - b);
  const at = (q) => times[Math.floor(times.length * q)];
  const isMissed = at(0.5) > MUST.p50 || (recall ?? 1) < MUST.recall;
  const isTarget = at(0.5) <= TARGET.p50 && (recall ?? 1) >= TARGET.recall;
  if (isMissed) missed++;
  const figures = [at(0.5), at(0.99)].map((time) => `${time.toFixed(1).padStart(9)} ms`).join("");
  const exact = recall === undefined ? "" : recall.toFixed(3);
  console.log(
    `${name.padEnd(44)}${figures}${exact.padStart(10)}  ${isMissed ? "MISSED" : isTarget ? "target" : "must"}`,
  );
}

async function timed(times, n, call) {
  const began = performance.now();
  const result = await call();
  if (n >= WARM) times.push(performance.now() - began);
  return result;
}

async function exactly(scope, vector) {
  const rows = await db().execute(sql`
    select passage_id as id from passage_vectors where chat_id in (
      select chat_id from chat_members where user_id = ${scope.audience.userId}::int
        and (chat_id = ${scope.chatIds?.[0] ?? null}::int or ${scope.chatIds === undefined}::boolean))
    order by embedding <=> ${`[${vector.join()}]`}::vector limit ${TOP}::int`);
  return [...rows].map(({ id }) => Number(id));
}

async function byMeaning(name, scope) {
  const times = [];
  let [found, all] = [0, 0];
  for (let n = 0; n < WARM + Number(CALLS); n++) {
    const own = random(1_000_000_007 + n);
    const vector = generateVector(Math.floor(own() * subjects), own);
    const hits = await timed(times, n, () => listNearest({ scope, model, vector, limit: TOP }));
    // An exact comparison with a million vectors is slow, so only every fifth query runs it.
    if (n % 5 > 0) continue;
    const right = await exactly(scope, vector);
    found += right.filter((id) => hits.some((hit) => hit.id === id)).length;
    all += right.length;
  }
  line(name, times, found / all);
}

async function byWords(name, scope, text) {
  const times = [];
  for (let n = 0; n < WARM + Number(CALLS) / 2; n++) {
    const words = text(n);
    await timed(times, n, async () =>
      listMatching({
        scope,
        query: await buildWordQuery(parseTerms(words), await detectSearchLanguage(words)),
        limit: TOP,
      }),
    );
  }
  line(name, times);
}

/** Measures hybrid search as users run it, without the time to compute the query's vector. */
async function byBoth(name, scope, type) {
  const times = [];
  for (let n = 0; n < WARM + Number(CALLS); n++) {
    const own = random(1_000_000_007 + n);
    const subject = Math.floor(own() * subjects);
    const text = `word${1 + (n % 3)} word${700 + n} word${5000 + n}`;
    await timed(times, n, async () => {
      const words = await buildWordQuery(parseTerms(text), await detectSearchLanguage(text));
      const meaning = { model, vector: generateVector(subject, own), sure: 0.3 };
      await findMessages({ text, words, meaning, by: "meaning", unsure: 0 }, scope, {
        type,
        count: TOP,
      });
    });
  }
  line(name, times);
}

async function main() {
  console.log(
    `\n${`${SIZE} messages`.padEnd(44)}${"p50".padStart(12)}${"p99".padStart(12)}${"recall@10".padStart(10)}`,
  );
  for (const person of PEOPLE) await byMeaning(`meaning, in ${person} % of the chats`, toScope(person));
  const [least, most] = [toScope(PEOPLE[0]), toScope(PEOPLE.at(-1))];
  await byMeaning("meaning, one chat", { ...most, chatIds: [1] });
  await byMeaning("meaning, of one person", { ...most, authors: { userId: 1 } });
  await byBoth("both, hybrid, in all chats", most, "hybrid");
  await byBoth("both, mmr, in all chats", most, "mmr");
  const rare = (n) => `word${9000 + n} word${5000 + n} word${700 + n}`;
  await byWords("words, rare, in all chats", most, rare);
  await byWords("words, common, in all chats", most, (n) => `word${1 + (n % 3)} word${4 + (n % 5)}`);
  await byWords("words, common, in 1 % of the chats", least, (n) => `word${1 + (n % 3)}`);
}

main()
  .finally(closeDatabase)
  .then(
    () => process.exit(missed > 0 ? 1 : 0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
