import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setEnvironment } from "@/test/renewal";
import { streamReply } from "../language";
import type { Connection, ModelEvent, ModelRequest, ModelSettings } from "../types";

// The test server listens on localhost.
setEnvironment({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });

const settings: ModelSettings = {
  OLLAMA_BASE_URL: "http://127.0.0.1:9",
  DEFAULT_MODEL: undefined,
  MODEL_FIRST_TOKEN_SECONDS: 5,
  MODEL_STALL_SECONDS: 1,
};

let answer: RequestListener = (_, response) => response.end();
let server: Server;
let connection: Connection;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on("end", () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  connection = { provider: "openai-compatible", apiKey: "k", baseUrl: `http://127.0.0.1:${port}/v1/` };
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

// Makes the server send each part separately.
function streams(pieces: (string | Uint8Array)[], headers: Record<string, string> = {}) {
  answer = async (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", ...headers }).flushHeaders();
    for (const piece of pieces) {
      await new Promise((resolve) => response.write(piece, resolve));
      await wait(15);
    }
    response.end();
  };
}
const event = (data: object) => `data: ${JSON.stringify({ id: "r_1", model: "m-2", ...data })}\n\n`;
const delta = (delta: object) => event({ choices: [{ index: 0, delta, finish_reason: null }] });
const text = (content: string) => delta({ content });
const end = (reason = "stop") => event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });

const choice = {
  id: "openai-compatible:m",
  label: "m",
  provider: "openai-compatible" as const,
  connection: "openai-compatible",
  builtin: false,
  sees: false,
};
async function reply(
  more: Partial<ModelRequest> = {},
  heard?: (event: ModelEvent) => Promise<void>,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  const { signal } = new AbortController();
  const request = { instructions: "", messages: [{ role: "user" as const, text: "hi" }], signal, ...more };
  await streamReply(choice, [connection], request, settings, (event) => {
    events.push(event);
    return heard?.(event);
  });
  return events;
}
const said = (events: ModelEvent[]) => events.flatMap((event) => (event.type === "text" ? [event.text] : []));
const finish = (events: ModelEvent[]) => events.at(-1);

