// How well searches find what people mean: labelled queries among the passages of an invented office, by mode. Its
// environment names an empty data folder. Prints nDCG@10 of all queries, and of those in each language.
import { closeDatabase, db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { groupMembers, groups, users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";
import * as indexing from "@/lib/ai/indexing/service";
import { findMessages, prepare, type SearchType } from "@/lib/knowledge/search/find";
import { PASSAGES, QUERIES } from "./labelled";

const TOP = 10;
const MODES: SearchType[] = ["similarity", "mmr", "hybrid"];
/** As a user of the search would want it, from what the modes reached when they were made. */
const LEAST = 0.7;
/** What is searched with when nothing else is said may be so much worse than the best, in any language. */
const MOST_LOST = 0.01;

async function fill(): Promise<{ groupId: string; memberId: number; ids: number[] }> {
  const [user] = await db()
    .insert(users)
    .values({ email: "quality@example.com", fullName: "Quality" })
    .returning({ id: users.id });
  const [group] = await db().insert(groups).values({ name: "Quality" }).returning({ id: groups.id });
  const [memberId, groupId] = [user!.id, group!.id];
  await db()
    .insert(groupMembers)
    .values({ groupId, userId: memberId, role: "owner", mentionName: "quality" });
  const [chat] = await db().insert(chats).values({ groupId, name: "Office" }).returning({ id: chats.id });
  await db().insert(chatMembers).values({ chatId: chat!.id, userId: memberId, groupId, role: "owner" });
  const rows = await db()
    .insert(messages)
    .values(
      PASSAGES.map((text) => ({ chatId: chat!.id, userType: "user" as const, text, fromUserId: memberId })),
    )
    .returning({ id: messages.id });
  return { groupId, memberId, ids: rows.map(({ id }) => id) };
}

/** 1 when all that is right stands first, less the further behind it is. */
function ndcg(found: number[], right: number[]): number {
  const gain = (position: number) => 1 / Math.log2(position + 2);
  const reached = found.reduce((sum, at, position) => sum + (right.includes(at) ? gain(position) : 0), 0);
  return reached / right.reduce((sum, _, position) => sum + gain(position), 0);
}

async function main(): Promise<number> {
  await migrateDatabase();
  const { groupId, memberId, ids } = await fill();
  while (await indexing.indexMessages(groupId));
  const languages = [...new Set(QUERIES.map(({ language }) => language))];
  console.log(`${PASSAGES.length} passages, ${QUERIES.length} queries, nDCG@${TOP}`);
  console.log(["", "all", ...languages].map((name) => name.padEnd(12)).join(""));
  let worst = 1;
  const means = new Map<string, number>();
  for (const type of MODES) {
    const scores = new Map<string, number[]>();
    for (const { language, query, right } of QUERIES) {
      const hits = await findMessages(
        await prepare(query, groupId),
        { kind: "message", audience: { groupId, userId: memberId } },
        { type, count: TOP },
      );
      const score = ndcg(
        hits.map(({ messageId }) => ids.indexOf(messageId)),
        right,
      );
      for (const of of ["all", language]) scores.set(of, [...(scores.get(of) ?? []), score]);
    }
    const mean = (of: string) =>
      scores.get(of)!.reduce((sum, score) => sum + score, 0) / scores.get(of)!.length;
    console.log(
      [type, ...["all", ...languages].map((of) => mean(of).toFixed(3))]
        .map((cell) => cell.padEnd(12))
        .join(""),
    );
    worst = Math.min(worst, mean("all"));
    for (const of of ["all", ...languages]) means.set(`${type} ${of}`, mean(of));
  }
  const lost = ["all", ...languages].map((of) => means.get(`hybrid ${of}`)! - means.get(`mmr ${of}`)!);
  return worst >= LEAST && Math.max(...lost) <= MOST_LOST ? 0 : 1;
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
