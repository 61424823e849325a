import { z } from "zod";
import type { Config } from "@/lib/platform/config";
import { fetchThrough, readJson } from "@/lib/platform/egress/service";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { recordModelCall } from "@/lib/platform/telemetry/models";

// Timeout of a request, and the time for which searches skip the reranker after a failure.
const PATIENCE_MS = 3_000;
const PAUSE_MS = 30_000;
// Texts per request, and characters per text. Rerankers read only about 500 tokens of a text.
const MAX_TEXTS = 40;
const MAX_TEXT_LENGTH = 2_000;

const ADDRESSES: Record<string, string | undefined> = {
  cohere: "https://api.cohere.com/v2",
  jina: "https://api.jina.ai/v1",
};
const index = z.int().nonnegative();
// Responses of Cohere, Jina and compatible servers (vLLM, LiteLLM, Infinity), and of Text Embeddings Inference.
const Answer = z.union([
  z
    .object({ results: z.array(z.object({ index, relevance_score: z.number() })) })
    .transform(({ results }) => results.map((each) => ({ index: each.index, score: each.relevance_score }))),
  z.array(z.object({ index, score: z.number() })),
]);

type RerankSettings = Pick<Config, "RERANK_MODEL" | "RERANK_BASE_URL" | "RERANK_API_KEY">;
const pause = createOnce(() => ({ until: 0 }));

export const hasReranker = ({ RERANK_MODEL }: RerankSettings): boolean =>
  RERANK_MODEL !== undefined && performance.now() >= pause().until;

/**
 * Ranks texts by how well they answer a question, with the model of RERANK_MODEL. Returns all indexes in `texts`,
 * best first. Logs a timeout or invalid response and returns the original order.
 */
export async function rerank(question: string, texts: string[], settings: RerankSettings): Promise<number[]> {
  const given = texts.map((_, at) => at);
  const [server = "", model = ""] = (settings.RERANK_MODEL ?? "").split(/:(.*)/s);
  const over = recordModelCall("rerank", server, model);
  try {
    const sent = texts.slice(0, MAX_TEXTS).map((text) => text.slice(0, MAX_TEXT_LENGTH).toWellFormed());
    const scores = await ask(
      question.slice(0, MAX_TEXT_LENGTH).toWellFormed(),
      sent,
      server,
      model,
      settings,
    );
    const judged = scores
      .toSorted((a, b) => b.score - a.score)
      .map(({ index }) => index)
      .filter((at) => at < sent.length);
    over("ok");
    return [...new Set([...judged, ...given])];
  } catch (error) {
    over("failed");
    pause().until = performance.now() + PAUSE_MS;
    log.warn({ err: error }, "the reranker failed; searching without it for half a minute");
    return given;
  }
}

async function ask(query: string, texts: string[], server: string, model: string, settings: RerankSettings) {
  const base = settings.RERANK_BASE_URL ?? ADDRESSES[server];
  if (!base) throw new Error(`RERANK_BASE_URL is not set, and ${server} has no address of its own.`);
  const { RERANK_API_KEY: key } = settings;
  const body =
    server === "tei"
      ? { query, texts, truncate: true }
      : { model, query, documents: texts, top_n: texts.length };
  const fetch = fetchThrough({
    // The address is configured by the operator.
    allowPrivate: true,
    redirects: 0,
    timeout: PATIENCE_MS,
  });
  const response = await fetch(`${base.replace(/\/+$/, "")}/rerank`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The reranker answered with status ${response.status}.`);
  return Answer.parse(await readJson(response));
}
