import { afterAll, expect, test, vi } from "vitest";
import { person } from "@/test/client";
import { startRerankServer } from "@/test/fakes/rerank-server";
import { startServerWithModel } from "@/test/server-with-model";

const reranker = await startRerankServer();
afterAll(() => reranker.close());
const { server } = await startServerWithModel({
  EMBEDDING_MODEL: "builtin",
  INDEX_AFTER_MS: "50",
  RERANK_MODEL: "jina:some-reranker",
  RERANK_BASE_URL: reranker.url,
  RERANK_API_KEY: "key-of-reranker",
});
const ada = await person(server.url, "Ada Example");
const chat = (await ada.api.post("/chats", { name: "Office", virtual_assistant_id: null })).body;
const sentences = [
  "The printer on the second floor is out of toner.",
  "Toner for the printer is ordered by Mia.",
  "The printer prints on both sides.",
];
for (const message_input of sentences)
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
const areIndexed = async () => {
  const { body } = await ada.api.get(`/chats/${chat.id}/messages?size=100`);
  return body.every((message: { indexed: boolean }) => message.indexed);
};
await vi.waitFor(async () => expect(await areIndexed()).toBe(true), { timeout: 60_000, interval: 100 });

async function found(search_type: string): Promise<{ text: string; score: number }[]> {
  const query = new URLSearchParams({
    query: "printer toner",
    collection_name: "chat_messages",
    search_type,
  });
  const { status, body } = await ada.api.get(`/chats/chat_semantic_search_messages?${query}`);
  expect(status).toBe(200);
  return body.map((hit: { score: number; message: { message: string } }) => ({
    text: hit.message.message,
    score: hit.score,
  }));
}

test("the reranker orders the results, except for searches by similarity", async () => {
  reranker.favours = "both sides";
  for (const type of ["mmr", "hybrid"]) expect((await found(type))[0]!.text).toBe(sentences[2]);
  expect((await found("similarity"))[0]!.text).not.toBe(sentences[2]);
  const scores = (await found("hybrid")).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(reranker.key).toBe("Bearer key-of-reranker");
  expect(reranker.asked[0]).toMatchObject({ model: "some-reranker", query: "printer toner" });
  expect(reranker.asked[0]!.documents!.toSorted()).toEqual(sentences.toSorted());
});

test("a failing reranker leaves the original order and is not called again for a while", async () => {
  reranker.answer = { results: [{ index: 9_999, relevance_score: 1 }] };
  expect(await found("hybrid")).toHaveLength(3);
  reranker.answer = { error: "no such thing" };
  const before = reranker.asked.length;
  const own = await found("hybrid");
  expect(own).toHaveLength(3);
  expect(own[0]!.text).not.toBe(sentences[2]);
  expect(await found("hybrid")).toEqual(own);
  expect(reranker.asked.length).toBe(before + 1);
});
