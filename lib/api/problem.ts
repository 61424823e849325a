import { AppError, type ErrorKind, getErrorCode, InvalidInput } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { sqlState } from "@/lib/platform/sql-state";

const statuses: Record<ErrorKind, [status: number, title: string]> = {
  bad_request: [400, "Bad Request"],
  unauthorized: [401, "Unauthorized"],
  forbidden: [403, "Forbidden"],
  not_found: [404, "Not Found"],
  method_not_allowed: [405, "Method Not Allowed"],
  timed_out: [408, "Request Timeout"],
  conflict: [409, "Conflict"],
  length_required: [411, "Length Required"],
  too_large: [413, "Content Too Large"],
  unsupported_type: [415, "Unsupported Media Type"],
  proof_required: [428, "Precondition Required"],
  rate_limited: [429, "Too Many Requests"],
  headers_too_large: [431, "Request Header Fields Too Large"],
  provider_failed: [502, "Bad Gateway"],
  unavailable: [503, "Service Unavailable"],
};

export type Problem = { status: number; headers: Record<string, string>; body: unknown; code?: string };

export const databaseUnavailableCodes = new Set<string>([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  sqlState.connectionFailure,
  sqlState.tooManyConnections,
  sqlState.adminShutdown,
  sqlState.crashShutdown,
  sqlState.cannotConnectNow,
]);
export const databaseCorruptionCodes = new Set<string>([
  sqlState.dataCorrupted,
  sqlState.indexCorrupted,
  sqlState.undefinedFile,
]);
const diskFullCodes = new Set<string>(["ENOSPC", "EDQUOT", sqlState.diskFull]);

// Constraint violations caused by a concurrent request between this request's checks and its write.
const raceErrors: Record<string, () => AppError> = {
  [sqlState.foreignKeyViolation]: () =>
    new AppError("not_found", "The item this belongs to was just deleted."),
  [sqlState.uniqueViolation]: () => new AppError("conflict", "Someone else just took this. Try another."),
};

/** Maps any error to a response. Errors other than AppError are logged and shown as a generic 500. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof InvalidInput) return { status: 422, headers: {}, body: { detail: error.faults } };
  if (error instanceof AppError) {
    const [status, title] = statuses[error.kind];
    const { retryAfter, headers = {}, code } = error.extra;
    return {
      status,
      code,
      headers: {
        ...headers,
        ...(status === 401 && { "www-authenticate": 'Bearer realm="parley", Token realm="parley"' }),
        ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
      },
      body: {
        error: title,
        message: error.message,
        status_code: status,
        ...(retryAfter !== undefined && { retry_after: retryAfter }),
      },
    };
  }
  const code = getErrorCode(error);
  const overtaken = code && raceErrors[code];
  if (overtaken) {
    log.warn({ err: error, requestId }, "a request was superseded by a retry");
    return toProblem(overtaken(), requestId);
  }
  log.error({ err: error, requestId }, "a request failed");
  const unavailable = (message: string) => toProblem(new AppError("unavailable", message), requestId);
  if (code && databaseUnavailableCodes.has(code))
    return unavailable("The database cannot be reached. Try again shortly.");
  if (code && diskFullCodes.has(code))
    return unavailable("The disk of the database is full. Whoever runs this installation has to make room.");
  if (code && databaseCorruptionCodes.has(code))
    return unavailable(
      "A part of the database is damaged. Whoever runs this installation has to restore a backup.",
    );
  return {
    status: 500,
    headers: {},
    body: {
      error: "Internal Server Error",
      message: `Something went wrong on our side. Request ${requestId}.`,
      status_code: 500,
    },
  };
}
