// Retrieval quality: labelled questions by mode, with the embedding model in EMBEDDING_MODEL. The environment names
// an empty data directory. Prints nDCG@10 by kind of question, tuned and held out.
import { closeDatabase, db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { groupMembers, groups, users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";
import {
  findMessages,
  type PreparedSearch,
  prepare,
  type SearchType,
} from "@/lib/knowledge/search/hybrid-search";
import type { SearchScope } from "@/lib/knowledge/search/queries/rights";
import * as indexing from "@/lib/llm/indexing/service";
import { CORPORA, type Corpus, type Question } from "./questions";

const TOP = 10;
type Mode = "words" | SearchType;
const MODES: Mode[] = ["words", "similarity", "hybrid", "mmr"];
/** Minimum nDCG@10 of a search mode. */
const MIN_QUALITY = 0.7;
/** Maximum loss of the default mode relative to the best mode, for every kind. */
const MAX_LOSS = 0.01;

type SearchTarget = { scope: SearchScope; ids: number[] };

async function owner(): Promise<{ groupId: string; userId: number }> {
  const [user] = await db()
    .insert(users)
    .values({ email: "quality@example.com", fullName: "Quality" })
    .returning({ id: users.id });
  const [group] = await db().insert(groups).values({ name: "Quality" }).returning({ id: groups.id });
  const [userId, groupId] = [user!.id, group!.id];
  await db().insert(groupMembers).values({ groupId, userId, role: "owner", mentionName: "quality" });
  return { groupId, userId };
}

async function fill(
  who: { groupId: string; userId: number },
  { name, passages }: Corpus,
): Promise<SearchTarget> {
  const { groupId, userId } = who;
  const [chat] = await db().insert(chats).values({ groupId, name }).returning({ id: chats.id });
  await db().insert(chatMembers).values({ chatId: chat!.id, userId, groupId, role: "owner" });
  const rows = await db()
    .insert(messages)
    .values(
      passages.map((text) => ({ chatId: chat!.id, userType: "user" as const, text, fromUserId: userId })),
    )
    .returning({ id: messages.id });
  const scope: SearchScope = { kind: "message", audience: who, chatIds: [chat!.id] };
  return { scope, ids: rows.map(({ id }) => id) };
}

/** Normalized discounted cumulative gain: 1 when all relevant results come first. */
function ndcg(found: number[], right: number[]): number {
  const gain = (position: number) => 1 / Math.log2(position + 2);
  const reached = found.reduce((sum, at, position) => sum + (right.includes(at) ? gain(position) : 0), 0);
  return reached / right.reduce((sum, _, position) => sum + gain(position), 0);
}

const wordsOnly = (search: PreparedSearch): PreparedSearch => ({
  ...search,
  meaning: undefined,
  by: "words",
});

async function scoreSearch(
  search: PreparedSearch,
  mode: Mode,
  { scope, ids }: SearchTarget,
  right: number[],
): Promise<number> {
  const type = mode === "words" ? "hybrid" : mode;
  const hits = await findMessages(mode === "words" ? wordsOnly(search) : search, scope, { type, count: TOP });
  return ndcg(
    hits.map(({ messageId }) => ids.indexOf(messageId)),
    right,
  );
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const cells = (...of: string[]) => of.map((cell) => cell.padEnd(13)).join("");

async function main(): Promise<number> {
  await migrateDatabase();
  const who = await owner();
  const places = new Map<Corpus, SearchTarget>();
  for (const corpus of CORPORA) places.set(corpus, await fill(who, corpus));
  while (await indexing.indexMessages(who.groupId));
  const scores: (Question & { mode: Mode; score: number })[] = [];
  for (const [corpus, place] of places)
    for (const question of corpus.questions) {
      const search = await prepare(question.query, who.groupId);
      for (const mode of MODES)
        scores.push({ ...question, mode, score: await scoreSearch(search, mode, place, question.right) });
    }
  const kinds = [...new Set(scores.map(({ of }) => of))];
  const getMean = (mode: Mode, kind?: string, isHeldOut?: boolean) =>
    mean(
      scores
        .filter((each) => each.mode === mode && (kind === undefined || each.of === kind))
        .filter((each) => isHeldOut === undefined || each.isHeldOut === isHeldOut)
        .map(({ score }) => score),
    );
  if (process.env.BENCH_WRONG)
    for (const { of, query, mode, score } of scores)
      if (score < 1) console.log("  not first:", of, mode, score.toFixed(2), query);
  console.log(`${scores.length / MODES.length} questions, nDCG@${TOP}: for tuning/held out`);
  console.log(cells("", ...MODES));
  for (const kind of kinds) {
    const both = (mode: Mode) =>
      [false, true].map((isHeldOut) => getMean(mode, kind, isHeldOut).toFixed(3)).join("/");
    console.log(cells(kind, ...MODES.map(both)));
  }
  console.log(cells("all", ...MODES.map((mode) => getMean(mode).toFixed(3))));
  const lost = kinds.map((kind) => getMean("hybrid", kind) - getMean("mmr", kind));
  return getMean("mmr", "office") >= MIN_QUALITY && Math.max(...lost) <= MAX_LOSS ? 0 : 1;
}

main()
  .finally(closeDatabase)
  .then(
    (code) => process.exit(code),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
