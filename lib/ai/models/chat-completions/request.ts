import { argumentsOf, toolChoiceOf } from "../prompt";
import type { JsonFormat, ModelImage, ModelMessage, ModelRequest, ModelVideo, ToolCall } from "../types";

type TextPart = { type: "text"; text: string };
type Part =
  | TextPart
  | { type: "image_url"; image_url: { url: string } }
  | { type: "video_url"; video_url: { url: string } };

/** What is asked of a model, as a body of OpenAI's chat completions. `extra` are fields of one provider. */
export function requestBody(model: string, request: ModelRequest, extra?: Record<string, unknown>): string {
  const { instructions, messages, tools = [], parallelCalls, format, sampling = {} } = request;
  const choice = toolChoiceOf(request);
  return JSON.stringify({
    model,
    max_tokens: sampling.maxOutputTokens,
    temperature: sampling.temperature,
    reasoning_effort: sampling.reasoningEffort,
    top_p: sampling.topP,
    frequency_penalty: sampling.frequencyPenalty,
    presence_penalty: sampling.presencePenalty,
    stop: sampling.stopSequences,
    seed: sampling.seed,
    ...extra,
    messages: [
      ...(instructions ? [{ role: "system", content: instructions }] : []),
      ...messages.flatMap(messagesOf),
    ],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters, strict }) => ({
        type: "function",
        function: { name, description, parameters, strict },
      })),
      tool_choice: typeof choice === "string" ? choice : { type: "function", function: choice },
      parallel_tool_calls: parallelCalls,
    }),
    response_format: format && formatOf(format),
    stream: true,
    stream_options: { include_usage: true },
  });
}

const formatOf = ({ schema, name = "reply", description, strict }: JsonFormat) =>
  schema
    ? { type: "json_schema", json_schema: { name, description, schema, strict } }
    : { type: "json_object" };

function messagesOf(message: ModelMessage): object[] {
  if (message.role === "tool")
    return message.results.map(({ call, text }) => ({ role: "tool", tool_call_id: call.id, content: text }));
  if (message.role === "user") return [{ role: "user", content: contentOf(message) }];
  const { text, calls = [] } = message;
  if (calls.length === 0) return [{ role: "assistant", content: text }];
  return [{ role: "assistant", content: text || null, tool_calls: calls.map(wireCall) }];
}

function contentOf({ text, images = [], video }: Extract<ModelMessage, { role: "user" }>): string | Part[] {
  const parts = [
    ...(video ? [videoPart(video)] : []),
    ...images.flatMap(imageParts),
    ...(text === "" ? [] : [textPart(text)]),
  ];
  return parts.length === 1 && parts[0]!.type === "text" ? parts[0]!.text : parts;
}

const textPart = (text: string): TextPart => ({ type: "text", text });

const imageParts = ({ mediaType, data, caption }: ModelImage): Part[] => [
  ...(caption ? [textPart(caption)] : []),
  { type: "image_url", image_url: { url: dataUrl(mediaType, data) } },
];

function videoPart({ mediaType, data }: ModelVideo): Part {
  if (!(data instanceof Uint8Array)) throw new Error("Another provider has this video.");
  return { type: "video_url", video_url: { url: dataUrl(mediaType, data) } };
}

const dataUrl = (mediaType: string, { buffer, byteOffset, byteLength }: Uint8Array) =>
  `data:${mediaType};base64,${Buffer.from(buffer, byteOffset, byteLength).toString("base64")}`;

function wireCall({ id, name, input, opaque }: ToolCall): object {
  const { thoughtSignature } = (opaque?.google ?? {}) as { thoughtSignature?: unknown };
  return {
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(argumentsOf(input) ?? {}) },
    ...(thoughtSignature !== undefined && {
      extra_content: { google: { thought_signature: String(thoughtSignature) } },
    }),
  };
}