describe("a stream", () => {
  it("yields text per network chunk, then a finish event", async () => {
    streams([text("Hel") + text("lo") + text(", "), text("you"), `${end()}data: [DONE]\n\n`]);
    const events = await reply();
    expect(said(events)).toEqual(["Hello, ", "you"]);
    const usage = { input_tokens: null, output_tokens: null };
    expect(finish(events)).toEqual({ type: "finish", responseId: "r_1", model: "m-2", usage });
  });

  it("may be split anywhere, also inside a character", async () => {
    const bytes = Buffer.from(`${text("größer 🙂")}${text(" than")}${end()}`);
    streams(
      Array.from({ length: Math.ceil(bytes.length / 23) }, (_, n) => bytes.subarray(n * 23, n * 23 + 23)),
    );
    expect(said(await reply()).join("")).toBe("größer 🙂 than");
  });

  it("may have a byte order mark, CRLF line ends, comments, other fields and multi-line data", async () => {
    const lines = JSON.stringify({ choices: [{ delta: { content: "hi" }, finish_reason: "stop" }] }, null, 1);
    streams([
      `\ufeff: hello\r\nevent: chunk\r\nid: 1\r\n${lines.replace(/^/gm, "data:").replaceAll("\n", "\r\n")}\r\n\r\n`,
    ]);
    expect(said(await reply())).toEqual(["hi"]);
  });

  it("may end without an empty line, and be compressed", async () => {
    streams([gzipSync(`${text("hi") + end().trimEnd()}\n`)], { "content-encoding": "gzip" });
    expect(said(await reply())).toEqual(["hi"]);
  });

  it("loses lone surrogates and NUL, also in names", async () => {
    const bad = (data: string) => `data: {"id":"r\\u0000","model":"m\\ud83d","choices":[${data}]}\n\n`;
    streams([bad('{"delta":{"content":"a\\u0000b\\ud83d"}}'), text("\ud83d\ude42".slice(1)), end()]);
    const events = await reply();
    expect(said(events).join("")).toBe("ab🙂");
    expect(finish(events)).toMatchObject({ responseId: "r", model: "m\ufffd" });
  });

  it("recognizes reasoning under both field names and in content parts", async () => {
    const thinking = [
      { type: "thinking", thinking: [{ type: "text", text: "c" }] },
      { type: "text", text: "d" },
    ];
    const thoughts = delta({ reasoning_content: "a" }) + delta({ reasoning: "b" });
    streams([thoughts + delta({ content: thinking }) + delta({ content: null, refusal: "e" }) + end()]);
    expect((await reply()).slice(0, -1)).toEqual([
      { type: "reasoning", text: "a" },
      { type: "reasoning", text: "b" },
      { type: "reasoning", text: "c" },
      { type: "text", text: "de" },
    ]);
  });

  it("counts tokens and reports that it was cut by its length", async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2 };
    streams([text("hi") + end("length"), event({ choices: [], usage })]);
    expect(finish(await reply())).toMatchObject({
      usage: { input_tokens: 3, output_tokens: 2 },
      isCut: true,
    });
  });

  it("waits for a slow listener without counting that as the model's time", async () => {
    streams([text("a") + delta({ reasoning: "b" }) + text("c"), text("d"), end()]);
    let isBusy = false;
    const events = await reply({}, async () => {
      expect(isBusy).toBe(false);
      isBusy = true;
      await wait(settings.MODEL_STALL_SECONDS * 1000 + 150);
      isBusy = false;
    });
    expect(said(events).join("")).toBe("acd");
  });

  it("reuses connections and calls its listener in the caller's async context", async () => {
    const caller = new AsyncLocalStorage<number>();
    const told: (number | undefined)[] = [];
    const sockets = new Set<unknown>();
    const spoken = text("hi") + end();
    answer = ({ socket }, response) => {
      sockets.add(socket);
      response.writeHead(200, { "content-type": "text/event-stream" }).end(spoken);
    };
    for (const n of [1, 2, 3])
      await caller.run(n, () => reply({}, async () => void told.push(caller.getStore())));
    expect(sockets.size).toBe(1);
    expect(told).toEqual([1, 1, 2, 2, 3, 3]);
  });
});

describe("a stream that fails", () => {
  it.each([
    ["an error inside of it", text("hi") + event({ error: { message: "it broke" } }), "failed", ["hi"]],
    ["an error that is a sentence", event({ error: "Too many requests" }), "rate_limited", []],
    [
      "one that is too long",
      event({ choices: [], error: { code: "context_length_exceeded" } }),
      "too_long",
      [],
    ],
    ["no JSON", `${text("hi")}data: {"choices"\n\n`, "garbage", ["hi"]],
    ["JSON of something else", 'data: {"hello":"world"}\n\n', "garbage", []],
    ["no object", "data: 7\n\n", "garbage", []],
    ["a content that is no text", delta({ content: 7 }), "garbage", []],
    ["an end before anything", delta({ reasoning: "hm" }), "cut", []],
    ["nothing", end(), "garbage", []],
    ["what it may not say", end("content_filter"), "failed", []],
  ])("for %s", async (_, body, code, before) => {
    streams([body]);
    const events: ModelEvent[] = [];
    const failing = reply({}, async (event) => void events.push(event));
    await expect(failing).rejects.toMatchObject({ name: "ModelError", code });
    expect(said(events)).toEqual(before);
  });

  it("on a redirect", async () => {
    const asked: (string | undefined)[] = [];
    answer = ({ url }, response) => {
      asked.push(url);
      response.writeHead(307, { location: "/elsewhere" }).end();
    };
    await expect(reply()).rejects.toMatchObject({ code: "failed" });
    expect(asked).toEqual(["/v1/chat/completions"]);
  });

  it("when its listener throws", async () => {
    let calls = 0;
    answer = (_, response) => {
      calls += 1;
      response.writeHead(200, { "content-type": "text/event-stream" }).write(text("hi"));
      response.on("close", () => (calls += 10));
    };
    await expect(reply({}, () => Promise.reject(new Error("full")))).rejects.toThrow("full");
    await expect.poll(() => calls).toBe(11);
  });

  it("with an error message that never ends", async () => {
    answer = (request: IncomingMessage, response) => {
      response.writeHead(400, { "content-type": "text/plain" });
      const timer = setInterval(() => response.write("prompt is too long ".repeat(1000)), 1);
      request.socket.on("close", () => clearInterval(timer));
    };
    await expect(reply()).rejects.toMatchObject({ code: "too_long" });
  });
});

