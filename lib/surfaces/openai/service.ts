import { randomUUID } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import type { z } from "zod";
import type { ModelErrorCode } from "@/lib/ai/models/contract";
import { ModelError, type ModelMessage, type Sampling } from "@/lib/ai/models/service";
import type { Viewer } from "@/lib/api/actor";
import { openAiError, problem } from "@/lib/api/problem";
import * as assistants from "@/lib/chat/assistants/service";
import { replyWithoutChat, type Said } from "@/lib/conversation/replies/service";
import { AppError, type ErrorKind } from "@/lib/platform/errors";
import type { ChatCompletionRequest } from "./contract";

type Asked = z.output<typeof ChatCompletionRequest>;
type Row = Awaited<ReturnType<typeof assistants.all>>[number];

const nameOf = ({ id, mentionName }: Row) => mentionName ?? `assistant-${id}`;
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const present = (row: Row) => ({
  id: nameOf(row),
  object: "model" as const,
  created: seconds(row.createdAt),
  owned_by: "parley",
});

/** The group's assistants as models. */
export async function listModels({ group }: Viewer) {
  return { object: "list" as const, data: (await assistants.all(group.id)).map(present) };
}

/** @throws AppError not_found */
export const getModel = async (viewer: Viewer, model: string) => present(await named(viewer, model));

async function named({ group }: Viewer, model: string): Promise<Row> {
  const [, id] = /^assistant-(\d{1,9})$/.exec(model) ?? [];
  const [byName] = await assistants.byMentions(group.id, [model]);
  const [row] = byName || !id ? [byName] : await assistants.byIds(group.id, [Number(id)]);
  if (!row)
    throw new AppError("not_found", `The model ${JSON.stringify(model.slice(0, 100))} does not exist.`);
  return row;
}

/** What an OpenAI client sends, as an assistant gets it. */
function conversationOf({ messages }: Asked) {
  const system: string[] = [];
  const turns: ModelMessage[] = [];
  for (const { role, content } of messages) {
    const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
    const text = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
    const images = parts.flatMap((part) => (part.type === "image_url" ? imageOf(part.image_url.url) : []));
    if (role === "system" || role === "developer") system.push(text);
    else if (role === "assistant") turns.push({ role, text });
    else turns.push({ role: "user", text, ...(images.length > 0 && { images }) });
  }
  return { instructions: system.join("\n\n"), messages: turns };
}

/** How its model is to choose its words. */
const samplingOf = (asked: Asked): Sampling => ({
  temperature: asked.temperature ?? undefined,
  topP: asked.top_p ?? undefined,
  maxOutputTokens: asked.max_completion_tokens ?? asked.max_tokens ?? undefined,
  stopSequences: [asked.stop ?? []].flat(),
  presencePenalty: asked.presence_penalty ?? undefined,
  frequencyPenalty: asked.frequency_penalty ?? undefined,
  seed: asked.seed ?? undefined,
});

const endingOf = ({ isCut }: Said) => (isCut ? ("length" as const) : ("stop" as const));

function imageOf(url: string) {
  const at = url.indexOf(",");
  return {
    mediaType: url.slice("data:".length, url.indexOf(";")),
    data: new Uint8Array(Buffer.from(url.slice(at + 1), "base64")),
  };
}

/** Replies as a whole. @throws AppError */
export async function complete(viewer: Viewer, asked: Asked, signal: AbortSignal) {
  const row = await named(viewer, asked.model);
  try {
    const said = await replyWithoutChat(viewer, {
      assistantId: row.id,
      ...conversationOf(asked),
      sampling: samplingOf(asked),
      signal,
    });
    return {
      ...head(row),
      object: "chat.completion" as const,
      choices: [
        {
          index: 0,
          message: { role: "assistant" as const, content: said.text, refusal: null },
          logprobs: null,
          finish_reason: endingOf(said),
        },
      ],
      usage: usageOf(said),
    };
  } catch (error) {
    throw asAppError(error);
  }
}

/** Replies piece by piece, as events of OpenAI's form; what fails on the way is the last of them. @throws AppError before the first */
export async function stream(viewer: Viewer, asked: Asked, signal: AbortSignal): Promise<Readable> {
  const row = await named(viewer, asked.model);
  const events = new PassThrough();
  const first = head(row);
  const send = (data: unknown) => events.writable && events.write(`data: ${JSON.stringify(data)}\n\n`);
  const chunk = (choices: object[], more: object = {}) =>
    send({ ...first, object: "chat.completion.chunk", choices, ...more });
  const choice = (delta: object, finish_reason: string | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason },
  ];
  let hasBegun = false;
  const begin = () => {
    if (!hasBegun) chunk(choice({ role: "assistant", content: "" }));
    hasBegun = true;
  };
  const reply = replyWithoutChat(viewer, {
    assistantId: row.id,
    ...conversationOf(asked),
    sampling: samplingOf(asked),
    signal,
    heard: (text) => {
      begin();
      chunk(choice({ content: text }));
    },
  });
  /** Until it has begun a failure can still be a status. */
  const started = new Promise<void>((resolve, reject) => {
    events.once("readable", () => resolve());
    reply.catch((error) => (hasBegun ? undefined : reject(asAppError(error))));
  });
  reply
    .then((said) => {
      begin();
      chunk(choice({}, endingOf(said)));
      if (asked.stream_options?.include_usage) chunk([], { usage: usageOf(said) });
      events.end("data: [DONE]\n\n");
    })
    .catch((error) => {
      if (!signal.aborted) send(openAiError(problem(asAppError(error), first.id)).body);
      events.end();
    });
  await started;
  return events;
}

const head = (row: Row) => ({
  id: `chatcmpl-${randomUUID()}`,
  created: seconds(new Date()),
  model: nameOf(row),
});

const usageOf = ({ inputTokens, outputTokens }: Said) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

/** How long to wait for a provider that does not say it. */
const RETRY_SECONDS = 20;

/** What became of a model, as the kernel answers it; else it is the provider's fault. */
const kinds: Partial<Record<ModelErrorCode, ErrorKind>> = {
  rate_limited: "rate_limited",
  used_up: "rate_limited",
  too_long: "bad_request",
  not_configured: "unavailable",
};

function asAppError(error: unknown): unknown {
  if (!(error instanceof ModelError)) return error;
  const kind = kinds[error.code] ?? "provider_failed";
  const seconds = error.retryAfter ?? (kind === "rate_limited" ? RETRY_SECONDS : undefined);
  const retryAfter = seconds === undefined ? undefined : Math.ceil(seconds);
  return new AppError(kind, error.message, { retryAfter });
}
