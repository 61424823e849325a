import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import { toOpenAiError } from "@/lib/api/compat-errors";
import { toProblem } from "@/lib/api/problem";
import {
  type AskedConversation,
  ask,
  askStreaming,
  ConversationBuilder,
  type FieldPath,
  listUnknown,
  type NamedModel,
  Pictures,
  requireShortText,
  resolveModelName,
  sumTokens,
  type TurnPart,
  toCallersTools,
  toExtraContent,
  toJsonFormat,
  toOpaque,
  toSeconds,
  toToolAnswer,
  toUnsupportedParameters,
  toUserTurn,
} from "@/lib/channels/compat/service";
import type { ToolCall } from "@/lib/llm/models/service";
import type { ReplyResult } from "@/lib/replies/runs/service";
import { ChatCompletionRequest, IGNORED_FIELDS } from "./contract";

type CompletionInput = z.output<typeof ChatCompletionRequest>;
type WireMessage = CompletionInput["messages"][number];
type PartContent = Extract<WireMessage, { role: "user" | "tool" }>["content"];

export async function complete(viewer: Viewer, input: CompletionInput, signal: AbortSignal) {
  const by = await resolveModelName(viewer, input.model);
  const said = await ask(viewer, await toQuestion(input, by, signal), signal);
  return {
    ...head(by),
    object: "chat.completion" as const,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant" as const,
          content: said.text === "" && said.calls.length > 0 ? null : said.text,
          refusal: null,
          ...(said.calls.length > 0 && { tool_calls: said.calls.map(wireCall) }),
        },
        logprobs: null,
        finish_reason: toFinishReason(said),
      },
    ],
    usage: toUsage(said),
    ...toUnsupportedParameters(said, listUnknownFields(input)),
  };
}

/**
 * Streams a reply as OpenAI's events. An error during the stream is its last event.
 * @throws AppError before the first event
 */
export async function stream(viewer: Viewer, input: CompletionInput, signal: AbortSignal): Promise<Readable> {
  const by = await resolveModelName(viewer, input.model);
  const first = { ...head(by), object: "chat.completion.chunk" };
  const choice = (delta: object, finish_reason: string | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason },
  ];
  return askStreaming(viewer, await toQuestion(input, by, signal), signal, (sendData) => {
    const send = (data: object) => sendData(`data: ${JSON.stringify(data)}\n\n`);
    const chunk = (choices: object[], more: object = {}) => send({ ...first, choices, ...more });
    let index = 0;
    const callChunk = (call: object) => chunk(choice({ tool_calls: [{ index, ...call }] }));
    return {
      began: () => chunk(choice({ role: "assistant", content: "" })),
      said: (text) => chunk(choice({ content: text })),
      calls: {
        began: (call) => callChunk(wireCall({ ...call, input: "" })),
        input: (text) => callChunk({ function: { arguments: text } }),
        ended: () => void index++,
      },
      ended(said, late) {
        for (const [at, call] of said.calls.entries()) {
          const extra = toExtraContent(call);
          if (extra.extra_content)
            chunk(choice({ tool_calls: [{ index: at, function: { arguments: "" }, ...extra }] }));
        }
        if (late !== "") chunk(choice({ content: late }));
        chunk(choice({}, toFinishReason(said)), toUnsupportedParameters(said, listUnknownFields(input)));
        if (input.stream_options?.include_usage) chunk([], { usage: toUsage(said) });
        sendData("data: [DONE]\n\n");
      },
      failed: (error) => send(toOpenAiError(toProblem(error, first.id)).body as object),
      alive: () => sendData(": the model is at work\n\n"),
    };
  });
}

const listUnknownFields = (input: CompletionInput) => [
  ...listUnknown(input, ChatCompletionRequest.shape, IGNORED_FIELDS),
  ...(input.tools ?? []).flatMap((tool) => (tool.type === "other" ? [`tools.${tool.of}`] : [])),
];

