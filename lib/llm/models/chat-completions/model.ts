import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { APICallError } from "@ai-sdk/provider";
import { readPieces, unpackBody } from "@/lib/platform/egress/body";
import { parseUrl, send } from "@/lib/platform/egress/send";
import { countSkippedEvents } from "@/lib/platform/telemetry/models";
import { authorize, getOwnHeaders, needsCredentials } from "../credentials/authorize";
import { isPage, MAX_REFUSAL_BYTES, page, requireServerAddress } from "../guarded-fetch";
import type { Connection, LanguageModel, ModelEvent, ReplyEnd } from "../types";
import { EventData } from "./events";
import { StreamedReply } from "./reply";
import { requestBody } from "./request";

const USAGE_WAIT_MS = 800;
// Maximum wait for the server to close a finished response, so that the connection can be reused.
const LINGER_MS = 500;

type Listening = Parameters<LanguageModel>[1];

/**
 * Returns a model of a server that speaks OpenAI's chat completions. Parses responses without the SDK for speed
 * (decision 16). Doesn't follow redirects, because keys must only reach configured addresses.
 * @param extra additional request fields of the provider
 * @throws ModelError `not_configured` when the connection's address isn't a server URL
 */
export function createCompatibleModel(
  connection: Connection,
  baseURL: string,
  model: string,
  extra?: Record<string, unknown>,
): LanguageModel {
  requireServerAddress(connection);
  const { apiKey, allowsPrivate: allowPrivate, proxy } = connection;
  const url = parseUrl(`${baseURL.replace(/\/$/, "")}/chat/completions`);
  const constantHeaders = {
    "content-type": "application/json",
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    ...getOwnHeaders(connection),
  };
  const buildHeaders = needsCredentials(connection)
    ? (body: string) => authorize(connection, { url: url.href, method: "POST", body }, constantHeaders)
    : () => constantHeaders;
  // True if the model's template opens the thinking tag, so that replies contain only the closing one.
  let beginsWithThought = false;
  return async (request, listener, alive) => {
    const { signal } = request;
    const body = requestBody(model, request, extra);
    const headers = await buildHeaders(body);
    const answer = await send(url, { method: "POST", headers, body, signal, allowPrivate, proxy });
    const status = answer.statusCode!;
    if (status < 200 || status >= 300)
      throw await refusal(answer, signal, [apiKey, url.host, ...Object.values(connection.headers ?? {})]);
    const reply = new StreamedReply(beginsWithThought);
    const mayBePage = isPage(answer.headers["content-type"]);
    try {
      return await read(unpackBody(answer), reply, { signal, listener, alive, mayBePage });
    } finally {
      if (reply.isFinished) beginsWithThought = reply.beganWithThought;
      if (reply.skipped > 0) countSkippedEvents(connection.provider, model, reply.skipped);
    }
  };
}

type Reading = {
  signal: AbortSignal;
  listener: Listening;
  alive: Parameters<LanguageModel>[2];
  mayBePage: boolean;
};

function read(source: Readable, reply: StreamedReply, reading: Reading): Promise<ReplyEnd> {
  const { signal, listener, alive, mayBePage } = reading;
  return new Promise((resolve, reject) => {
    const events = new EventData((data, event) => reply.take(data, event));
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
          // Also emits events that were received before an error.
          const said = reply.said();
          if (said.length === 0) alive?.(reply.progress > progress);
          progress = reply.progress;
          telling = tell(said, listener);
          telling?.catch(fail);
        }
        if (reply.isFinished && !timer) {
          if (reply.isDone) conclude();
          else timer = setTimeout(conclude, USAGE_WAIT_MS);
        }
        return telling;
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

// Shorter secrets are not removed, because they might match ordinary words.
const MIN_SECRET_CHARACTERS = 8;

/**
 * Builds an error from the status and the beginning of the response body.
 * @param secrets values of the connection to remove from the body
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
    const leave = readPieces(unpackBody(answer), signal, {
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
