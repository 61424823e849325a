import { PassThrough, type Readable } from "node:stream";
import type { CallPiece, LeftOut } from "@/lib/ai/models/service";
import type { Viewer } from "@/lib/api/actor";
import { type Conversation, replyWithoutChat, type Said } from "@/lib/conversation/replies/service";
import { type CallListener, OrderedCalls } from "./calls";
import { asAppError } from "./failures";

/** What a client asks, in whichever of the forms of OpenAI's API. */
export type Question = Omit<Conversation, "signal" | "heard" | "heardCall">;

/** What a client hears while a reply comes. Each is called in its order, `began` always first and once. */
type Hearing = {
  began: () => void;
  said: (text: string) => void;
  /** The calls of the client's tools, one after the other. */
  calls: CallListener;
  /** @param said The calls in the order in which they were told; `late`: what of its text came behind the first of them, and was not told */
  ended: (said: Said, late: string) => void | Promise<void>;
  failed: (error: unknown) => void;
  /** Nothing was sent for a while. */
  alive: () => void;
};
type Send = (data: string) => void;

/** How long a stream stays silent: proxies and clients give up on one after a minute, or half of one. */
export const silence = { maxMs: 10_000 };

/** The whole reply. @throws AppError; the reason of the signal */
export async function ask(viewer: Viewer, question: Question, signal: AbortSignal): Promise<Said> {
  try {
    return await replyWithoutChat(viewer, { ...question, signal });
  } catch (error) {
    throw asAppError(error);
  }
}

/**
 * The reply as a stream of what `hearing` sends for it; a failure on the way is the last that it hears.
 * @throws AppError for a failure before the reply has begun, which can still be a status
 */
export async function askStreaming(
  viewer: Viewer,
  question: Question,
  signal: AbortSignal,
  hearing: (send: Send) => Hearing,
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
    reply.catch((error) => (hasBegun ? undefined : reject(asAppError(error))));
  });
  reply
    .then(async (whole) => {
      begin();
      await ended({ ...whole, calls: ordered.end(whole.calls) }, late);
    })
    .catch((error) => {
      if (hasBegun && !signal.aborted) failed(asAppError(error));
    })
    .finally(() => {
      clearInterval(watch);
      events.end();
    });
  await started;
  return events;
}

/** The parameters of a request in OpenAI's words, where they are none of the API's. */
const PARAMETERS: Record<LeftOut, string> = {
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

/** What a request asked for that its reply was made without: what the model does not take, and what nobody knows. */
export const leftOutOf = ({ leftOut }: Pick<Said, "leftOut">, unknown: string[]): { left_out?: string[] } => {
  const names = [...leftOut.map((name) => PARAMETERS[name]), ...unknown];
  return names.length > 0 ? { left_out: names } : {};
};

/** The fields of a request that no contract names. At most twenty are told. */
export const unknownIn = (request: object, known: object, ignored: ReadonlySet<string>): string[] =>
  Object.entries(request)
    .filter(([name, value]) => value !== null && !Object.hasOwn(known, name) && !ignored.has(name))
    .map(([name]) => name.slice(0, 60))
    .slice(0, 20);

/** The same in every form. */
export const totalOf = ({ inputTokens, outputTokens }: Said) => inputTokens + outputTokens;
