import { z } from "zod";
import { address, secret, section, setting, wholeNumber } from "../setting-kinds";

export const operations = section("Operations", {
  INNGEST_EVENT_KEY: setting(z.string().optional(), {
    description: "The event key of Inngest Cloud or of your own Inngest server.",
    unset: "background work runs in this process",
  }),
  INNGEST_SIGNING_KEY: setting(z.string().optional(), { description: "The signing key that goes with it." }),
  INNGEST_BASE_URL: setting(address.optional(), {
    description: "The address of your own Inngest server.",
    unset: "Inngest Cloud",
  }),
  CRON_SECRET: setting(secret(16).optional(), {
    description:
      "Opens `/api/cron` to a scheduler that sends this as its bearer token: interrupted replies are resumed and expired data is removed. Only [Vercel](deploy.md#vercel) needs it. At least 16 characters.",
    unset: "`/api/cron` answers 404",
  }),
  INTAKE_CPU_PERCENT: setting(wholeNumber(100, 10, 1000), {
    description:
      "The processor time that reading a mail, an export, an archive, a picture, a web page or a source may take, in percent of the [usual limits](architecture/intake.md#limits). Raise it on a slow machine.",
  }),
  LOG_LEVEL: setting(z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"), {
    description: "`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.",
  }),
  METRICS_TOKEN: setting(secret(16).optional(), {
    description:
      "Serves Prometheus metrics at `/api/v1/metrics` to whoever sends this as a bearer token. See [monitoring](deploy.md#monitoring). At least 16 characters.",
    unset: "no metrics",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(address.optional(), {
    description:
      "Sends traces to an OpenTelemetry collector over HTTP. `OTEL_EXPORTER_OTLP_HEADERS` and the other standard variables apply as well.",
    unset: "no traces",
    example: "http://localhost:4318",
  }),
  OTEL_SERVICE_NAME: setting(z.string().default("parley"), { description: "The service name in traces." }),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z.coerce
      .number("must be a number from 0 to 1")
      .min(0, "must be at least 0")
      .max(1, "must be at most 1")
      .default(1),
    { description: "The share of traces that is kept, from 0 to 1." },
  ),
});
