import pino from "pino";
import { single } from "@/lib/singleton";

type Logged = { type: string; code?: string; message: string; stack?: string; cause?: Logged };

/** An error for the log. The driver's errors carry the values of a query, which may be what people wrote: they stay out. */
function described(error: unknown, depth = 0): Logged {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error object" };
  const { code } = error as { code?: string };
  const isQuery = error.message.startsWith("Failed query:");
  return {
    type: error.name,
    ...(code && { code }),
    message: isQuery ? error.message.split("\nparams:")[0]! : error.message,
    stack: error.stack?.slice(error.stack.search(/\n\s+at /)),
    ...(error.cause !== undefined && depth < 3 && { cause: described(error.cause, depth + 1) }),
  };
}

/**
 * Structured logs on standard output. Secrets never reach them: callers log
 * ids, never tokens, keys, addresses with a `sid`, or message texts.
 */
export const log = single("log", () =>
  pino({
    level: process.env.LOG_LEVEL || "info",
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: described },
    redact: {
      paths: [
        "authorization",
        "cookie",
        "password",
        "token",
        "api_key",
        "apiKey",
        "*.authorization",
        "*.apiKey",
      ],
      censor: "[secret]",
    },
  }),
);
