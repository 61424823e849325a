import type { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Context, Span, TraceAPI, Tracer } from "@opentelemetry/api";
import { single } from "@/lib/platform/singleton";

/**
 * Spans for OpenTelemetry, when OTEL_EXPORTER_OTLP_ENDPOINT is set; else
 * nothing is loaded and `begin` answers undefined. They have a tracer of their
 * own and none is made known to the process: Next and other libraries would
 * add spans with whole addresses, in which visitors' sessions stand.
 */
export type Tracing = {
  tracer: Tracer;
  trace: TraceAPI;
  root: Context;
  inside: AsyncLocalStorage<Context>;
  stop: () => Promise<void>;
};
export const tracing = single<{ on?: Tracing }>("tracing", () => ({}));

/** The numbers of SpanKind and SpanStatusCode, whose package is loaded only when it is used. */
const KINDS = { internal: 0, server: 1, client: 2, consumer: 4 } as const;
const FAILED = 2;

type Options = {
  kind?: keyof typeof KINDS;
  attributes?: Attributes;
  /** W3C header of who calls. */
  traceparent?: string;
};

/** A span that has begun. Nothing that people write and no secret may become an attribute. */
export class Trace {
  constructor(
    private readonly on: Tracing,
    readonly span: Span,
    private readonly context: Context,
  ) {}

  /** What `body` begins lies below this. */
  run<T>(body: () => T): T {
    return this.on.inside.run(this.on.trace.setSpan(this.context, this.span), body);
  }

  /** `failure` is a kind of error, never its sentence: that may quote somebody. */
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

/** Begins a span below the one that is running, or below the caller's; undefined when nothing is traced. */
export function begin(
  name: string,
  { kind = "internal", attributes, traceparent }: Options = {},
): Trace | undefined {
  const { on } = tracing;
  if (!on) return undefined;
  const context = remote(on, traceparent) ?? on.inside.getStore() ?? on.root;
  return new Trace(on, on.tracer.startSpan(name, { kind: KINDS[kind], attributes }, context), context);
}

/** As `begin`, but only inside of a span that has not ended: what a process does all the time is no trace. */
export function beginBelow(name: () => string, options: () => Options): Trace | undefined {
  const context = tracing.on?.inside.getStore();
  if (!context || !tracing.on?.trace.getSpan(context)?.isRecording()) return undefined;
  return begin(name(), options());
}

/** https://www.w3.org/TR/trace-context/#traceparent-header; the caller's ids, but not their say in what is kept. */
function remote(on: Tracing, header: string | undefined): Context | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header ?? "") ?? [];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return on.trace.setSpanContext(on.root, { traceId, spanId, traceFlags: 1, isRemote: true });
}
