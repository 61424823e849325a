import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { leastProcessorTime } from "@/test/processor-time";
import { startServer } from "@/test/server";

Object.assign(process.env, { EMBEDDING_MODEL: "builtin", INDEX_AFTER_MS: "50" });
const server = await startServer();
afterAll(() => server.close());

const ada = await person(server.url, "Ada Example");
const chat = (await ada.api.post("/chats", { name: "Letters", virtual_assistant_id: null })).body;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
for (let n = 0; n < 60; n++) {
  const words = LETTERS.map((letter) => `${letter}${n % 4}word budget plan`).join(" ");
  const message_input = `${LETTERS[n % 26]} ${words}`;
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
}
for (let isIndexed = false; !isIndexed; await wait(100)) {
  const { body } = await ada.api.get(`/chats/${chat.id}/messages?size=100`);
  isIndexed = body.every((message: { indexed: boolean }) => message.indexed);
}

/** Multiplies each chunk by a hundred to simulate a chat of several years. */
await db().execute(sql`
  insert into passages (kind, group_id, chat_id, message_id, ordinal, start, length, words)
  select kind, group_id, chat_id, message_id, ordinal + 100 * n, start, length, words
  from passages, generate_series(1, 100) n`);
await db().execute(sql`analyze passages`);

const LIMIT_MS = 400;
const searches: [string, string][] = [
  ["two words that are everywhere", "budget plan"],
  ["26 single letters", LETTERS.join(" ")],
  ["32 words that are nowhere", Array.from({ length: 32 }, (_, n) => `word${n}`).join(" ")],
  [
    "32 words that are somewhere",
    Array.from({ length: 32 }, (_, n) => `${LETTERS[n % 26]}${n % 4}word`).join(" "),
  ],
  ["letters that are not wanted", `budget ${LETTERS.map((letter) => `-${letter}`).join(" ")}`],
  ["26 phrases", LETTERS.map((letter) => `"budget ${letter}"`).join(" ")],
  ["a long text", "budget plan and all ".repeat(200)],
  ["one long phrase", `"${"a b ".repeat(900)}"`],
  ["text without spaces", "請假申請需要提前兩周提交給經理".repeat(50)],
  ["a number of 4,000 digits", "1".repeat(4000)],
  ["a word of 4,000 letters", "word".repeat(1000)],
  ["a code of 4,000 characters", `ERR-${"x1".repeat(1990)}`],
  ["a name in 4,000 characters of camel case", "joinedName".repeat(400)],
  ["an option of 4,000 characters", `--${"resolve".repeat(570)}`],
  ["letters outside of the basic plane", "𝔸𝟙".repeat(300)],
  ["a possessive of 4,000 characters", `${"owner".repeat(790)}'s`],
  ["a name of 4,000 letters with an apostrophe", `O'B${"rien".repeat(990)}`],
];
test.each(searches)("%s", async (_, query) => {
  const given = encodeURIComponent(query);
  for (const path of [
    `/search?query=${given}`,
    `/chats/chat_semantic_search_messages?collection_name=chat_messages&search_type=hybrid&query=${given}`,
    `/chats/${chat.id}/semantic_search?search_type=hybrid&query=${given}`,
    `/chats?search=${encodeURIComponent(query.slice(0, 200))}`,
  ]) {
    expect((await ada.api.get(path)).status, path).toBe(200);
    expect(await leastProcessorTime(() => ada.api.get(path), LIMIT_MS), path).toBeLessThan(LIMIT_MS);
  }
});
