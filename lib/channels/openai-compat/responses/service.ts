import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { toOpenAiError } from "@/lib/api/compat-errors";
import { toProblem } from "@/lib/api/problem";
import {
  type AskedConversation,
  ask,
  askStreaming,
  estimateTokens,
  listUnknown,
  type NamedModel,
  requireShortText,
  resolveModelName,
  sumTokens,
  toCallersTools,
  toExtraContent,
  toJsonFormat,
  toSeconds,
  toUnsupportedParameters,
} from "@/lib/channels/compat/service";
import type { ToolCall } from "@/lib/llm/models/service";
import { invalid, notFound } from "@/lib/platform/errors";
import { assertQuota } from "@/lib/platform/quota/service";
import type { ReplyResult } from "@/lib/replies/runs/service";
import { type OpenAiResponse, ResponseRequest, type ResponseTokenCountRequest } from "./contract";
import { ResponseEvents, type SaidMessage, toMessageItem } from "./events";
import {
  listStoredInput,
  type ResponseInput,
  resolveInput,
  toConversation,
  toItemId,
  toJsonBytes,
} from "./input";
import * as queries from "./queries";
import { CallersTools } from "./tools";

type CreateResponseInput = z.output<typeof ResponseRequest>;
type Response = z.output<typeof OpenAiResponse>;

const IGNORED_FIELDS = new Set([
  "client_metadata",
  "prompt_cache_key",
  "prompt_cache_retention",
  "safety_identifier",
  "service_tier",
  "stream_options",
  "user",
]);

export async function createResponse(
  viewer: Viewer,
  asked: CreateResponseInput,
  signal: AbortSignal,
): Promise<Response> {
  const { by, input, question, tools, begun } = await begin(viewer, asked, signal);
  return finish(viewer, asked, { input, tools, begun: begun(by) }, await ask(viewer, question, signal));
}

/**
 * Streams a response as OpenAI's events. An error during the stream is its last event.
 * @throws AppError before the first event
 */
export async function streamResponse(
  viewer: Viewer,
  asked: CreateResponseInput,
  signal: AbortSignal,
): Promise<Readable> {
  const { by, input, question, tools, begun } = await begin(viewer, asked, signal);
  const first = begun(by);
  return askStreaming(viewer, question, signal, (send) => {
    const events = new ResponseEvents(first, tools, send);
    return {
      began: () => events.begin(),
      said: (text) => events.say(text),
      calls: {
        began: (call) => events.beginCall(call),
        input: (text) => events.sayCall(text),
        ended: (call) => events.endCall(call),
      },
      async ended(said, late) {
        if (late !== "") events.say(late);
        events.end(await finish(viewer, asked, { input, tools, begun: first }, said, events.messages));
      },
      alive: () => events.alive(),
      failed: (error) => {
        const { error: told } = toOpenAiError(toProblem(error, first.id)).body as {
          error: { message: string };
        };
        events.fail(told.message);
      },
    };
  });
}

/** @throws AppError not_found, InvalidInput */
export async function countInputTokens(viewer: Viewer, request: z.output<typeof ResponseTokenCountRequest>) {
  if (request.model) await resolveModelName(viewer, request.model);
  const previousId = request.previous_response_id || null;
  const { before, resolved } = await resolveInput(viewer, request.input, previousId, false);
  const { functions } = new CallersTools(request);
  const input_tokens = estimateTokens([request.instructions, before, resolved, functions]);
  return { object: "response.input_tokens" as const, input_tokens };
}

/** @throws AppError not_found */
export async function getResponse(viewer: Viewer, id: string): Promise<Response> {
  const response = await queries.findResponse(toOwner(viewer), id);
  if (!response) throw notFound("Response");
  return response as unknown as Response;
}

/**
 * Returns a page of a response's input items.
 * @throws AppError not_found, InvalidInput
 */
