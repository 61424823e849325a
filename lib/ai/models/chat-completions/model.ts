import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { APICallError } from "@ai-sdk/provider";
import { readPieces, unpacked } from "@/lib/platform/egress/body";
import { send, urlOf } from "@/lib/platform/egress/send";
import { eventsSkipped } from "@/lib/platform/telemetry/models";
import { isPage, MAX_REFUSAL_BYTES, page, requireServerAddress } from "../guarded-fetch";
import type { Connection, Ending, LanguageModel, ModelEvent } from "../types";
import { EventData } from "./events";
import { StreamedReply } from "./reply";
import { requestBody } from "./request";

/** How long the tokens may come behind the finish reason. */
const USAGE_WAIT_MS = 800;
/** How long a server may take to end an answer whose reply is over. */
const LINGER_MS = 500;

type Listening = Parameters<LanguageModel>[1];

/**
 * A model of a server that speaks OpenAI's chat completions. Nothing but parsing happens between the socket and the
 * listener: decision 16 says why it isn't the SDK's. Redirects are not followed, because keys go only where they were
 * configured for.
 * @param extra fields of the request that only this provider has
 * @throws ModelError `not_configured` when the connection's address isn't that of a server
 */
export function compatibleLanguageModel(
  connection: Connection,
  baseURL: string,
  model: string,
  extra?: Record<string, unknown>,
): LanguageModel {
  requireServerAddress(connection);
  const { apiKey, allowsPrivate: allowPrivate } = connection;
  const url = urlOf(`${baseURL.replace(/\/$/, "")}/chat/completions`);
  const headers = {
    "content-type": "application/json",
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  };
  /** The template of the model opens a thought that its replies only close. */
  let beginsWithThought = false;
  return async (request, listener, alive) => {
    const { signal } = request;
    const body = requestBody(model, request, extra);
    const answer = await send(url, { method: "POST", headers, body, signal, allowPrivate });
    const status = answer.statusCode!;
    if (status < 200 || status >= 300) throw await refusal(answer, signal, [apiKey, url.host]);
    const reply = new StreamedReply(beginsWithThought);
    const mayBePage = isPage(answer.headers["content-type"]);
    try {
      return await read(unpacked(answer), reply, { signal, listener, alive, mayBePage });
    } finally {
      if (reply.isFinished) beginsWithThought = reply.beganWithThought;
      if (reply.skipped > 0) eventsSkipped(connection.provider, model, reply.skipped);
    }
  };
}

type Reading = {
  signal: AbortSignal;
  listener: Listening;
  alive: Parameters<LanguageModel>[2];
  /** The answer is called a page, which servers also do with replies. */
  mayBePage: boolean;
};

function read(source: Readable, reply: StreamedReply, reading: Reading): Promise<Ending> {
  const { signal, listener, alive, mayBePage } = reading;
  return new Promise((resolve, reject) => {
    const events = new EventData((data, event) => reply.take(data, event));
    /** Is there while the listener takes its time. */
    let telling: Promise<void> | undefined;
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    let progress = 0;
    const leave = readPieces(source, signal, {
      piece(bytes) {
        if (isOver) return leave();
        try {
          events.push(bytes);
        } finally {
          // What came before a fault was said.
          const said = reply.said();
          if (said.length === 0) alive?.(reply.progress > progress);
          progress = reply.progress;
          telling = tell(said, listener);
          if (telling) {
            source.pause();
            telling.then(() => source.resume(), fail);
          }
        }
        if (!reply.isFinished || timer) return;
        if (reply.isDone) conclude();
        else timer = setTimeout(conclude, USAGE_WAIT_MS);
      },
      end() {
        conclude();
        clearTimeout(timer);
      },
      fail(error) {
        clearTimeout(timer);
        if (reply.isFinished && !signal.aborted) conclude();
        else if (!isOver) reject(error);
      },
    });
    const fail = (error: unknown) => {
      clearTimeout(timer);
      leave();
      reject(error);
    };
    /** The reply is over; its connection can be used again if the server ends the answer soon. */
    const conclude = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      timer = setTimeout(leave, LINGER_MS);
      timer.unref();
      (telling ?? Promise.resolve()).then(finish).catch(fail);
    };
    const finish = async () => {
      events.end();
      if (mayBePage && !reply.isReply) throw page();
      await tell(reply.said(), listener);
      const ending = reply.end();
      await tell(reply.said(), listener);
      resolve(ending);
    };
  });
}

/** Tells one thing after the other; there is a promise only where the listener takes its time. */
function tell(
  said: Exclude<ModelEvent, { type: "finish" }>[],
  listener: Listening,
  from = 0,
): Promise<void> | undefined {
  for (let at = from; at < said.length; at++) {
    const busy = listener(said[at]!);
    if (busy) return busy.then(() => tell(said, listener, at + 1));
  }
  return undefined;
}

/** Shorter ones are words of any sentence. */
const MIN_SECRET_CHARACTERS = 8;

/**
 * Why the server refused, with the beginning of what it says: enough to tell what it is about.
 * @param secrets What of the connection is not to be said again
 */
function refusal(
  answer: IncomingMessage,
  signal: AbortSignal,
  secrets: (string | undefined)[],
): Promise<APICallError> {
  const { statusCode, headers } = answer;
  const pieces: Buffer[] = [];
  let size = 0;
  const withoutSecrets = (text: string) =>
    secrets.reduce<string>(
      (said, secret = "") =>
        secret.length < MIN_SECRET_CHARACTERS ? said : said.replaceAll(secret, "[secret]"),
      text,
    );
  return new Promise((resolve) => {
    const over = () =>
      resolve(
        new APICallError({
          message: `status ${statusCode}`,
          url: "",
          requestBodyValues: {},
          statusCode,
          responseHeaders: { "retry-after": headers["retry-after"] ?? "" },
          responseBody: withoutSecrets(Buffer.concat(pieces).toString()),
        }),
      );
    const leave = readPieces(unpacked(answer), signal, {
      piece(bytes) {
        pieces.push(bytes);
        size += bytes.length;
        if (size < MAX_REFUSAL_BYTES) return;
        leave();
        over();
      },
      end: over,
      fail: over,
    });
  });
}
