import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type RerankRequest = { model?: string; query: string; documents?: string[]; texts?: string[] };

/**
 * Reranker with the APIs of Cohere and Jina and, for requests with `texts`, of Text Embeddings Inference. Scores
 * documents that contain the text `favours` 0.9, and others 0.1.
 */
export async function startRerankServer() {
  const reranker = {
    url: "",
    key: undefined as string | undefined,
    status: 200,
    /** Overrides the response. */
    answer: undefined as unknown,
    favours: "",
    asked: [] as RerankRequest[],
    close: async () => {},
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString("utf8")) as RerankRequest;
    reranker.asked.push(asked);
    reranker.key = request.headers.authorization;
    const score = (text: string) => (text.includes(reranker.favours) ? 0.9 : 0.1);
    const scores = (asked.documents ?? asked.texts ?? []).map((text, index) => ({
      index,
      score: score(text),
    }));
    const answer = asked.texts
      ? scores
      : { results: scores.map(({ index, score }) => ({ index, relevance_score: score })) };
    const isRight = request.method === "POST" && request.url?.endsWith("/rerank");
    response.writeHead(isRight ? reranker.status : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(reranker.answer ?? answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  reranker.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  reranker.close = async () => {
    server.close();
    server.closeAllConnections();
  };
  return reranker;
}