export async function listInputItems(
  viewer: Viewer,
  id: string,
  { limit, order, after }: { limit: number; order: "asc" | "desc"; after?: string },
) {
  const items = await listStoredInput(toOwner(viewer), id);
  if (order === "desc") items.reverse();
  const from = after === undefined ? 0 : items.findIndex((item) => item.id === after) + 1;
  if (after !== undefined && from === 0) throw invalid(["query", "after"], "There is no such item.");
  const data = items.slice(from, from + limit);
  const [first_id = null, last_id = null] = [data[0]?.id, data.at(-1)?.id];
  return { object: "list" as const, data, first_id, last_id, has_more: from + limit < items.length };
}

/** @throws AppError not_found */
export async function deleteResponse(viewer: Viewer, id: string) {
  const owner = toOwner(viewer);
  await transaction(async () => {
    await queries.lockResponses(owner);
    if (!(await queries.markDeleted(owner, id))) throw notFound("Response");
    await queries.deleteUnusedResponses(owner);
  });
  return { id, object: "response" as const, deleted: true as const };
}

export async function deleteExpired(): Promise<void> {
  for (const owner of await queries.listOwnersOfExpired())
    await transaction(async () => {
      await queries.lockResponses(owner);
      await queries.markExpired(owner);
      await queries.deleteUnusedResponses(owner);
    });
}

const toOwner = ({ group, user }: Viewer): queries.Owner => ({ groupId: group.id, userId: user.id });

async function begin(viewer: Viewer, asked: CreateResponseInput, signal: AbortSignal) {
  const by = await resolveModelName(viewer, asked.model);
  requireShortText(asked.input);
  const isKept = asked.store ?? true;
  const input = await resolveInput(viewer, asked.input, asked.previous_response_id || null, isKept);
  // Avoids generating a reply that can't be stored. The check when storing the response is authoritative.
  if (isKept) await transaction(() => assertQuota("responses", toOwner(viewer), toJsonBytes(input.own)));
  const { system, messages } = await toConversation(input, signal);
  const format = asked.text?.format;
  const tools = new CallersTools(asked);
  const question: AskedConversation = {
    by: by.by,
    instructions: [asked.instructions?.trim(), system].filter(Boolean).join("\n\n"),
    messages,
    ...toCallersTools(tools.functions, tools.choice),
    parallelCalls: asked.parallel_tool_calls ?? undefined,
    format:
      format?.type === "json_schema" ? toJsonFormat(format) : format?.type === "json_object" ? {} : undefined,
    sampling: {
      temperature: asked.temperature ?? undefined,
      topP: asked.top_p ?? undefined,
      maxOutputTokens: asked.max_output_tokens ?? undefined,
      reasoningEffort: asked.reasoning?.effort ?? undefined,
    },
  };
  return { by, input, question, tools, begun: (by: NamedModel) => begunAs(asked, by) };
}

const begunAs = (input: CreateResponseInput, by: NamedModel) => ({
  id: `resp_${randomBytes(16).toString("hex")}`,
  object: "response" as const,
  created_at: toSeconds(new Date()),
  status: "in_progress" as Response["status"],
  background: false,
  error: null,
  incomplete_details: null as Response["incomplete_details"],
  instructions: input.instructions ?? null,
  max_output_tokens: input.max_output_tokens ?? null,
  metadata: input.metadata ?? {},
  model: by.name,
  output: [] as Response["output"],
  parallel_tool_calls: input.parallel_tool_calls ?? true,
  previous_response_id: input.previous_response_id ?? null,
  reasoning: { effort: input.reasoning?.effort ?? null, summary: null },
  store: input.store ?? true,
  temperature: input.temperature ?? null,
  text: { format: input.text?.format ?? { type: "text" } },
  tool_choice: input.tool_choice ?? "auto",
  tools: (input.tools ?? []).filter(({ type }) => type !== "other"),
  top_p: input.top_p ?? null,
  truncation: "disabled",
  usage: null as Response["usage"],
});
type Begun = ReturnType<typeof begunAs>;

