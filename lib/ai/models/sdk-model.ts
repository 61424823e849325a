import {
  type LanguageModelV4,
  type LanguageModelV4StreamPart,
  type LanguageModelV4ToolCall,
  type SharedV4ProviderOptions,
  type SharedV4Warning,
  TypeValidationError,
} from "@ai-sdk/provider";
import { eventsSkipped } from "@/lib/platform/telemetry/models";
import { incomplete, MAX_CALLS, tooManyCalls } from "./failures";
import { promptOf } from "./prompt";
import { type LanguageModel, type LeftOut, ModelError, type ModelRequest, type ToolCall } from "./types";

/** The SDK writes notes about unknown models to the console; they help nobody who reads our logs. */
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** How a reply ends when it is whole; anything else without the provider's own word for it is a broken connection. */
const ENDINGS = new Set<string>(["stop", "length", "content-filter", "tool-calls"]);

/**
 * A model of the AI SDK as one of ours. It is called itself, without the SDK's `streamText`: that takes four times
 * the work for a reply without tools, and its retries, ids and callbacks are ours here.
 * @param options of the SDK for its provider
 */
export const sdkModel =
  (model: LanguageModelV4, options?: SharedV4ProviderOptions): LanguageModel =>
  async (request, listener) => {
    const { reasoningEffort: reasoning, ...sampling } = request.sampling ?? {};
    const { stream } = await model.doStream({
      ...promptOf(request),
      ...sampling,
      reasoning,
      abortSignal: request.signal,
      providerOptions: optionsFor(request, options),
    });
    let responseId: string | null = null;
    let named: string | null = null;
    let leftOut: LeftOut[] = [];
    let calls = 0;
    const names = new Map<string, string>();
    /** Passes over an event that the SDK doesn't know; without the provider's word for its end the reply still fails. */
    const skip = (error: unknown) => {
      if (!TypeValidationError.isInstance(error)) throw error;
      eventsSkipped(model.provider.split(".")[0] ?? model.provider, model.modelId, 1);
    };
    for await (const part of partsOf(stream)) {
      if (part.type === "tool-input-start") {
        if (++calls > MAX_CALLS) throw tooManyCalls();
        names.set(part.id, part.toolName);
        await listener({ type: "call-piece", piece: { id: part.id, name: part.toolName, input: "" } });
      } else if (part.type === "tool-input-delta") {
        const { id, delta: input } = part;
        const name = names.get(id);
        if (name !== undefined) await listener({ type: "call-piece", piece: { id, name, input } });
      } else if (part.type === "text-delta") await listener({ type: "text", text: part.delta });
      else if (part.type === "reasoning-delta") await listener({ type: "reasoning", text: part.delta });
      else if (part.type === "tool-call") await listener({ type: "tool-call", call: callOf(part) });
      else if (part.type === "error") skip(part.error);
      else if (part.type === "stream-start") leftOut = leftOutBy(part.warnings);
      else if (part.type === "response-metadata") {
        responseId = part.id ?? responseId;
        named = part.modelId || named;
      } else if (part.type === "finish") {
        const { unified, raw } = part.finishReason;
        if (raw === undefined && !ENDINGS.has(unified)) throw incomplete();
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
    throw incomplete();
  };

/** What each provider calls what the SDK has no common name for; each reads its own. */
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

/** What the SDK calls what it leaves out for models that are known to refuse it. */
const FEATURES: Record<string, LeftOut> = {
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
/** What a reply is of no use without. */
const NEEDED: Record<string, string> = {
  responseFormat: "This model can't reply in the format that is asked for.",
  toolChoice: "This model can't be told which tool to call.",
};

/**
 * A value that was only brought into the model's range is one that it has.
 * @throws ModelError unsupported
 */
function leftOutBy(warnings: SharedV4Warning[]): LeftOut[] {
  const names = warnings.flatMap((warning): LeftOut[] => {
    if (warning.type !== "unsupported" || warning.details?.includes("clamped")) return [];
    const needed = NEEDED[warning.feature];
    if (needed) throw new ModelError("unsupported", needed);
    const name = FEATURES[warning.feature];
    return name ? [name] : [];
  });
  return [...new Set(names)];
}

/** Google wants its signature of a call back; other providers' ids would point to what we do not have them store. */
export function callOf({ toolCallId, toolName, input, providerMetadata }: LanguageModelV4ToolCall): ToolCall {
  const signature = Object.values(providerMetadata ?? {}).find(({ thoughtSignature }) => thoughtSignature);
  return {
    id: toolCallId,
    name: toolName,
    input,
    ...(signature && { opaque: { google: { thoughtSignature: signature.thoughtSignature } } }),
  };
}

/** The parts of a stream; one that is left early is cancelled, which ends the provider's connection. */
async function* partsOf(stream: ReadableStream<LanguageModelV4StreamPart>) {
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
