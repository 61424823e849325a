import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createIncompleteError, createTooManyToolCallsError, MAX_TOOL_CALLS } from "./failures";
import { createStreamingFetch, readRefusal } from "./guarded-fetch";
import { readJsonLines } from "./json-lines";
import { getToolChoice, parseArguments } from "./prompt-messages";
import {
  type Connection,
  type LanguageModel,
  ModelError,
  type ModelListener,
  type ModelMessage,
  type ModelRequest,
  type ReplyEnd,
  type Sampling,
  type UnsupportedParameter,
} from "./types";

// Lines of a reply: https://docs.ollama.com/api/chat
const Line = z.object({
  error: z.unknown().optional(),
  model: z.string().optional(),
  message: z
    .object({
      content: z.string().nullish(),
      thinking: z.string().nullish(),
      tool_calls: z
        .array(
          z.object({
            function: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }),
          }),
        )
        .nullish(),
    })
    .nullish(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
});
type ReplyLine = z.output<typeof Line>;
type Listener = ModelListener<Parameters<Parameters<LanguageModel>[1]>[0]>;

/**
 * Returns a model of Ollama's own API, which can be told how many tokens to read. Its OpenAI-compatible API silently
 * drops the beginning of what exceeds the server's default.
 * @param rootUrl address of the server without a path
 * @param contextSize in tokens
 */
export function createOllamaModel(
  connection: Connection,
  rootUrl: string,
  model: string,
  contextSize: number,
): LanguageModel {
  const url = `${rootUrl}/api/chat`;
  const ask = createStreamingFetch(connection);
  return async (request, listener, alive) => {
    const choice = getToolChoice(request);
    if (request.tools?.length && choice !== "auto" && choice !== "none")
      throw new ModelError("unsupported", "This model can't be told which tool to call.");
    const response = await ask(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(buildBody(request, model, contextSize)),
      signal: request.signal,
    });
    if (!response.ok) throw await readRefusal(response, url);
    let calls = 0;
    let named: string | null = null;
    for await (const line of readJsonLines(response, Line)) {
      if (line.error !== undefined) throw new Error(String(line.error));
      named = line.model ?? named;
      calls += line.message?.tool_calls?.length ?? 0;
      if (calls > MAX_TOOL_CALLS) throw createTooManyToolCallsError();
      await emit(line, listener, alive);
      if (line.done) return toEnd(line, named, request);
    }
    throw createIncompleteError();
  };
}

async function emit({ message }: ReplyLine, listener: Listener, alive?: (isProgress: boolean) => void) {
  const { content, thinking, tool_calls } = message ?? {};
  if (thinking) await listener({ type: "reasoning", text: thinking });
  if (content) await listener({ type: "text", text: content });
  // Ollama's calls have no ids.
  for (const { function: called } of tool_calls ?? []) {
    const call = { id: randomUUID(), name: called.name, input: JSON.stringify(called.arguments) };
    await listener({ type: "tool-call", call });
  }
  if (!thinking && !content && !tool_calls) alive?.(false);
}

const toEnd = (line: ReplyLine, model: string | null, { sampling = {} }: ModelRequest): ReplyEnd => ({
  reason: line.done_reason === "length" ? "length" : "stop",
  responseId: null,
  model,
  usage: { input_tokens: line.prompt_eval_count ?? null, output_tokens: line.eval_count ?? null },
  leftOut: listUnsupported(sampling),
});

const listUnsupported = ({ reasoningEffort }: Sampling): UnsupportedParameter[] =>
  reasoningEffort === undefined || reasoningEffort in THINKING ? [] : ["reasoningEffort"];

// Values of `think`. Models without levels think for any of them.
const THINKING: Partial<Record<NonNullable<Sampling["reasoningEffort"]>, boolean | string>> = {
  low: "low",
  medium: "medium",
  high: "high",
};

function buildBody(request: ModelRequest, model: string, contextSize: number) {
  const { instructions, messages, tools = [], format, sampling = {} } = request;
  const { temperature, topP, maxOutputTokens, stopSequences, seed, presencePenalty, frequencyPenalty } =
    sampling;
  // Ollama can't forbid calls, so that tools that must not be called are left out.
  const isCalling = tools.length > 0 && getToolChoice(request) !== "none";
  return {
    model,
    stream: true,
    messages: [
      ...(instructions ? [{ role: "system", content: instructions }] : []),
      ...messages.flatMap(toWireMessages),
    ],
    tools: isCalling
      ? tools.map(({ name, description, parameters }) => ({
          type: "function",
          function: { name, description, parameters },
        }))
      : undefined,
    format: format && (format.schema ?? "json"),
    think: sampling.reasoningEffort && THINKING[sampling.reasoningEffort],
    options: {
      num_ctx: contextSize,
      temperature,
      top_p: topP,
      num_predict: maxOutputTokens,
      stop: stopSequences,
      seed,
      presence_penalty: presencePenalty,
      frequency_penalty: frequencyPenalty,
    },
  };
}

function toWireMessages(message: ModelMessage): object[] {
  if (message.role === "tool")
    return message.results.map(({ call, text }) => ({ role: "tool", tool_name: call.name, content: text }));
  if (message.role === "assistant") {
    const calls = message.calls?.map(({ name, input }) => ({
      function: { name, arguments: parseArguments(input) ?? {} },
    }));
    return message.text === "" && !calls?.length
      ? []
      : [{ role: "assistant", content: message.text, tool_calls: calls }];
  }
  const { text, images = [] } = message;
  const captions = images.flatMap(({ caption }) => caption ?? []);
  return [
    {
      role: "user",
      content: [...captions, text].filter((part) => part !== "").join("\n\n"),
      images:
        images.length > 0
          ? images.map(({ data }) =>
              Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64"),
            )
          : undefined,
    },
  ];
}
