/** Kinds of errors that callers cause or must handle; `lib/api/problem.ts` maps each to an HTTP status. */
export type ErrorKind =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "timed_out"
  | "conflict"
  | "length_required"
  | "too_large"
  | "unsupported_type"
  | "proof_required"
  | "rate_limited"
  | "headers_too_large"
  | "provider_failed"
  | "unavailable";

const IS_APP_ERROR = Symbol.for("parley.app-error");

/** An error shown to callers: `message` is returned verbatim, so it must not contain secrets, SQL or paths. */
export class AppError extends Error {
  readonly [IS_APP_ERROR] = true;

  /** Matches by symbol, because each of the process's two bundles has its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && IS_APP_ERROR in value;
  }

  constructor(
    readonly kind: ErrorKind,
    message: string,
    /** Response headers, seconds to wait for `rate_limited`, and the error code in compatible APIs. */
    readonly extra: { retryAfter?: number; headers?: Record<string, string>; code?: string } = {},
  ) {
    super(message);
    this.name = "AppError";
  }
}

export type Fault = { loc: (string | number)[]; msg: string; type: string };

export class InvalidInput extends Error {
  constructor(readonly faults: Fault[]) {
    super("The input does not fit.");
    this.name = "InvalidInput";
  }
}

export const notFound = (what: string) => new AppError("not_found", `${what} not found.`);
export const forbidden = (message = "You may see this, but not change it.") =>
  new AppError("forbidden", message);
export const unauthorized = (message = "Missing or invalid credentials.") =>
  new AppError("unauthorized", message);
export const conflict = (message: string) => new AppError("conflict", message);
export const invalid = (loc: (string | number)[], msg: string, type = "value_error") =>
  new InvalidInput([{ loc, msg, type }]);

/** Returns the code of an error or of its cause: PostgreSQL's SQLSTATE, the driver's or the system's. */
export function getErrorCode(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return code ?? (cause ? getErrorCode(cause) : undefined);
}
