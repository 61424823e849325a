/**
 * `forbidden`: the address must not be reached from here; `unreachable`: no connection; `slow`: timed out; `closed`:
 * the connection broke; `garbage`: the response is unusable; `proxy`: the proxy refused.
 */
export type EgressFault = "forbidden" | "unreachable" | "slow" | "closed" | "garbage" | "proxy";

/** A failed outbound request. `message` is shown to users and contains neither addresses nor secrets. */
export class EgressError extends Error {
  constructor(
    readonly fault: EgressFault,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = "EgressError";
  }
}

const TOO_SLOW = "The server took too long to answer.";
const CLOSED = "The server closed the connection.";
const UNREACHABLE = "The server cannot be reached.";
const SELF_SIGNED = "The certificate of the server is self-signed.";
const UNVERIFIED = "The certificate of the server cannot be verified.";

const KNOWN: Record<string, [EgressFault, string] | undefined> = {
  ENOTFOUND: ["unreachable", "No server has this name."],
  EAI_AGAIN: ["unreachable", "The server's name could not be resolved."],
  ECONNREFUSED: ["unreachable", "The server does not accept connections."],
  ECONNRESET: ["closed", CLOSED],
  EPIPE: ["closed", CLOSED],
  ETIMEDOUT: ["unreachable", TOO_SLOW],
  CERT_HAS_EXPIRED: ["unreachable", "The certificate of the server has expired."],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["unreachable", SELF_SIGNED],
  SELF_SIGNED_CERT_IN_CHAIN: ["unreachable", SELF_SIGNED],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["unreachable", UNVERIFIED],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ["unreachable", UNVERIFIED],
  ERR_TLS_CERT_ALTNAME_INVALID: ["unreachable", "The certificate of the server is for another name."],
};

export const createTooSlowError = (cause?: unknown) => new EgressError("slow", TOO_SLOW, { cause });
export const createUnreachableError = () => new EgressError("unreachable", UNREACHABLE);
export const createClosedError = (cause?: unknown) => new EgressError("closed", CLOSED, { cause });

export function toEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error;
  const parts = error instanceof AggregateError ? [error, ...error.errors] : [error];
  const codes = parts.map((part) => (part as { code?: unknown })?.code).map(String);
  if (codes.some((code) => code.startsWith("HPE_")))
    return new EgressError("garbage", "The server does not speak HTTP.", { cause: error });
  const [fault, message] = codes.map((code) => KNOWN[code]).find(Boolean) ?? ["unreachable", UNREACHABLE];
  return new EgressError(fault, message, { cause: error });
}