type Beginning = { input: ResponseInput; tools: CallersTools; begun: Begun };

/**
 * Returns the complete response and stores it unless `store` is false.
 * @param messages messages that were already streamed
 */
async function finish(
  viewer: Viewer,
  asked: CreateResponseInput,
  { input, tools, begun }: Beginning,
  result: ReplyResult,
  messages: SaidMessage[] = [],
): Promise<Begun> {
  const isWhole = !result.isCut && !result.isFiltered;
  const response = {
    ...begun,
    status: isWhole ? ("completed" as const) : ("incomplete" as const),
    incomplete_details: isWhole
      ? null
      : { reason: result.isFiltered ? ("content_filter" as const) : ("max_output_tokens" as const) },
    output: toOutput(begun.id, result, tools, messages),
    usage: {
      input_tokens: result.inputTokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: result.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: sumTokens(result),
    },
    ...toUnsupportedParameters(result, [...listUnknownFields(asked), ...tools.unknown]),
  };
  if (response.store) await storeResponse(toOwner(viewer), response, input);
  return response;
}

async function storeResponse(
  owner: queries.Owner,
  { output, ...response }: Begun,
  input: ResponseInput,
): Promise<void> {
  const items = output.map((item) => ({ item, bytes: toJsonBytes(item) }));
  const outputBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
  await transaction(async () => {
    await queries.lockResponses(owner);
    const needed = [...new Set([...input.usedIds, ...(input.previousId ? [input.previousId] : [])])];
    // If a used response was removed during the reply, the context is stored with this response.
    const isComplete = (await queries.countResponses(owner, needed)) === needed.length;
    const own = isComplete ? input.own : [...input.before, ...input.resolved];
    const bytes = toJsonBytes(response) + toJsonBytes(own) + outputBytes;
    await assertQuota("responses", owner, bytes);
    await queries.insertResponse(
      {
        ...owner,
        id: response.id,
        previousId: isComplete ? input.previousId : null,
        response,
        input: own,
        bytes,
        contextItems: input.size.items + items.length,
        contextBytes: input.size.bytes + outputBytes,
      },
      items,
      isComplete ? input.usedIds : [],
    );
  });
}

function toOutput(
  id: string,
  result: ReplyResult,
  tools: CallersTools,
  messages: SaidMessage[],
): Response["output"] {
  const { text, calls, isCut, isFiltered } = result;
  const untold = messages.length > 0 || (text === "" && calls.length > 0) ? [] : [{ at: 0, text }];
  const items: (SaidMessage | ToolCall)[] = [...calls];
  for (const message of [...messages, ...untold]) items.splice(message.at, 0, message);
  return items.map((item, at) => {
    const isLast = at === items.length - 1;
    if ("at" in item)
      return toMessageItem(id, item, isLast && (isCut || isFiltered) ? "incomplete" : "completed");
    const call = tools.item(item);
    return call.type === "custom_tool_call"
      ? { ...call, id: toItemId("ctc", id, at) }
      : { ...call, id: toItemId("fc", id, at), ...toExtraContent(item) };
  });
}

const listUnknownFields = (input: CreateResponseInput): string[] => [
  ...unknownItems(input.input).map((type) => `input.${type}`),
  ...listUnknown(input, ResponseRequest.shape, IGNORED_FIELDS),
  ...listUnknown(input.reasoning ?? {}, { effort: true }, new Set()).map((name) => `reasoning.${name}`),
  ...listUnknown(input.text ?? {}, { format: true }, new Set()).map((name) => `text.${name}`),
];

// Reasoning isn't reported as unsupported, since a model never receives another model's reasoning.
function unknownItems(input: CreateResponseInput["input"]): string[] {
  if (typeof input === "string") return [];
  const types = (input ?? []).flatMap((item) => (item.type === "other" ? [item.of] : []));
  return [...new Set(types)].filter((type) => type !== "reasoning");
}
