import pino from "pino";

type Logged = { type: string; code?: string; message: string; stack?: string; cause?: Logged };

/** Cuts off a query's parameters, which may contain user content. */
export const stripSqlParameters = (message: string): string => message.split("\nparams:")[0]!;

function described(error: unknown, depth = 0): Logged {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error object" };
  const { code } = error as { code?: string };
  const message = stripSqlParameters(error.message);
  return {
    type: error.name,
    ...(code && { code }),
    message: quotesValues(error.name, code) ? message.replace(/".*"/s, '"…"') : message,
    stack: error.stack?.slice(error.stack.search(/\n\s+at /)),
    ...(error.cause !== undefined && depth < 3 && { cause: described(error.cause, depth + 1) }),
  };
}

// PostgreSQL quotes invalid values in data exceptions (class 22). Errors restored from background steps have no code,
// so they are treated the same.
const quotesValues = (name: string, code: string | undefined) =>
  name === "PostgresError" && (typeof code !== "string" || code.startsWith("22"));

const MAX_WAITING_BYTES = 1024 * 1024;

// A full disk must not block responses: lines are dropped until there is room again.
function openOutput() {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  output.on("error", () => {});
  return output;
}

/**
 * Writes structured logs to standard output. Never log secrets: pass IDs, not tokens, keys, URLs with a `sid`, or
 * message texts.
 */
export const log = pino(
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
);
