import { AsyncLocalStorage } from "node:async_hooks";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { tracing } from "./tracing";

const LOG_INTERVAL_MS = 60_000;
const MAX_FLUSH_MS = 5_000;

/**
 * Starts tracing when OTEL_EXPORTER_OTLP_ENDPOINT is set. The exporter reads the other OTEL_EXPORTER_OTLP_* settings
 * itself.
 */
export async function startTracing(): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG } = config();
  if (!OTEL_EXPORTER_OTLP_ENDPOINT || tracing.on) return;
  const [api, sdk, { OTLPTraceExporter }, { defaultResource, resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new OTLPTraceExporter();
  const send = exporter.export.bind(exporter);
  let complained = 0;
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      if (result.code !== 0 && Date.now() - complained > LOG_INTERVAL_MS) {
        complained = Date.now();
        log.warn({ error: result.error?.name, spans: spans.length }, "traces could not be exported");
      }
      done(result);
    });
  // The sampling decision of remote parents is ignored, so that callers can't force traces to be kept.
  const share = { root: new sdk.TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG) };
  const sampler = new sdk.ParentBasedSampler({ ...share, remoteParentSampled: share.root });
  const provider = new sdk.TracerProvider({
    sampler,
    resource: defaultResource().merge(resourceFromAttributes({ "service.name": OTEL_SERVICE_NAME })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 2000 })],
  });
  tracing.on = {
    tracer: provider.getTracer("parley"),
    trace: api.trace,
    root: api.ROOT_CONTEXT,
    inside: new AsyncLocalStorage(),
    stop: async () => {
      tracing.on = undefined;
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, MAX_FLUSH_MS).unref()),
      ]);
    },
  };
}

export const stopTracing = async (): Promise<void> => tracing.on?.stop();
