import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

let server: Awaited<ReturnType<typeof startServer>>;
let ada: Awaited<ReturnType<typeof person>>;
let chatId: number;
beforeAll(async () => {
  process.env.INDEX_AFTER_MS = "50";
  server = await startServer();
  ada = await person(server.url);
  chatId = (await ada.api.post("/chats", { name: "Indexed" })).body.id;
});
afterAll(() => server.close());

const send = async (text: string): Promise<number> => {
  const sent = await ada.api.multipart(`/chats/${chatId}/messages`, {
    message_input: text,
    is_sync: "false",
  });
  return sent.body.user_message_id;
};
const message = async (id: number) => {
  const { body } = await ada.api.get(`/chats/${chatId}/messages?size=100`);
  return body.find((each: { id: number }) => each.id === id);
};
const isIndexed = async (id: number) => (await message(id))?.indexed;
// Returns the ordinals of a message's chunks and the number of their vectors.
const listPassages = async (id: number) => [
  ...(await db().execute<{ start: number; length: number; vectors: number; words: string }>(
    `select start, length, words::text, (select count(*)::int from passage_vectors where passage_id = passages.id) as vectors
     from passages where message_id = ${id} order by ordinal`,
  )),
];

const areVectorsZero = async (id: number) => {
  const [row] = await db().execute<{ length: number }>(
    `select sum(vector_norm(embedding)) as length from passage_vectors v join passages p on p.id = v.passage_id
     where p.message_id = ${id}`,
  );
  return Number(row!.length) === 0;
};
async function search(who: typeof ada, query: string, search_type: string) {
  const wanted = new URLSearchParams({ query, collection_name: "chat_messages", search_type });
  const { body } = await who.api.get(`/chats/chat_semantic_search_messages?${wanted}`);
  return body.map(({ message }: { message: { id: number; message: string } }) => message);
}
const found = async (who: typeof ada, query: string, type: string): Promise<string[]> =>
  (await search(who, query, type)).map(({ message }: { message: string }) => message);
const foundIds = async (who: typeof ada, query: string): Promise<number[]> =>
  (await search(who, query, "similarity")).map(({ id }: { id: number }) => id);

test("a message of one word is indexed when there are no vectors yet", async () => {
  const id = await send("Hello");
  await expect.poll(() => isIndexed(id)).toBe(true);
  expect(await listPassages(id)).toMatchObject([{ length: 5, vectors: 1 }]);
});

test("a message is indexed soon after it is stored", async () => {
  const id = await send("The invoices of Acme are in the blue folder");
  expect(await isIndexed(id)).toBe(false);
  await expect.poll(() => isIndexed(id)).toBe(true);
  const [passage] = await listPassages(id);
  expect(passage).toMatchObject({ start: 0, length: 43, vectors: 1 });
  expect(passage!.words).toContain("'invoic'");
  expect(passage!.words).toContain("'invoices'");
});

test("a message without words is indexed without passages, and a long one has several", async () => {
  const [blank, long] = [await send("🙂 …"), await send("One more sentence of this long text. ".repeat(100))];
  await expect.poll(() => isIndexed(blank)).toBe(true);
  await expect.poll(() => isIndexed(long)).toBe(true);
  expect(await listPassages(blank)).toEqual([]);
  const passages = await listPassages(long);
  expect(passages.length).toBeGreaterThan(3);
  expect(passages.every(({ vectors }) => vectors === 1)).toBe(true);
});

test("an edited message is no longer found by its old text, and soon by its new one", async () => {
  const id = await send("The secret word is marmalade");
  await expect.poll(() => isIndexed(id)).toBe(true);
  await ada.api.put(`/chats/update_message_text/${id}`, { message: "The secret word is gone" });
  expect((await listPassages(id)).some(({ words }) => words.includes("marmalade"))).toBe(false);
  await expect.poll(() => isIndexed(id)).toBe(true);
  expect((await listPassages(id))[0]!.words).toContain("gone");
});

test("a deleted message leaves no passages", async () => {
  const id = await send("Soon nobody reads this");
  await expect.poll(() => isIndexed(id)).toBe(true);
  await ada.api.del(`/chats/${chatId}/messages/${id}`);
  expect(await listPassages(id)).toEqual([]);
});

test("a message of one word is found by its word, but not by meaning", async () => {
  const [first, again, known] = [
    await send("Gratitude!"),
    await send("no, no"),
    await send("Sounds good to me"),
  ];
  for (const id of [first, again, known]) await expect.poll(() => isIndexed(id)).toBe(true);
  expect(await areVectorsZero(first)).toBe(true);
  expect(await areVectorsZero(again)).toBe(true);
  expect(await areVectorsZero(known)).toBe(false);
  expect(await found(ada, "gratitude", "hybrid")).toContain("Gratitude!");
  expect(await found(ada, "thankfulness", "similarity")).not.toContain("Gratitude!");
  await ada.api.put(`/chats/update_message_text/${first}`, { message: "Gratitude for the new desk" });
  await expect.poll(() => isIndexed(first)).toBe(true);
  expect(await areVectorsZero(first)).toBe(false);
});

test("messages of the same text are found in each group by its members only", async () => {
  const eve = await person(server.url);
  const { id: chat } = (await eve.api.post("/chats", { name: "Elsewhere", virtual_assistant_id: null })).body;
  const text = "The elevator is repaired on Thursday";
  const message = { message_input: text, is_sync: "false" };
  const theirs = (await eve.api.multipart(`/chats/${chat}/messages`, message)).body.user_message_id;
  const own = [await send(text), await send(text), await send(text)];
  for (const id of own) await expect.poll(() => isIndexed(id)).toBe(true);
  for (const id of [...own, theirs])
    await expect.poll(() => listPassages(id)).toMatchObject([{ vectors: 1 }]);
  expect(await foundIds(ada, "When is the lift fixed?")).toEqual(expect.arrayContaining(own));
  expect(await foundIds(ada, "When is the lift fixed?")).not.toContain(theirs);
  expect(await foundIds(eve, "When is the lift fixed?")).toEqual([theirs]);
  await ada.api.del(`/chats/${chatId}/messages/${own[0]}`);
  expect(await foundIds(ada, "When is the lift fixed?")).toEqual(expect.arrayContaining(own.slice(1)));
});
