import {
  type LanguageModelV4,
  type LanguageModelV4StreamPart,
  type LanguageModelV4ToolCall,
  type SharedV4ProviderOptions,
  type SharedV4Warning,
  TypeValidationError,
} from "@ai-sdk/provider";
import { countSkippedEvents } from "@/lib/platform/telemetry/models";
import { createIncompleteError, createTooManyToolCallsError, MAX_TOOL_CALLS } from "./failures";
import { buildPrompt } from "./prompt-messages";
import {
  type LanguageModel,
  ModelError,
  type ModelRequest,
  type ToolCall,
  type UnsupportedParameter,
} from "./types";

/** Disables the SDK's console warnings about unknown models, which don't help operators. */
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

// Finish reasons of complete replies. Another reason without the provider's own value means a lost connection.
const ENDINGS = new Set<string>(["stop", "length", "content-filter", "tool-calls"]);

/**
 * Adapts a model of the AI SDK. Calls the model directly rather than with `streamText`, which takes four times as
 * long for a reply without tools and duplicates retries, ids and callbacks.
 * @param options provider-specific options of the SDK
 */
export const createSdkModel =
  (model: LanguageModelV4, options?: SharedV4ProviderOptions): LanguageModel =>
  async (request, listener) => {
    const { reasoningEffort: reasoning, ...sampling } = request.sampling ?? {};
    const { stream } = await model.doStream({
      ...buildPrompt(request),
      ...sampling,
      reasoning,
      abortSignal: request.signal,
      providerOptions: optionsFor(request, options),
    });
    let responseId: string | null = null;
    let named: string | null = null;
    let leftOut: UnsupportedParameter[] = [];
    let calls = 0;
    const names = new Map<string, string>();
    // Ignores events unknown to the SDK. The reply still fails without the provider's finish reason.
    const skip = (error: unknown) => {
      if (!TypeValidationError.isInstance(error)) throw error;
      countSkippedEvents(model.provider.split(".")[0] ?? model.provider, model.modelId, 1);
    };
    for await (const part of readParts(stream)) {
      if (part.type === "tool-input-start") {
        if (++calls > MAX_TOOL_CALLS) throw createTooManyToolCallsError();
        names.set(part.id, part.toolName);
        await listener({ type: "call-piece", piece: { id: part.id, name: part.toolName, input: "" } });
      } else if (part.type === "tool-input-delta") {
        const { id, delta: input } = part;
        const name = names.get(id);
        if (name !== undefined) await listener({ type: "call-piece", piece: { id, name, input } });
      } else if (part.type === "text-delta") await listener({ type: "text", text: part.delta });
      else if (part.type === "reasoning-delta") await listener({ type: "reasoning", text: part.delta });
      else if (part.type === "tool-call") await listener({ type: "tool-call", call: toToolCall(part) });
      else if (part.type === "error") skip(part.error);
      else if (part.type === "stream-start") leftOut = listUnsupportedParameters(part.warnings);
      else if (part.type === "response-metadata") {
        responseId = part.id ?? responseId;
        named = part.modelId || named;
      } else if (part.type === "finish") {
        const { unified, raw } = part.finishReason;
        if (raw === undefined && !ENDINGS.has(unified)) throw createIncompleteError();
        return {
          reason: unified === "length" || unified === "content-filter" ? unified : "stop",
          responseId,
          model: named,
          usage: {
            input_tokens: part.usage.inputTokens.total ?? null,
            output_tokens: part.usage.outputTokens.total ?? null,
          },
          leftOut,
        };
      }
    }
    throw createIncompleteError();
  };

// Returns provider-specific options for features without a common name in the SDK. Each provider reads only its own
// options.
function optionsFor(
  { parallelCalls, format }: ModelRequest,
  options?: SharedV4ProviderOptions,
): SharedV4ProviderOptions | undefined {
  const openai = {
    ...options?.openai,
    ...(parallelCalls !== undefined && { parallelToolCalls: parallelCalls }),
    ...(format && { strictJsonSchema: format.strict ?? false }),
  };
  const anthropic = {
    ...options?.anthropic,
    ...(parallelCalls === false && { disableParallelToolUse: true }),
  };
  const all = { ...options, openai, anthropic };
  return Object.fromEntries(Object.entries(all).filter(([, each]) => Object.keys(each).length > 0));
}

const FEATURES: Record<string, UnsupportedParameter> = {
  temperature: "temperature",
  topP: "topP",
  reasoning: "reasoningEffort",
  reasoningEffort: "reasoningEffort",
  maxOutputTokens: "maxOutputTokens",
  stopSequences: "stopSequences",
  presencePenalty: "presencePenalty",
  frequencyPenalty: "frequencyPenalty",
  seed: "seed",
  strict: "strict",
};
const NEEDED: Record<string, string> = {
  responseFormat: "This model can't reply in the format that is asked for.",
  toolChoice: "This model can't be told which tool to call.",
};

/**
 * Returns unsupported parameters from the SDK's warnings. A value that was clamped to the model's range counts as
 * supported.
 * @throws ModelError unsupported
 */
function listUnsupportedParameters(warnings: SharedV4Warning[]): UnsupportedParameter[] {
  const names = warnings.flatMap((warning): UnsupportedParameter[] => {
    if (warning.type !== "unsupported" || warning.details?.includes("clamped")) return [];
    const needed = NEEDED[warning.feature];
    if (needed) throw new ModelError("unsupported", needed);
    const name = FEATURES[warning.feature];
    return name ? [name] : [];
  });
  return [...new Set(names)];
}

/**
 * Converts a tool call. Keeps Google's signature, which must be sent back. Omits ids of other providers, because they
 * refer to data that these providers don't store for us.
 */
export function toToolCall({
  toolCallId,
  toolName,
  input,
  providerMetadata,
}: LanguageModelV4ToolCall): ToolCall {
  const signature = Object.values(providerMetadata ?? {}).find(({ thoughtSignature }) => thoughtSignature);
  return {
    id: toolCallId,
    name: toolName,
    input,
    ...(signature && { opaque: { google: { thoughtSignature: signature.thoughtSignature } } }),
  };
}

// Iterates the parts of a stream. Leaving the loop early cancels the stream and closes the connection.
async function* readParts(stream: ReadableStream<LanguageModelV4StreamPart>) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
