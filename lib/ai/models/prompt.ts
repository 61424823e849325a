import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
} from "@ai-sdk/provider";
import type { ModelImage, ModelMessage, ModelRequest, ModelVideo, ToolCall } from "./types";

type Prompted = Pick<LanguageModelV4CallOptions, "prompt" | "tools" | "toolChoice">;

/** What is asked of a model, as the SDK's models take it. */
export function promptOf({ instructions, messages, tools = [], isLastRound }: ModelRequest): Prompted {
  const prompt: LanguageModelV4Message[] = messages.map(sdkMessage);
  if (instructions) prompt.unshift({ role: "system", content: instructions });
  if (tools.length === 0) return { prompt };
  return {
    prompt,
    tools: tools.map(({ name, description, parameters }) => ({
      type: "function",
      name,
      description,
      inputSchema: parameters,
    })),
    toolChoice: { type: isLastRound ? "none" : "auto" },
  };
}

function sdkMessage(message: ModelMessage): LanguageModelV4Message {
  if (message.role === "tool") return { role: "tool", content: message.results.map(sdkResult) };
  const said = message.text === "" ? [] : [{ type: "text" as const, text: message.text }];
  if (message.role === "assistant")
    return { role: "assistant", content: [...said, ...(message.calls ?? []).map(sdkCall)] };
  const { images = [], video } = message;
  return {
    role: "user",
    content: [...(video ? [sdkVideo(video)] : []), ...images.flatMap(sdkImage), ...said],
  };
}

const sdkImage = ({ mediaType, data, caption }: ModelImage) => [
  ...(caption ? [{ type: "text" as const, text: caption }] : []),
  { type: "file" as const, mediaType, data: { type: "data" as const, data } },
];

const sdkVideo = ({ mediaType, data }: ModelVideo): LanguageModelV4FilePart => ({
  type: "file",
  mediaType,
  data: data instanceof Uint8Array ? { type: "data", data } : { type: "reference", reference: data },
});

const sdkCall = ({ id, name, input, opaque }: ToolCall) => ({
  type: "tool-call" as const,
  toolCallId: id,
  toolName: name,
  input: argumentsOf(input) ?? {},
  ...(opaque && { providerOptions: opaque as never }),
});

const sdkResult = ({ call, text, isError }: Extract<ModelMessage, { role: "tool" }>["results"][number]) => ({
  type: "tool-result" as const,
  toolCallId: call.id,
  toolName: call.name,
  output: { type: isError ? ("error-text" as const) : ("text" as const), value: text },
});

/** The arguments that a model wrote for a tool; undefined when they are no JSON object. */
export function argumentsOf(input: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(input || "{}");
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