async function toQuestion(
  input: CompletionInput,
  { by }: NamedModel,
  signal: AbortSignal,
): Promise<AskedConversation> {
  const { response_format: format } = input;
  requireShortText(input.messages);
  return {
    by,
    ...(await parseConversation(input, signal)),
    ...toCallersTools(
      (input.tools ?? []).flatMap((tool) => (tool.type === "function" ? [tool.function] : [])),
      toToolChoice(input.tool_choice),
    ),
    parallelCalls: input.parallel_tool_calls ?? undefined,
    format:
      format?.type === "json_schema"
        ? toJsonFormat(format.json_schema)
        : format?.type === "json_object"
          ? {}
          : undefined,
    sampling: toSampling(input),
  };
}

function toToolChoice(choice: CompletionInput["tool_choice"]) {
  if (typeof choice !== "object" || choice === null) return choice;
  if (choice.type === "function") return choice.function;
  const { mode, tools } = choice.allowed_tools;
  return { mode, names: tools.map((tool) => tool.function.name) };
}

async function parseConversation({ messages }: CompletionInput, signal: AbortSignal) {
  const system: string[] = [];
  const turns = new ConversationBuilder();
  const pictures = new Pictures(signal);
  for (const [position, message] of messages.entries()) {
    const at = ["body", "messages", position];
    if (message.role === "user") turns.user(await toUserTurn(toParts(message.content, at), pictures), at);
    else if (message.role === "tool") {
      const answer = await toToolAnswer(toParts(message.content, at), pictures);
      turns.result(message.tool_call_id, { ...answer, isError: false }, [...at, "tool_call_id"]);
    } else if (message.role === "assistant") {
      turns.assistant(joinText(message.content ?? message.refusal ?? ""), at);
      for (const [nth, call] of (message.tool_calls ?? []).entries())
        turns.call(toToolCall(call), [...at, "tool_calls", nth, "id"]);
    } else system.push(joinText(message.content));
  }
  return { instructions: system.join("\n\n"), messages: turns.end(["body", "messages"]) };
}

type TextContent = string | { type: string; text?: string; refusal?: string }[];

const joinText = (content: TextContent): string =>
  typeof content === "string"
    ? content
    : content.map(({ text, refusal }) => text ?? refusal ?? "").join("\n");

function toParts(content: PartContent, at: FieldPath): TurnPart[] {
  if (typeof content === "string") return [{ text: content }];
  return content.flatMap((part, nth): TurnPart[] => {
    if (part.type === "text") return [{ text: part.text }];
    return part.type === "image_url"
      ? [{ url: part.image_url.url, at: [...at, "content", nth, "image_url", "url"] }]
      : [];
  });
}

type WireCall = NonNullable<Extract<WireMessage, { role: "assistant" }>["tool_calls"]>[number];

const toToolCall = ({ id, function: { name, arguments: input }, extra_content }: WireCall): ToolCall => ({
  id,
  name,
  input,
  ...toOpaque(extra_content),
});

const wireCall = (call: ToolCall) => ({
  id: call.id,
  type: "function" as const,
  function: { name: call.name, arguments: call.input },
  ...toExtraContent(call),
});

const toSampling = (input: CompletionInput): AskedConversation["sampling"] => {
  const stop = [input.stop ?? []].flat();
  return {
    temperature: input.temperature ?? undefined,
    topP: input.top_p ?? undefined,
    maxOutputTokens: input.max_completion_tokens ?? input.max_tokens ?? undefined,
    stopSequences: stop.length > 0 ? stop : undefined,
    presencePenalty: input.presence_penalty ?? undefined,
    frequencyPenalty: input.frequency_penalty ?? undefined,
    seed: input.seed ?? undefined,
    reasoningEffort: input.reasoning_effort ?? undefined,
  };
};

const toFinishReason = ({ calls, isCut, isFiltered }: ReplyResult) => {
  if (calls.length > 0) return "tool_calls";
  if (isFiltered) return "content_filter";
  return isCut ? "length" : "stop";
};

const head = ({ name }: NamedModel) => ({
  id: `chatcmpl-${randomUUID()}`,
  created: toSeconds(new Date()),
  model: name,
});

const toUsage = (result: ReplyResult) => ({
  prompt_tokens: result.inputTokens,
  completion_tokens: result.outputTokens,
  total_tokens: sumTokens(result),
});
