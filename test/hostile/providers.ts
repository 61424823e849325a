/** Responses of a model provider that cost the server as much as possible. */
export type HostileProviderAnswer = {
  name: string;
  /** Kind of request that the response answers. */
  kind: "reply" | "embeddings" | "picture" | "transcription" | "models" | "rerank";
  contentType: "application/json" | "text/event-stream";
  make: () => string;
};

const MB = 1024 * 1024;
/** Replies are limited to 32 MB, and their lines to 4 MB. */
const MAX_REPLY_BYTES = 32 * MB - 1_000;
const MAX_LINE_BYTES = 4 * MB - 1_000;

const fill = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
const event = (json: string) => `data: ${json}\n\n`;
const delta = (json: string) => event(`{"choices":[{"index":0,"delta":${json},"finish_reason":null}]}`);
const END = `${event('{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}')}data: [DONE]\n\n`;

const reply = (name: string, make: () => string): HostileProviderAnswer => ({
  name,
  kind: "reply",
  contentType: "text/event-stream",
  make: () => make() + END,
});
const answer = (
  kind: HostileProviderAnswer["kind"],
  name: string,
  make: () => string,
): HostileProviderAnswer => ({
  name,
  kind,
  contentType: "application/json",
  make,
});

export const hostileProviderAnswers: HostileProviderAnswer[] = [
  reply("32 MB of comments", () => fill(": x\n", MAX_REPLY_BYTES)),
  reply("32 MB of one letter at a time", () => fill(delta('{"content":"a"}'), MAX_REPLY_BYTES)),
  reply("32 MB of empty deltas", () => fill(delta("{}"), MAX_REPLY_BYTES)),
  reply("32 MB of empty lines", () => fill("\n", MAX_REPLY_BYTES)),
  reply("32 MB of events that are no JSON", () => fill(event("{"), MAX_REPLY_BYTES)),
  reply("32 MB of thoughts", () => fill(delta('{"reasoning_content":"a"}'), MAX_REPLY_BYTES)),
  reply("an event with two million values", () => event(`{"choices":[${fill("1,", MAX_LINE_BYTES)}1]}`)),
  reply("an event with a million empty objects", () =>
    event(`{"choices":[${fill("{},", MAX_LINE_BYTES)}{}]}`),
  ),
  reply("an event of arrays within each other", () => event("[".repeat(MB) + "]".repeat(MB))),
  reply("an event of one text of 4 MB", () => delta(`{"content":"${fill("a", MAX_LINE_BYTES)}"}`)),
  reply("an event of escapes", () => delta(`{"content":"${fill("\\u0000", MAX_LINE_BYTES)}"}`)),
  reply("a line that never ends", () => `data: "${fill("a", MAX_REPLY_BYTES)}`),
  reply("data on lines of one character", () => fill("data: 1\n", MAX_REPLY_BYTES)),
  reply("8 MB of arguments in pieces", () =>
    fill(delta('{"tool_calls":[{"index":0,"id":"c","function":{"name":"add","arguments":"[1,"}}]}'), 8 * MB),
  ),
  reply("100,000 calls of tools", () =>
    Array.from({ length: 100_000 }, (_, n) =>
      delta(`{"tool_calls":[{"index":${n},"id":"c${n}","function":{"name":"add","arguments":"{"}}]}`),
    ).join(""),
  ),
  // Must come before other inputs that search, because a failed reranker is not called again for a while.
  answer(
    "rerank",
    "a million scores",
    () => `{"results":[${fill('{"index":0,"relevance_score":1},', 16 * MB)}1]}`,
  ),
  answer("embeddings", "30 MB of numbers", () => `{"data":[{"embedding":[${fill("0.1,", 30 * MB)}0.1]}]}`),
  answer(
    "embeddings",
    "a million vectors",
    () => `{"data":[${fill('{"embedding":[]},', 16 * MB)}{"embedding":[]}]}`,
  ),
  answer("picture", "a picture of 30 MB", () => `{"data":[{"b64_json":"${fill("AAAA", 30 * MB)}"}]}`),
  answer(
    "picture",
    "a million pictures",
    () => `{"data":[${fill('{"b64_json":""},', 15 * MB)}{"b64_json":""}]}`,
  ),
  answer(
    "transcription",
    "200,000 words in one segment of 8 MB",
    () =>
      `{"text":"a","segments":[{"start":0,"end":1,"text":"${fill("a b. ", MB)}"}],"words":[${Array(60_000).fill('{"word":"a","start":0}').join()}]}`,
  ),
  answer("transcription", "a million segments", () => `{"text":"a","segments":[${fill("{},", 7 * MB)}{}]}`),
  answer(
    "models",
    "a list of a million models",
    () => `{"data":[${fill('{"id":"m"},', 30 * MB)}{"id":"m"}]}`,
  ),
  answer("models", "a list that never ends", () => `{"data":["${fill("a", 30 * MB)}`),
];
