import pino from "pino";
import { single } from "@/lib/platform/singleton";

type Logged = { type: string; code?: string; message: string; stack?: string; cause?: Logged };

/** The message of an error without the values of a query, which may be what people wrote. */
export const withoutValues = (message: string): string => message.split("\nparams:")[0]!;

/** An error for the log. */
function described(error: unknown, depth = 0): Logged {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error object" };
  const { code } = error as { code?: string };
  const message = withoutValues(error.message);
  return {
    type: error.name,
    ...(code && { code }),
    message: quotesValues(error.name, code) ? message.replace(/".*"/s, '"…"') : message,
    stack: error.stack?.slice(error.stack.search(/\n\s+at /)),
    ...(error.cause !== undefined && depth < 3 && { cause: described(error.cause, depth + 1) }),
  };
}

/** PostgreSQL quotes what it cannot read (class 22: data exceptions). An error that a background step failed with has no code any more. */
const quotesValues = (name: string, code: string | undefined) =>
  name === "PostgresError" && (typeof code !== "string" || code.startsWith("22"));

/** What waits to be written while that fails; more is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Standard output. One whose disk is full must not keep anybody from being answered: lines are lost, and it goes on when there is room. */
function openOutput() {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  output.on("error", () => {});
  return output;
}

/**
 * Structured logs on standard output. Secrets never reach them: callers log
 * ids, never tokens, keys, addresses with a `sid`, or message texts.
 */
export const log = single("log", () =>
  pino(
    {
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
          "secret",
          "sid",
          "api_key",
          "apiKey",
          "*.authorization",
          "*.cookie",
          "*.password",
          "*.token",
          "*.secret",
          "*.apiKey",
        ],
        censor: "[secret]",
      },
    },
    openOutput(),
  ),
);
