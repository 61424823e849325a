import { z } from "zod";
import { exceptionsOf } from "@/lib/platform/addresses";
import { serviceAccount } from "./service-account";
import { signUp } from "./sign-up";

/** Timers of more than 2^31 ms, about 24 days, fire at once; ten times a video's length is one of them. */
const LONGEST = { seconds: 2_000_000, ms: 2_000_000_000 };
const whole = (fallback: number, least = 1, most = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= least, `must be at least ${least}`)
    .refine((value) => value <= most, `must be at most ${most}`)
    .default(fallback);
const flag = z
  .string()
  .toLowerCase()
  .refine(
    (value) => ["true", "false", "1", "0", "yes", "no", "on", "off"].includes(value),
    "must be true or false",
  )
  .transform((value) => ["true", "1", "yes", "on"].includes(value));
const address = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const model = z.string().regex(/^(builtin|[a-z0-9-]+:.+)$/, 'must be "provider:model" or "builtin"');

/** Every setting, under the name it has in the environment. Explained in README.md and .env.example. */
export const settings = z.object({
  PORT: whole(3000, 1, 65_535),
  HOST: z.string().default("0.0.0.0"),
  APP_URL: address.optional(),
  DATA_DIR: z.string().default("./.data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://")
    .optional(),
  DATABASE_POOL: whole(10),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),

  SIGN_UP: signUp.optional(),
  OWNER_EMAIL: z
    .email("must be an e-mail address")
    .transform((address) => address.toLowerCase())
    .optional(),

  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]+$/i, "must be the name of a bucket")
    .optional(),
  S3_ENDPOINT: address.optional(),
  S3_PUBLIC_ENDPOINT: address.optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: flag.optional(),
  GROUP_STORAGE_MB: whole(0, 0),
  GROUP_MONTHLY_TOKENS: whole(50_000_000, 0),

  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: address.optional(),
  OPENAI_MODEL: z.string().optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: z.string().optional(),
  OLLAMA_BASE_URL: address.default("http://127.0.0.1:11434"),
  DEFAULT_MODEL: model.optional(),
  EMBEDDING_MODEL: model.optional(),
  INDEX_AFTER_MS: whole(1000, 1, LONGEST.ms),
  TRANSCRIPTION_MODEL: z
    .string()
    .regex(/^(none|pocketsphinx|[a-z0-9-]+:.+)$/, 'must be "provider:model", "pocketsphinx" or "none"')
    .optional(),
  VIDEO_MODEL: model.optional(),
  FFMPEG_PATH: z.string().optional(),
  VIDEO_MAX_MB: whole(500),
  VIDEO_MAX_MINUTES: whole(240, 1, 3_000),
  MODEL_FIRST_TOKEN_SECONDS: whole(60, 1, LONGEST.seconds),
  MODEL_STALL_SECONDS: whole(30, 1, LONGEST.seconds),

  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: z.string().default("Parley <no-reply@localhost>"),
  REQUIRE_EMAIL_CONFIRMATION: flag.optional(),
  INBOUND_EMAIL_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be a domain, such as in.example.com")
    .optional(),
  INBOUND_EMAIL_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  INBOUND_EMAIL_MAILGUN_KEY: z.string().optional(),
  INBOUND_EMAIL_AUTHSERV_ID: z.string().toLowerCase().optional(),
  RATE_LIMIT_INBOUND_EMAILS: whole(20),

  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.:-]*$/, "must be a Firebase project id")
    .optional(),
  FIREBASE_KEYS_URL: address.default(
    "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
  ),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_URL: address.default("https://identitytoolkit.googleapis.com"),
  FIREBASE_AUTH_EMULATOR_HOST: z.string().optional(),
  FIREBASE_SERVICE_ACCOUNT: serviceAccount.optional(),
  FIREBASE_FCM_URL: address.default("https://fcm.googleapis.com"),

  INNGEST_EVENT_KEY: z.string().optional(),
  INNGEST_SIGNING_KEY: z.string().optional(),
  INNGEST_BASE_URL: address.optional(),

  ALLOW_PRIVATE_ADDRESSES: z
    .string()
    .default("")
    .transform((text, context) => {
      const exceptions = exceptionsOf(text);
      if (exceptions) return exceptions;
      context.issues.push({
        code: "custom",
        message: "must be hosts, addresses or networks between commas, or all",
        input: text,
      });
      return z.NEVER;
    }),
  TOOL_APPROVAL_SECONDS: whole(300, 1, LONGEST.seconds),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  CRON_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_SERVICE_NAME: z.string().default("parley"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number("must be a number from 0 to 1")
    .min(0, "must be at least 0")
    .max(1, "must be at most 1")
    .default(1),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  TRUST_PROXY: whole(0, 0),
  UI_CHAT_FOOTER_MSG: z.string().optional(),

  RATE_LIMIT_REQUESTS: whole(600),
  RATE_LIMIT_MESSAGES: whole(60),
  RATE_LIMIT_HEAVY: whole(20),
  RATE_LIMIT_ACCOUNT_TIMES: whole(3),
  RATE_LIMIT_GROUP_TIMES: whole(20),
  RATE_LIMIT_SIGN_IN_ACCOUNT: whole(10),
  RATE_LIMIT_SIGN_IN_ADDRESS: whole(50),
  RATE_LIMIT_MAILS: whole(5),
  RATE_LIMIT_INVITATIONS: whole(20),
  RATE_LIMIT_INVITATIONS_DAY: whole(100),
  RATE_LIMIT_STOPS: whole(120),
  RATE_LIMIT_PUBLIC_SESSIONS: whole(30),
  RATE_LIMIT_VISITOR_MESSAGES: whole(20),
  RATE_LIMIT_VISITOR_MESSAGES_ADDRESS: whole(60),
  RATE_LIMIT_STREAMS: whole(100),
  RATE_LIMIT_VISITOR_STREAMS: whole(20),
  RATE_LIMIT_VISITOR_STREAMS_ADDRESS: whole(200),
  PUBLIC_CHAT_DAILY_TOKENS: whole(0, 0),
});
