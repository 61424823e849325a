import { PassThrough, type Readable } from "node:stream";
import type { Viewer } from "@/lib/api/actor";
import type { CallPiece, UnsupportedParameter } from "@/lib/llm/models/service";
import { type Conversation, type ReplyResult, replyWithoutChat } from "@/lib/replies/runs/service";
import { toAppError } from "./model-errors";
import { type CallListener, OrderedCalls } from "./ordered-calls";

export type AskedConversation = Omit<Conversation, "signal" | "heard" | "heardCall">;

// Callbacks of a streamed reply, called in order. `began` is always called first and once.
type ReplyListener = {
  began: () => void;
  said: (text: string) => void;
  calls: CallListener;
  /**
   * @param result with the calls in the order in which they were emitted
   * @param late text after the first call, which was not emitted
   */
  ended: (result: ReplyResult, late: string) => void | Promise<void>;
  failed: (error: unknown) => void;
  alive: () => void;
};
type Send = (data: string) => void;

/** Time without output after which a stream sends a sign of life. Proxies and clients time out after 30 to 60 s. */
export const silence = { maxMs: 10_000 };

/**
 * Returns the complete reply.
 * @throws AppError; the reason of the signal
 */
export async function ask(
  viewer: Viewer,
  question: AskedConversation,
  signal: AbortSignal,
): Promise<ReplyResult> {
  try {
    return await replyWithoutChat(viewer, { ...question, signal });
  } catch (error) {
    throw toAppError(error);
  }
}

/**
 * Streams what the listener created by `hearing` sends during a reply. An error in between goes to its `failed`.
 * @throws AppError for an error before the reply begins, which can still be an HTTP status
 */
export async function askStreaming(
  viewer: Viewer,
  question: AskedConversation,
  signal: AbortSignal,
  hearing: (send: Send) => ReplyListener,
): Promise<Readable> {
  const events = new PassThrough();
  let isSilent = true;
  const { began, said, calls, ended, failed, alive } = hearing((data) => {
    isSilent = false;
    if (events.writable) events.write(data);
  });
  let hasBegun = false;
  const begin = () => {
    if (!hasBegun) began();
    hasBegun = true;
  };
  const ordered = new OrderedCalls(calls);
  let late = "";
  const heard = (text: string) => {
    begin();
    if (ordered.hasBegun) late += text;
    else said(text);
  };
  const heardCall = (piece: CallPiece) => {
    begin();
    ordered.take(piece);
  };
  const watch = setInterval(() => {
    if (isSilent) {
      begin();
      alive();
    }
    isSilent = true;
  }, silence.maxMs);
  const reply = replyWithoutChat(viewer, { ...question, signal, heard, heardCall });
  const started = new Promise<void>((resolve, reject) => {
    events.once("readable", () => resolve());
    reply.catch((error) => (hasBegun ? undefined : reject(toAppError(error))));
  });
  reply
    .then(async (whole) => {
      begin();
      await ended({ ...whole, calls: ordered.end(whole.calls) }, late);
    })
    .catch((error) => {
      if (hasBegun && !signal.aborted) failed(toAppError(error));
    })
    .finally(() => {
      clearInterval(watch);
      events.end();
    });
  await started;
  return events;
}

const PARAMETERS: Record<UnsupportedParameter, string> = {
  temperature: "temperature",
  topP: "top_p",
  reasoningEffort: "reasoning_effort",
  maxOutputTokens: "max_tokens",
  stopSequences: "stop",
  presencePenalty: "presence_penalty",
  frequencyPenalty: "frequency_penalty",
  seed: "seed",
  strict: "strict",
  pictures: "pictures",
};

/** Returns the unsupported parameters of a request: those that the model doesn't accept, and unknown fields. */
export const toUnsupportedParameters = (
  { leftOut }: Pick<ReplyResult, "leftOut">,
  unknown: string[],
): { left_out?: string[] } => {
  const names = [...leftOut.map((name) => PARAMETERS[name]), ...unknown];
  return names.length > 0 ? { left_out: names } : {};
};

export const listUnknown = (request: object, body: object, ignored: ReadonlySet<string>): string[] =>
  Object.entries(request)
    .filter(([name, value]) => value !== null && !Object.hasOwn(body, name) && !ignored.has(name))
    .map(([name]) => name.slice(0, 60))
    .slice(0, 20);

export const sumTokens = ({ inputTokens, outputTokens }: ReplyResult) => inputTokens + outputTokens;
