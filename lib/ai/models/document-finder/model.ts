import { setTimeout as wait } from "node:timers/promises";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { Turn } from "./material";
import { replyTo } from "./reply";
import type { Embed } from "./search";
import { embedOnce } from "./vectors";

type Call = LanguageModelV4CallOptions;
type Part = LanguageModelV4StreamPart;

/** Words that leave together: enough to read along, few enough to see it come. */
const WORDS = 4;
const PAUSE_MS = 8;
const FINISH = { unified: "stop", raw: "stop" } as const;
/** Nothing was generated, so no tokens are counted. */
const USAGE = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/**
 * What answers when no language model is connected: it quotes from the
 * material in the prompt or says that it found nothing. A model for the SDK,
 * so that its replies are streamed, stopped and stored like any other's.
 */
export function documentFinder(embed: Embed = embedOnce): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "builtin",
    modelId: "document-finder",
    supportedUrls: {},
    async doGenerate({ prompt }: Call) {
      const text = await replyTo(prompt.map(turnOf), embed);
      return { content: [{ type: "text", text }], finishReason: FINISH, usage: USAGE, warnings: [] };
    },
    async doStream({ prompt, abortSignal }: Call) {
      return { stream: streamOf(parts(prompt.map(turnOf), embed, abortSignal)) };
    },
  };
}

async function* parts(
  turns: Turn[],
  embed: Embed,
  signal: AbortSignal | undefined,
): AsyncGenerator<Part, void> {
  yield { type: "stream-start", warnings: [] };
  const stoppable: Embed = async (texts) => {
    const vectors = await embed(texts);
    signal?.throwIfAborted();
    return vectors;
  };
  const text = await replyTo(turns, stoppable);
  yield { type: "text-start", id: "reply" };
  for (const delta of chunksOf(text)) {
    signal?.throwIfAborted();
    yield { type: "text-delta", id: "reply", delta };
    await wait(PAUSE_MS);
  }
  yield { type: "text-end", id: "reply" };
  yield { type: "finish", finishReason: FINISH, usage: USAGE };
}

const streamOf = <T>(items: AsyncGenerator<T, void>): ReadableStream<T> =>
  new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await items.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await items.return()),
  });

/** A text in pieces of a few words that joined give it again. */
export const chunksOf = (text: string): string[] =>
  text.match(new RegExp(`(?:\\S+\\s*|\\s+){1,${WORDS}}`, "g")) ?? [];

const turnOf = ({ role, content }: Call["prompt"][number]): Turn => ({
  role: role === "system" || role === "assistant" ? role : "user",
  text:
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
});
