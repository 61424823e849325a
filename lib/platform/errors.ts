/** What can go wrong for a caller. `lib/api/problem.ts` maps each kind to a status. */
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

/** An error that a caller may read: `message` is shown as it is, so it never holds a secret, SQL or a path. */
export class AppError extends Error {
  readonly [IS_APP_ERROR] = true;

  /** Both bundles of a process have this class, and one meets errors of the other. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && IS_APP_ERROR in value;
  }

  constructor(
    readonly kind: ErrorKind,
    message: string,
    /** Headers of the answer, for `rate_limited` the seconds to wait, and what other APIs that are spoken call it. */
    readonly extra: { retryAfter?: number; headers?: Record<string, string>; code?: string } = {},
  ) {
    super(message);
    this.name = "AppError";
  }
}

export type Fault = { loc: (string | number)[]; msg: string; type: string };

/** Input that does not fit the contract: answered as 422 with every fault at once. */
export class InvalidInput extends Error {
  constructor(readonly faults: Fault[]) {
    super("The input does not fit.");
    this.name = "InvalidInput";
  }
}

export const notFound = (what: string) => new AppError("not_found", `${what} not found.`);
export const forbidden = (message = "You may see this, but not change it.") =>
  new AppError("forbidden", message);
/** The answer to whoever shows no credential that works. */
export const unauthorized = (message = "Missing or invalid credentials.") =>
  new AppError("unauthorized", message);
export const conflict = (message: string) => new AppError("conflict", message);
/** A single bad value that a service finds, in the 422 form. */
export const invalid = (loc: (string | number)[], msg: string, type = "value_error") =>
  new InvalidInput([{ loc, msg, type }]);

/** The code of an error or of what caused it: PostgreSQL's (SQLSTATE), the driver's or the system's. */
export function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return code ?? (cause ? codeOf(cause) : undefined);
}