describe("tool calls", () => {
  const tools = [{ name: "add", description: "Adds.", parameters: { type: "object" } }];
  const calling = (...pieces: object[]) => delta({ tool_calls: pieces });
  const piece = (
    index: number | undefined,
    id: string | undefined,
    name: string | undefined,
    args: string | undefined,
    more: object = {},
  ) => ({ index, id, function: { name, arguments: args }, ...more });
  async function streamCalls(...pieces: string[]) {
    streams([pieces.join("") + end("tool_calls")]);
    return (await reply({ tools })).flatMap((event) => (event.type === "tool-call" ? [event.call] : []));
  }
  const [one, two] = [
    { id: "c1", name: "add", input: '{"a":1}' },
    { id: "c2", name: "add", input: '{"a":2}' },
  ];

  it.each([
    ["whole", [calling(piece(0, "c1", "add", '{"a":1}'), piece(1, "c2", "add", '{"a":2}'))]],
    [
      "in pieces, by turns",
      [
        calling(piece(0, "c1", "add", "")),
        calling(piece(1, "c2", "add", '{"a"')),
        calling(piece(0, undefined, undefined, '{"a":')),
        calling(piece(1, undefined, undefined, ":2}")),
        calling(piece(0, undefined, undefined, "1}")),
      ],
    ],
    [
      "without numbers",
      [calling(piece(undefined, "c1", "add", '{"a":1}')), calling(piece(undefined, "c2", "add", '{"a":2}'))],
    ],
    [
      "with one number for all",
      [calling(piece(0, "c1", "add", '{"a":1}')), calling(piece(0, "c2", "add", '{"a":2}'))],
    ],
    [
      "with id and name in every piece",
      [
        calling(piece(0, "c1", "add", '{"a"'), piece(1, "c2", "add", '{"a"')),
        calling(piece(0, "c1", "add", ":1}"), piece(1, "c2", "add", ":2}")),
      ],
    ],
    [
      "with names that come late",
      [
        calling(piece(0, "c1", undefined, '{"a"'), piece(1, "c2", undefined, undefined)),
        calling(piece(0, undefined, "add", ":1}"), piece(1, undefined, "add", '{"a":2}')),
      ],
    ],
  ])("come %s", async (_, pieces) => {
    expect(await streamCalls(...pieces)).toEqual([one, two]);
  });

  it("get ids of their own where ids are missing or equal", async () => {
    const without = await streamCalls(
      calling(piece(0, undefined, "add", "{}"), piece(1, undefined, "add", "{}")),
    );
    const same = await streamCalls(calling(piece(0, "c", "add", "{}"), piece(1, "c", "add", "{}")));
    for (const calls of [without, same]) expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  });

  it("keep the signature that a provider expects back", async () => {
    const signed = { extra_content: { google: { thought_signature: "s" } } };
    const [call] = await streamCalls(calling(piece(0, "c1", "add", '{"a":1}', signed)));
    expect(call).toEqual({ ...one, opaque: { google: { thoughtSignature: "s" } } });
  });

  it("are discarded without a name, and when the stream breaks off", async () => {
    await expect(streamCalls(calling(piece(0, "c1", undefined, "{}")))).rejects.toMatchObject({
      code: "cut",
    });
    await expect(streamCalls(calling({ index: 0, id: "c1" }))).rejects.toMatchObject({ code: "garbage" });
    streams([calling(piece(0, "c1", "add", "{}"))]);
    await expect(reply({ tools })).rejects.toMatchObject({ code: "cut" });
  });
});
