import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { openAiError } from "@/lib/api/error-forms";
import { problem } from "@/lib/api/problem";
import type { Said } from "@/lib/conversation/replies/service";
import { notFound } from "@/lib/platform/errors";
import { assertQuota } from "@/lib/platform/quota/service";
import {
  ask,
  askStreaming,
  extraOf,
  formatOf,
  leftOutOf,
  type Named,
  named,
  type Question,
  seconds,
  toolsOf,
  totalOf,
  unknownIn,
} from "@/lib/surfaces/asking/service";
import { type OpenAiResponse, ResponseRequest } from "./contract";
import { ResponseEvents } from "./events";
import { itemId, type ResponseInput, resolveInput, toConversation, toJsonBytes } from "./input";
import * as queries from "./queries";

type Asked = z.output<typeof ResponseRequest>;
type Response = z.output<typeof OpenAiResponse>;

/** Fields that change no answer. */
const CHANGES_NOTHING = new Set([
  "prompt_cache_key",
  "prompt_cache_retention",
  "safety_identifier",
  "service_tier",
  "stream_options",
  "user",
]);

/** A response as a whole. @throws AppError */
export async function createResponse(viewer: Viewer, asked: Asked, signal: AbortSignal): Promise<Response> {
  const { by, input, question, begun } = await begin(viewer, asked, signal);
  return finish(viewer, asked, input, begun(by), await ask(viewer, question, signal));
}

/** A response as events of OpenAI's form; what fails on the way is the last of them. @throws AppError before the first */
export async function streamResponse(viewer: Viewer, asked: Asked, signal: AbortSignal): Promise<Readable> {
  const { by, input, question, begun } = await begin(viewer, asked, signal);
  const first = begun(by);
  return askStreaming(viewer, question, signal, (send) => {
    const events = new ResponseEvents(first, itemId("msg", first.id, 0), send);
    return {
      began: () => events.begin(),
      said: (text) => events.say(text),
      async ended(said) {
        events.end(await finish(viewer, asked, input, first, said));
      },
      failed: (error) => {
        const { error: told } = openAiError(problem(error, first.id)).body as { error: { message: string } };
        events.fail(told.message);
      },
    };
  });
}

/** @throws AppError not_found */
export async function getResponse(viewer: Viewer, id: string): Promise<Response> {
  const response = await queries.findResponse(ownerOf(viewer), id);
  if (!response) throw notFound("Response");
  return response as unknown as Response;
}

/** @throws AppError not_found */
export async function deleteResponse(viewer: Viewer, id: string) {
  const owner = ownerOf(viewer);
  await transaction(async () => {
    await queries.lockResponses(owner);
    if (!(await queries.markDeleted(owner, id))) throw notFound("Response");
    await queries.freeResponses(owner);
  });
  return { id, object: "response" as const, deleted: true as const };
}

/** Deletes the responses that are too old or too many. */
export async function deleteExpired(): Promise<void> {
  for (const owner of await queries.listOwnersOfExpired())
    await transaction(async () => {
      await queries.lockResponses(owner);
      await queries.markExpired(owner);
      await queries.freeResponses(owner);
    });
}

const ownerOf = ({ group, user }: Viewer): queries.Owner => ({ groupId: group.id, userId: user.id });

/** Who is asked what. @throws AppError, InvalidInput */
async function begin(viewer: Viewer, asked: Asked, signal: AbortSignal) {
  const by = await named(viewer, asked.model);
  const input = await resolveInput(viewer, asked.input, asked.previous_response_id || null);
  // Here to spare the reply, and below to be sure.
  if (asked.store ?? true)
    await transaction(() => assertQuota("responses", ownerOf(viewer), toJsonBytes(input.own)));
  const { system, messages } = await toConversation(input, signal);
  const format = asked.text?.format;
  const question: Question = {
    by: by.by,
    instructions: [asked.instructions?.trim(), system].filter(Boolean).join("\n\n"),
    messages,
    ...toolsOf(asked.tools ?? [], choiceOf(asked.tool_choice)),
    parallelCalls: asked.parallel_tool_calls ?? undefined,
    format:
      format?.type === "json_schema" ? formatOf(format) : format?.type === "json_object" ? {} : undefined,
    sampling: {
      temperature: asked.temperature ?? undefined,
      topP: asked.top_p ?? undefined,
      maxOutputTokens: asked.max_output_tokens ?? undefined,
      reasoningEffort: asked.reasoning?.effort ?? undefined,
    },
  };
  return { by, input, question, begun: (by: Named) => begunAs(asked, by) };
}

