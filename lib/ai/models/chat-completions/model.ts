import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { APICallError } from "@ai-sdk/provider";
import { readPieces, unpacked } from "@/lib/platform/egress/body";
import { send, urlOf } from "@/lib/platform/egress/send";
import { isPage, LARGEST_REFUSAL, page, requireServerAddress } from "../guarded-fetch";
import type { Connection, Ending, LanguageModel, ModelEvent } from "../types";
import { EventData } from "./events";
import { StreamedReply } from "./reply";
import { requestBody } from "./request";

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
  return async (request, listener) => {
    const { signal } = request;
    const body = requestBody(model, request, extra);
    const answer = await send(url, { method: "POST", headers, body, signal, allowPrivate });
    const status = answer.statusCode!;
    if (status < 200 || status >= 300) throw await refusal(answer, signal);
    if (isPage(answer.headers["content-type"])) {
      answer.destroy();
      throw page();
    }
    return read(unpacked(answer), signal, listener);
  };
}

function read(source: Readable, signal: AbortSignal, listener: Listening): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const reply = new StreamedReply();
    const events = new EventData((data) => reply.take(data));
    /** Is there while the listener takes its time. */
    let telling: Promise<void> | undefined;
    const leave = readPieces(source, signal, {
      piece(bytes) {
        try {
          events.push(bytes);
        } finally {
          // What came before a fault was said.
          telling = tell(reply.said(), listener);
          if (telling) {
            source.pause();
            telling.then(() => source.resume(), fail);
          }
        }
      },
      end() {
        if (telling) telling.then(finish).catch(reject);
        else finish().catch(reject);
      },
      fail: reject,
    });
    const fail = (error: unknown) => {
      leave();
      reject(error);
    };
    const finish = async () => {
      events.end();
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

/** Why the server refused, with the beginning of what it says: enough to tell what it is about. */
function refusal(answer: IncomingMessage, signal: AbortSignal): Promise<APICallError> {
  const { statusCode, headers } = answer;
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const over = () =>
      resolve(
        new APICallError({
          message: `status ${statusCode}`,
          url: "",
          requestBodyValues: {},
          statusCode,
          responseHeaders: { "retry-after": headers["retry-after"] ?? "" },
          responseBody: Buffer.concat(pieces).toString(),
        }),
      );
    const leave = readPieces(unpacked(answer), signal, {
      piece(bytes) {
        pieces.push(bytes);
        size += bytes.length;
        if (size < LARGEST_REFUSAL) return;
        leave();
        over();
      },
      end: over,
      fail: over,
    });
  });
}
