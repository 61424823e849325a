import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import { toAnthropicError } from "@/lib/api/compat-errors";
import { toProblem } from "@/lib/api/problem";
import {
  type AskedConversation,
  ask,
  askStreaming,
  estimateTokens,
  listNames,
  listUnknown,
  type NamedModel,
  requireShortText,
  resolveModelName,
  toCallersTools,
  toJsonFormat,
  toUnsupportedParameters,
} from "@/lib/channels/compat/service";
import { parseArguments, type ToolCall } from "@/lib/llm/models/service";
import { AppError } from "@/lib/platform/errors";
import type { ReplyResult } from "@/lib/replies/runs/service";
import { MessageRequest, type TokenCountRequest } from "./contract";
import { hasUnreadDocument, parseConversation } from "./conversation";
import { listOfferedTools } from "./tools";

type MessageInput = z.output<typeof MessageRequest>;
type Counted = z.output<typeof TokenCountRequest>;

const IGNORED_FIELDS = new Set(["cache_control", "metadata", "service_tier"]);

const present = ({ name, created }: NamedModel) => ({
  type: "model" as const,
  id: name,
  display_name: name,
  created_at: new Date(created * 1000).toISOString(),
  lifecycle: "active" as const,
  capabilities: null,
  line: null,
  max_input_tokens: null,
  max_tokens: null,
  deprecated_at: null,
  retires_at: null,
});

export async function listModels(viewer: Viewer) {
  const data = (await listNames(viewer)).map(present);
  const [first_id = null, last_id = null] = [data[0]?.id, data.at(-1)?.id];
  return { data, has_more: false as const, first_id, last_id };
}

/** @throws AppError not_found */
export const getModel = async (viewer: Viewer, model: string) =>
  present(await resolveModelName(viewer, model));

export async function countTokens(viewer: Viewer, reply: Counted) {
  refuseThread(reply);
  await resolveModelName(viewer, reply.model);
  return { input_tokens: estimateInputTokens(reply) };
}

const estimateInputTokens = (reply: Counted) =>
  estimateTokens([reply.system, reply.messages, listOfferedTools(reply).offered]);

export async function createMessage(viewer: Viewer, input: MessageInput, signal: AbortSignal) {
  refuseThread(input);
  const { name, by } = await resolveModelName(viewer, input.model);
  const said = await ask(viewer, await toQuestion(input, by, signal), signal);
  return {
    ...head(name),
    content: toContentBlocks(said),
    ...toStopReason(said),
    usage: toUsage(said),
    ...listLeftOut(said, input),
  };
}

/**
 * Streams a reply as Anthropic's events. An error during the stream is its last event.
 * @throws AppError before the first event
 */
export async function streamMessage(
  viewer: Viewer,
  input: MessageInput,
  signal: AbortSignal,
): Promise<Readable> {
  refuseThread(input);
  const { name, by } = await resolveModelName(viewer, input.model);
  const first = head(name);
  return askStreaming(viewer, await toQuestion(input, by, signal), signal, (write) => {
    const send = (type: string, data: object) =>
      write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    let blocks = 0;
    let isInText = false;
    const begin = (content_block: object) => send("content_block_start", { index: blocks, content_block });
    const tell = (delta: object) => send("content_block_delta", { index: blocks, delta });
    const end = () => send("content_block_stop", { index: blocks++ });
    const say = (text: string) => {
      if (!isInText) begin({ type: "text", text: "" });
      isInText = true;
      tell({ type: "text_delta", text });
    };
    return {
      began() {
        const nothing = { content: [], stop_reason: null, stop_sequence: null };
        // An estimate for clients that read only this event. The exact number follows in `message_delta`.
        const usage = { input_tokens: estimateInputTokens(input), output_tokens: 0 };
        send("message_start", { message: { ...first, ...nothing, usage } });
      },
      said: say,
      calls: {
        began({ id, name }) {
          if (isInText) end();
          isInText = false;
          begin({ type: "tool_use", id, name, input: {} });
        },
        input: (partial_json) => tell({ type: "input_json_delta", partial_json }),
        ended: end,
      },
      ended(said, late) {
        if (late !== "") say(late);
        if (isInText) end();
        send("message_delta", {
          delta: toStopReason(said),
          usage: toUsage(said),
          ...listLeftOut(said, input),
        });
        send("message_stop", {});
      },
      failed(error) {
        const { error: told } = toAnthropicError(toProblem(error, first.id)).body as { error: object };
        send("error", { error: told });
      },
      alive: () => send("ping", {}),
    };
  });
}

const listLeftOut = (result: ReplyResult, input: MessageInput) =>
  toUnsupportedParameters(result, [
    ...listUnknown(input, MessageRequest.shape, IGNORED_FIELDS),
    ...listUnknown(input.output_config ?? {}, { effort: true, format: true }, new Set()),
    ...listOfferedTools(input).unknown,
    ...(hasUnreadDocument(input) ? ["messages.document"] : []),
  ]);

/**
 * Rejects threads, so that Anthropic's SDKs send the whole conversation.
 * @throws AppError bad_request
 */
function refuseThread({ thread }: { thread?: unknown }): void {
  if (thread == null) return;
  throw new AppError("bad_request", "Conversations are not kept here. Send all messages, without `thread`.", {
    code: "thread_unsupported_request",
  });
}

const head = (model: string) => ({
  id: `msg_${randomBytes(16).toString("hex")}`,
  type: "message" as const,
  role: "assistant" as const,
  model,
});

async function toQuestion(
  input: MessageInput,
  by: AskedConversation["by"],
  signal: AbortSignal,
): Promise<AskedConversation> {
  const { output_config: output, tool_choice: choice } = input;
  requireShortText(input.messages);
  return {
    by,
    ...(await parseConversation(input, signal)),
    ...toCallersTools(
      listOfferedTools(input).offered.map(({ input_schema: parameters, ...tool }) => ({
        ...tool,
        parameters,
      })),
      toToolChoice(choice),
    ),
    parallelCalls:
      choice && "disable_parallel_tool_use" in choice && choice.disable_parallel_tool_use ? false : undefined,
    format: output?.format ? toJsonFormat({ schema: output.format.schema, strict: true }) : undefined,
    sampling: {
      temperature: input.temperature ?? undefined,
      topP: input.top_p ?? undefined,
      maxOutputTokens: input.max_tokens,
      stopSequences: input.stop_sequences?.length ? input.stop_sequences : undefined,
      reasoningEffort: output?.effort === "max" ? "xhigh" : (output?.effort ?? undefined),
    },
  };
}

function toToolChoice(choice: MessageInput["tool_choice"]) {
  if (!choice) return undefined;
  if (choice.type === "tool") return { name: choice.name };
  return choice.type === "any" ? "required" : choice.type;
}

const toToolUseBlock = ({ id, name, input }: ToolCall) => ({
  type: "tool_use" as const,
  id,
  name,
  input: parseArguments(input) ?? {},
});

const toContentBlocks = ({ text, calls }: ReplyResult) => [
  ...(text === "" ? [] : [{ type: "text" as const, text }]),
  ...calls.map(toToolUseBlock),
];

function toStopReason({ calls, isCut, isFiltered }: ReplyResult) {
  const reason = calls.length > 0 ? "tool_use" : isFiltered ? "refusal" : isCut ? "max_tokens" : "end_turn";
  return { stop_reason: reason as "tool_use" | "refusal" | "max_tokens" | "end_turn", stop_sequence: null };
}

const toUsage = ({ inputTokens, outputTokens }: ReplyResult) => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
});
