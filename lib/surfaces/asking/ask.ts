import { PassThrough, type Readable } from "node:stream";
import type { LeftOut } from "@/lib/ai/models/service";
import type { Viewer } from "@/lib/api/actor";
import { type Conversation, replyWithoutChat, type Said } from "@/lib/conversation/replies/service";
import { asAppError } from "./failures";

/** What a client asks, in whichever of the forms of OpenAI's API. */
export type Question = Omit<Conversation, "signal" | "heard">;

/** What a client hears while a reply comes. Each is called in its order, `began` always first and once. */
type Hearing = {
  began: () => void;
  said: (text: string) => void;
  ended: (said: Said) => void | Promise<void>;
  failed: (error: unknown) => void;
};
type Send = (data: string) => void;

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
  const { began, said, ended, failed } = hearing((data) => void (events.writable && events.write(data)));
  let hasBegun = false;
  const begin = () => {
    if (!hasBegun) began();
    hasBegun = true;
  };
  const heard = (text: string) => {
    begin();
    said(text);
  };
  const reply = replyWithoutChat(viewer, { ...question, signal, heard });
  const started = new Promise<void>((resolve, reject) => {
    events.once("readable", () => resolve());
    reply.catch((error) => (hasBegun ? undefined : reject(asAppError(error))));
  });
  reply
    .then(async (whole) => {
      begin();
      await ended(whole);
    })
    .catch((error) => {
      if (hasBegun && !signal.aborted) failed(asAppError(error));
    })
    .finally(() => events.end());
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
