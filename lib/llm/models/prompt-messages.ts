import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
} from "@ai-sdk/provider";
import type {
  JsonFormat,
  ModelImage,
  ModelMessage,
  ModelRequest,
  ModelVideo,
  ToolCall,
  ToolChoice,
} from "./types";

type Prompted = Pick<LanguageModelV4CallOptions, "prompt" | "tools" | "toolChoice" | "responseFormat">;
type ResponseSchema = NonNullable<
  Extract<LanguageModelV4CallOptions["responseFormat"], { type: "json" }>["schema"]
>;

export function buildPrompt(request: ModelRequest): Prompted {
  const { instructions, messages, tools = [], format } = request;
  const prompt: LanguageModelV4Message[] = messages.map(sdkMessage);
  if (instructions) prompt.unshift({ role: "system", content: instructions });
  const responseFormat = format && sdkFormat(format);
  if (tools.length === 0) return { prompt, responseFormat };
  return {
    prompt,
    responseFormat,
    tools: tools.map(({ name, description, parameters, strict }) => ({
      type: "function",
      name,
      description,
      inputSchema: parameters,
      strict,
    })),
    toolChoice: sdkChoice(getToolChoice(request)),
  };
}

export const getToolChoice = ({ isLastRound, toolChoice = "auto" }: ModelRequest): ToolChoice =>
  isLastRound ? "none" : toolChoice;

const sdkChoice = (choice: ToolChoice): Prompted["toolChoice"] =>
  typeof choice === "string" ? { type: choice } : { type: "tool", toolName: choice.name };

const sdkFormat = ({ schema, name, description }: JsonFormat): Prompted["responseFormat"] => ({
  type: "json",
  schema: schema as ResponseSchema | undefined,
  name,
  description,
});

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
  input: parseArguments(input) ?? {},
  ...(opaque && { providerOptions: opaque as never }),
});

const sdkResult = ({ call, text, isError }: Extract<ModelMessage, { role: "tool" }>["results"][number]) => ({
  type: "tool-result" as const,
  toolCallId: call.id,
  toolName: call.name,
  output: { type: isError ? ("error-text" as const) : ("text" as const), value: text },
});

const UNSEEN = "[A picture, which this model cannot see.]";

export function withoutImages(message: ModelMessage): ModelMessage {
  if (message.role !== "user" || !message.images) return message;
  const { images, ...others } = message;
  const before = images.flatMap(({ caption }) => [caption ?? "", UNSEEN]);
  return { ...others, text: [...before, message.text].filter((text) => text !== "").join("\n\n") };
}

// Maximum length of a tool call's arguments: ten times a large canvas page.
const MAX_ARGUMENT_CHARACTERS = 1_000_000;

export function parseArguments(input: string): Record<string, unknown> | undefined {
  if (input.length > MAX_ARGUMENT_CHARACTERS) return undefined;
  try {
    const value: unknown = JSON.parse(input || "{}");
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
