import type { RequestListener, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { fill, flood, type HostileSite } from "./serve";

const KB = 1024;
const MB = 1024 * 1024;
/** Slightly below the limit of a response. */
const RESPONSE_BYTES = 1.9 * MB;

type Answer = (response: ServerResponse) => void;
const send =
  (body: () => string | Buffer, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(200, { "content-type": "application/json", ...headers }).end(body());
/** Builds a response of SearXNG. */
const results = (content: string) => `{"query":"","results":[${content}]}`;
const result = (title: string) => JSON.stringify({ title, url: "https://example.com/", content: title });
const list = (one: string) =>
  results(
    Array(Math.floor(RESPONSE_BYTES / (one.length + 1)))
      .fill(one)
      .join(),
  );

const answers: Record<string, Answer> = {
  "nested lists": send(() => fill("[", RESPONSE_BYTES)),
  "nested results": send(() => results(fill("[", RESPONSE_BYTES / 2) + fill("]", RESPONSE_BYTES / 2))),
  "nested objects": send(() => fill('{"results":', RESPONSE_BYTES)),
  "numbers instead of results": send(() => list("0")),
  "results by the thousand": send(() => list(result("A"))),
  "results without an address": send(() => list("{}")),
  "addresses that are none": send(() => list('{"url":"https://["}')),
  "a long address": send(() => results(`{"url":"https://example.com/${fill("a", RESPONSE_BYTES)}"}`)),
  "a long title": send(() => results(result(fill("<b>", RESPONSE_BYTES / 2.2)))),
  "entities in titles": send(() => list(result("&amp;lt;&#x41;&notanentity".repeat(10)))),
  "tables in titles": send(() => list(result("<table><tr><td>".repeat(20)))),
  "names of fields": send(() => `{${Array.from({ length: 130_000 }, (_, n) => `"k${n}":0`).join()}}`),
  "names of the language": send(() => list('{"__proto__":{"url":"https://example.com/"},"constructor":1}')),
  "escaped letters": send(() => results(`{"title":"${fill("\\u0000", RESPONSE_BYTES - 4)}"}`)),
  "halves of letters": send(() => list('{"url":"https://example.com/","title":"\\ud800"}')),
  "a long number": send(() => results(fill("9", RESPONSE_BYTES))),
  "nothing but spaces": send(() => fill(" ", RESPONSE_BYTES)),
  "bytes that are no text": send(() => Buffer.alloc(RESPONSE_BYTES, 0xff)),
  "a packed response": send(() => gzipSync(fill(" ", 200 * MB)), { "content-encoding": "gzip" }),
  "no end": (response) => flood(response, fill(`${result("A")},`, 64 * KB)),
};

const engine =
  (answer: Answer): RequestListener =>
  (request, response) => {
    request.resume();
    answer(response);
  };

export const hostileResults: HostileSite[] = Object.entries(answers).map(
  ([name, answer]): HostileSite => ({ name, make: () => engine(answer) }),
);
