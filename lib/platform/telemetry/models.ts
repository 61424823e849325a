import { meters } from "./meters";
import { startSpan } from "./tracing";

// Operation names of OpenTelemetry: https://opentelemetry.io/docs/specs/semconv/gen-ai/
const OPERATIONS = {
  chat: "chat",
  embedding: "embeddings",
  speech: "transcription",
  speaking: "speech",
  rerank: "rerank",
  picture: "image_generation",
} as const;
const PROVIDERS: Record<string, string> = { google: "gcp.gemini" };

export type Tokens = { input?: number | null; output?: number | null };

/** Records a model call; call the returned function once when it ends. `outcome`: ok, stopped or a kind of failure. */
export function recordModelCall(
  kind: keyof typeof OPERATIONS,
  provider: string,
  model: string,
): (outcome: string, tokens?: Tokens) => void {
  const began = performance.now();
  const trace = startSpan(`${OPERATIONS[kind]} ${model}`, {
    kind: "client",
    attributes: {
      "gen_ai.operation.name": OPERATIONS[kind],
      "gen_ai.provider.name": PROVIDERS[provider] ?? provider,
      "gen_ai.request.model": model,
    },
  });
  return (outcome, { input, output } = {}) => {
    meters.modelCalls.add(1, provider, model, kind, outcome);
    meters.modelSeconds.observe((performance.now() - began) / 1000, provider, model, kind);
    if (input) meters.modelTokens.add(input, provider, model, "input");
    if (output) meters.modelTokens.add(output, provider, model, "output");
    trace?.end({
      attributes: {
        ...(input != null && { "gen_ai.usage.input_tokens": input }),
        ...(output != null && { "gen_ai.usage.output_tokens": output }),
      },
      failure: outcome === "ok" || outcome === "stopped" ? undefined : outcome,
    });
  };
}

export const countSkippedEvents = (provider: string, model: string, count: number): void =>
  meters.modelEventsSkipped.add(count, provider, model);
