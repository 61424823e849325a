import type { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Context, Span, TraceAPI, Tracer } from "@opentelemetry/api";

/**
 * OpenTelemetry spans when OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise nothing is loaded and `startSpan` returns
 * undefined. The tracer isn't registered globally, because Next.js and other libraries would then add spans with full
 * URLs, which contain visitors' session tokens.
 */
export type Tracing = {
  tracer: Tracer;
  trace: TraceAPI;
  root: Context;
  inside: AsyncLocalStorage<Context>;
  stop: () => Promise<void>;
};
export const tracing: { on?: Tracing } = {};

// Values of SpanKind and SpanStatusCode, whose package is loaded only when tracing is on.
const KINDS = { internal: 0, server: 1, client: 2, consumer: 4 } as const;
const FAILED = 2;

type Options = {
  kind?: keyof typeof KINDS;
  attributes?: Attributes;
  traceparent?: string;
};

/** A running span. Attributes must not contain user content or secrets. */
export class Trace {
  constructor(
    private readonly on: Tracing,
    readonly span: Span,
    private readonly context: Context,
  ) {}

  run<T>(body: () => T): T {
    return this.on.inside.run(this.on.trace.setSpan(this.context, this.span), body);
  }

  /** `failure` is a kind of error, never its message, which may quote user content. */
  end({
    name,
    attributes,
    failure,
  }: {
    name?: string;
    attributes?: Attributes;
    failure?: string;
  } = {}): void {
    if (name) this.span.updateName(name);
    if (attributes) this.span.setAttributes(attributes);
    if (failure) {
      this.span.setAttribute("error.type", failure);
      this.span.setStatus({ code: FAILED });
    }
    this.span.end();
  }
}

export function startSpan(
  name: string,
  { kind = "internal", attributes, traceparent }: Options = {},
): Trace | undefined {
  const { on } = tracing;
  if (!on) return undefined;
  const context = remote(on, traceparent) ?? on.inside.getStore() ?? on.root;
  return new Trace(on, on.tracer.startSpan(name, { kind: KINDS[kind], attributes }, context), context);
}

/** Like `startSpan`, but returns undefined without an active span, so that periodic work doesn't create traces. */
export function startChildSpan(name: () => string, options: () => Options): Trace | undefined {
  const context = tracing.on?.inside.getStore();
  if (!context || !tracing.on?.trace.getSpan(context)?.isRecording()) return undefined;
  return startSpan(name(), options());
}

// Parses `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header) but ignores its sampling flag.
function remote(on: Tracing, header: string | undefined): Context | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header ?? "") ?? [];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return on.trace.setSpanContext(on.root, { traceId, spanId, traceFlags: 1, isRemote: true });
}
