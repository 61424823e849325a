// Retrieval in documents: questions about codes, options and names in manuals of programs (`manuals.tsv`), and
// paraphrased questions about handbooks and FAQs (`sections.tsv`). The environment names an empty data directory and, in
// BENCH_MANUALS, the directory with the texts: `man curl | col -bx > curl.txt`, and as Markdown the pages of the
// packages `debian-faq`, `developers-reference` and `python3-doc`. Prints nDCG@10 of each text by search mode, and
// skips texts that are missing.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, db } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { groupMembers, groups, users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { documents } from "@/db/schema/documents";
import { find, prepare, type SearchType } from "@/lib/knowledge/search/hybrid-search";
import { listPassagesByIds } from "@/lib/knowledge/search/queries/passages";
import type { SearchScope } from "@/lib/knowledge/search/queries/rights";
import * as indexing from "@/lib/llm/indexing/service";

const TOP = 10;
const MODES = ["words", "similarity", "hybrid", "mmr"] as const;
type Mode = (typeof MODES)[number];
/** A question about a manual, and the beginnings of the answering passages or the headings of the answering sections. */
type Question = { manual: string; query: string; answers: string[] };

/** Undoes the hyphenation and justification of manuals. */
const toPlain = (text: string) => text.replace(/[‐\u00ad]\s+/g, "").replace(/\s+/g, " ");

function readQuestions(): Question[] {
  const lines = ["manuals", "sections"].flatMap((name) =>
    readFileSync(`bench/search/${name}.tsv`, "utf8").trim().split("\n"),
  );
  return lines.map((line) => {
    const [manual, query, answers] = line.split("\t") as [string, string, string];
    return { manual, query, answers: answers.split("|").map(toPlain) };
  });
}

const getManualPath = (manual: string, ending: string) =>
  join(process.env.BENCH_MANUALS!, `${manual}.${ending}`);
const isMarkdown = (manual: string) => existsSync(getManualPath(manual, "md"));
const isPresent = (manual: string) => isMarkdown(manual) || existsSync(getManualPath(manual, "txt"));
const readManual = (manual: string) =>
  readFileSync(getManualPath(manual, isMarkdown(manual) ? "md" : "txt"), "utf8");

type Passage = { text: string | null; start: number; length: number };

/** Returns whether the passage and the section overlap by at least half of the shorter one. */
function isOfSection({ start, length }: Passage, heading: string, manual: string): boolean {
  // Blanks code blocks, because comments in programs look like headings.
  const text = readManual(manual).replace(/^```[\s\S]*?^```/gm, (program) => " ".repeat(program.length));
  const from = text.indexOf(`${heading}\n`);
  const next = /\n#{1,6} /.exec(text.slice(from + heading.length));
  const to = next ? from + heading.length + next.index : text.length;
  return Math.min(to, start + length) - Math.max(from, start) >= Math.min(length, to - from) / 2;
}

const isAnswer = (passage: Passage, answer: string, manual: string): boolean =>
  isMarkdown(manual) ? isOfSection(passage, answer, manual) : toPlain(passage.text ?? "").includes(answer);

async function createOwner(): Promise<SearchScope["audience"] & { userId: number }> {
  const [user] = await db()
    .insert(users)
    .values({ email: "manuals@example.com", fullName: "Manuals" })
    .returning({ id: users.id });
  const [group] = await db().insert(groups).values({ name: "Manuals" }).returning({ id: groups.id });
  const [userId, groupId] = [user!.id, group!.id];
  await db().insert(groupMembers).values({ groupId, userId, role: "owner", mentionName: "manuals" });
  return { groupId, userId };
}

async function indexManual(
  audience: Awaited<ReturnType<typeof createOwner>>,
  name: string,
): Promise<SearchScope> {
  const { groupId, userId } = audience;
  const text = readManual(name);
  const [chat] = await db().insert(chats).values({ groupId, name }).returning({ id: chats.id });
  const chatId = chat!.id;
  await db().insert(chatMembers).values({ chatId, userId, groupId, role: "owner" });
  const file = {
    fileName: name,
    mimeType: isMarkdown(name) ? "text/markdown" : "text/plain",
    size: text.length,
    sha256: name,
    storageKey: name,
  };
  const [row] = await db()
    .insert(documents)
    .values({ groupId, chatId, status: "ready", ...file })
    .returning({ id: documents.id });
  const document = { id: row!.id, groupId, chatId, place: "chat" as const, mimeType: file.mimeType };
  await indexing.replaceDocumentPassages(document, text, [], async (work) => {
    await work();
    return true;
  });
  while (await indexing.indexDocument(document.id, async () => true));
  return { kind: "chat_document", audience, chatIds: [chatId] };
}

async function scoreQuestion(
  { manual, query, answers }: Question,
  mode: Mode,
  scope: SearchScope,
  groupId: string,
): Promise<number> {
  const search = await prepare(query, groupId);
  const isByWords = mode === "words";
  const type: SearchType = isByWords ? "hybrid" : mode;
  const chosen = isByWords ? { ...search, meaning: undefined, by: "words" as const } : search;
  const hits = await find(chosen, scope, { type, count: TOP });
  const rows = await listPassagesByIds({ ids: hits.map(({ id }) => id) });
  const passages = hits.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
  const places = answers.map((answer) => passages.findIndex((each) => isAnswer(each, answer, manual)));
  const gains = places.map((place) => (place < 0 ? 0 : 1 / Math.log2(place + 2)));
  return gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
}

async function main(): Promise<void> {
  await migrateDatabase();
  const audience = await createOwner();
  const questions = readQuestions().filter(({ manual }) => isPresent(manual));
  const scores: { manual: string; mode: Mode; score: number }[] = [];
  for (const manual of new Set(questions.map((question) => question.manual))) {
    const scope = await indexManual(audience, manual);
    for (const question of questions.filter((each) => each.manual === manual))
      for (const mode of MODES)
        scores.push({ manual, mode, score: await scoreQuestion(question, mode, scope, audience.groupId) });
  }
  const print = (name: string, of: typeof scores) =>
    console.log(
      name.padEnd(22),
      MODES.map((mode) => {
        const own = of.filter((each) => each.mode === mode).map(({ score }) => score);
        return `${mode} ${(own.reduce((sum, score) => sum + score, 0) / own.length).toFixed(3)}`;
      }).join("  "),
    );
  for (const manual of new Set(scores.map((each) => each.manual)))
    print(
      manual,
      scores.filter((each) => each.manual === manual),
    );
  print("all", scores);
}

main()
  .finally(closeDatabase)
  .then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