function choiceOf(choice: Asked["tool_choice"]) {
  if (typeof choice !== "object" || choice === null || choice.type === "function") return choice;
  return { mode: choice.mode, names: choice.tools.map(({ name }) => name) };
}

/** The response before anything is said. */
const begunAs = (asked: Asked, by: Named) => ({
  id: `resp_${randomBytes(16).toString("hex")}`,
  object: "response" as const,
  created_at: seconds(new Date()),
  status: "in_progress" as Response["status"],
  background: false,
  error: null,
  incomplete_details: null as Response["incomplete_details"],
  instructions: asked.instructions ?? null,
  max_output_tokens: asked.max_output_tokens ?? null,
  metadata: asked.metadata ?? {},
  model: by.name,
  output: [] as Response["output"],
  parallel_tool_calls: asked.parallel_tool_calls ?? true,
  previous_response_id: asked.previous_response_id ?? null,
  reasoning: { effort: asked.reasoning?.effort ?? null, summary: null },
  store: asked.store ?? true,
  temperature: asked.temperature ?? null,
  text: { format: asked.text?.format ?? { type: "text" } },
  tool_choice: asked.tool_choice ?? "auto",
  tools: asked.tools ?? [],
  top_p: asked.top_p ?? null,
  truncation: "disabled",
  usage: null as Response["usage"],
});
type Begun = ReturnType<typeof begunAs>;

/** The whole response, stored unless the request says no. */
async function finish(
  viewer: Viewer,
  asked: Asked,
  input: ResponseInput,
  begun: Begun,
  said: Said,
): Promise<Begun> {
  const isWhole = !said.isCut && !said.isFiltered;
  const response = {
    ...begun,
    status: isWhole ? ("completed" as const) : ("incomplete" as const),
    incomplete_details: isWhole
      ? null
      : { reason: said.isFiltered ? ("content_filter" as const) : ("max_output_tokens" as const) },
    output: outputOf(begun.id, said, isWhole),
    usage: {
      input_tokens: said.inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: said.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: totalOf(said),
    },
    ...leftOutOf(said, unknownOf(asked)),
  };
  if (response.store) await storeResponse(ownerOf(viewer), response, input);
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
    // What was deleted while the reply was made, and is needed by no other, is stored with this one.
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

function outputOf(id: string, { text, calls }: Said, isWhole: boolean): Response["output"] {
  const content = [{ type: "output_text" as const, text, annotations: [], logprobs: [] }];
  const message = {
    type: "message" as const,
    id: itemId("msg", id, 0),
    status: isWhole ? ("completed" as const) : ("incomplete" as const),
    role: "assistant" as const,
    content,
  };
  const said = text === "" && calls.length > 0 ? [] : [message];
  return [
    ...said,
    ...calls.map((call, at) => ({
      type: "function_call" as const,
      id: itemId("fc", id, said.length + at),
      call_id: call.id,
      name: call.name,
      arguments: call.input,
      status: "completed" as const,
      ...extraOf(call),
    })),
  ];
}

/** Also inside of what is known by name only. */
const unknownOf = (asked: Asked): string[] => [
  ...unknownIn(asked, ResponseRequest.shape, CHANGES_NOTHING),
  ...unknownIn(asked.reasoning ?? {}, { effort: true }, new Set()).map((name) => `reasoning.${name}`),
  ...unknownIn(asked.text ?? {}, { format: true }, new Set()).map((name) => `text.${name}`),
];
