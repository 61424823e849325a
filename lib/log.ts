import pino from "pino";
import { single } from "@/lib/singleton";

/**
 * Structured logs on standard output. Secrets never reach them: callers log
 * ids, never tokens, keys, addresses with a `sid`, or message texts.
 */
export const log = single("log", () =>
  pino({
    level: process.env.LOG_LEVEL || "info",
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["authorization", "cookie", "password", "token", "api_key", "apiKey", "*.authorization", "*.apiKey"],
      censor: "[secret]",
    },
  }),
);
