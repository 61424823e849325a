import { getToolChoice, parseArguments } from "../prompt-messages";
import type { JsonFormat, ModelImage, ModelMessage, ModelRequest, ModelVideo, ToolCall } from "../types";

type TextPart = { type: "text"; text: string };
type WirePart =
  | TextPart
  | { type: "image_url"; image_url: { url: string } }
  | { type: "video_url"; video_url: { url: string } };

type WireMessage = {
  role: "user" | "assistant" | "tool";
  content: string | WirePart[] | null;
  tool_calls?: object[];
  tool_call_id?: string;
};

export function requestBody(model: string, request: ModelRequest, extra?: Record<string, unknown>): string {
  const { instructions, messages, tools = [], parallelCalls, format, sampling = {} } = request;
  const choice = getToolChoice(request);
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
      ...(request.joinsTurns
        ? joinTurns(messages.flatMap(toWireMessages))
        : messages.flatMap(toWireMessages)),
    ],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters, strict }) => ({
        type: "function",
        function: { name, description, parameters, strict },
      })),
      tool_choice: typeof choice === "string" ? choice : { type: "function", function: choice },
      parallel_tool_calls: parallelCalls,
    }),
    response_format: format && toResponseFormat(format),
    stream: true,
    stream_options: request.withoutUsage ? undefined : { include_usage: true },
  });
}

const toResponseFormat = ({ schema, name = "reply", description, strict }: JsonFormat) =>
  schema
    ? { type: "json_schema", json_schema: { name, description, schema, strict } }
    : { type: "json_object" };

function joinTurns(messages: WireMessage[]): WireMessage[] {
  const turns: WireMessage[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    const isSame = last?.role === message.role && last.role !== "tool" && !last.tool_calls;
    if (!last || !isSame) turns.push(message);
    else turns.splice(-1, 1, { ...message, content: joinContents(last.content, message.content) });
  }
  return turns;
}

function joinContents(first: WireMessage["content"], second: WireMessage["content"]): string | WirePart[] {
  if (!Array.isArray(first) && !Array.isArray(second)) return [first, second].filter(Boolean).join("\n\n");
  const parts = [first ?? "", second ?? ""].flatMap((content) =>
    typeof content !== "string" ? content : content === "" ? [] : [textPart(content)],
  );
  const joined: WirePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.type === "text" && part.type === "text")
      joined.splice(-1, 1, textPart(`${last.text}\n\n${part.text}`));
    else joined.push(part);
  }
  return joined;
}

function toWireMessages(message: ModelMessage): WireMessage[] {
  if (message.role === "tool")
    return message.results.map(({ call, text }) => ({ role: "tool", tool_call_id: call.id, content: text }));
  if (message.role === "user") return [{ role: "user", content: toWireContent(message) }];
  const { text, calls = [] } = message;
  if (calls.length === 0 && text === "") return [];
  if (calls.length === 0) return [{ role: "assistant", content: text }];
  return [{ role: "assistant", content: text || null, tool_calls: calls.map(wireCall) }];
}

function toWireContent({
  text,
  images = [],
  video,
}: Extract<ModelMessage, { role: "user" }>): string | WirePart[] {
  const parts = [
    ...(video ? [videoPart(video)] : []),
    ...images.flatMap(imageParts),
    ...(text === "" ? [] : [textPart(text)]),
  ];
  return parts.length === 1 && parts[0]!.type === "text" ? parts[0]!.text : parts;
}

const textPart = (text: string): TextPart => ({ type: "text", text });

const imageParts = ({ mediaType, data, caption }: ModelImage): WirePart[] => [
  ...(caption ? [textPart(caption)] : []),
  { type: "image_url", image_url: { url: dataUrl(mediaType, data) } },
];

function videoPart({ mediaType, data }: ModelVideo): WirePart {
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
    function: { name, arguments: JSON.stringify(parseArguments(input) ?? {}) },
    ...(thoughtSignature !== undefined && {
      extra_content: { google: { thought_signature: String(thoughtSignature) } },
    }),
  };
}
