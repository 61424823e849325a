import type { z } from "zod";
import type { Fault } from "@/lib/platform/errors";
import type { AnswerOf, Operation, ParamsOf, QueryOf, SentBodyOf } from "./contract";
import { noteStatus } from "./session";

export type { Fault } from "@/lib/platform/errors";
export { session } from "./session";

/** What a caller gives an operation: values, not text; files for multipart. */
export type CallInput<O> = {
  params?: ParamsOf<O>;
  query?: Partial<QueryOf<O>>;
  body?: SentBodyOf<O> extends undefined ? undefined : Partial<Record<string, unknown>> | SentBodyOf<O>;
  files?: File[];
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Hears how much of the body is sent, 0 to 1. */
  onSent?: (share: number) => void;
};

/**
 * A UUID of version 4 (RFC 9562). `crypto.randomUUID` is missing where pages
 * come over plain http, as on many a team's own network.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A refused or failed call, with a sentence that can be shown. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** For 422: what is wrong with which field. */
    readonly faults: Fault[] = [],
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

type AnyOperation = Pick<Operation, "method" | "path" | "body"> & { returns?: z.ZodType };

/** Where an operation lies below the origin, with its parameters filled in. */
export function pathOf(
  operation: AnyOperation,
  { params = {}, query = {} }: { params?: object; query?: object },
): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  const text = search.toString();
  return `/api/v1${path}${text ? `?${text}` : ""}`;
}

function bodyOf(
  operation: AnyOperation,
  body: unknown,
  files: File[] = [],
): { body?: BodyInit; type?: string } {
  if (operation.body === undefined || (body === undefined && files.length === 0)) return {};
  if (operation.body.kind === "json") return { body: JSON.stringify(body), type: "application/json" };
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  if (operation.body.kind === "form") {
    return { body: new URLSearchParams(fields.map(([name, value]) => [name, String(value)])) };
  }
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, String(value));
  for (const file of files) data.append(operation.body.files ?? "files", file, file.name);
  return { body: data };
}

/**
 * Calls an operation from the browser, with the person's session.
 * @throws ApiError with the server's sentence; status 0 when the server could not be reached.
 */
export async function call<O extends AnyOperation>(
  operation: O,
  input: CallInput<O> = {},
): Promise<AnswerOf<O>> {
  const { body, type } = bodyOf(operation, input.body, input.files);
  const headers: Record<string, string> = {
    ...(type && { "content-type": type }),
    ...(input.idempotencyKey && { "idempotency-key": input.idempotencyKey }),
  };
  const request = { method: operation.method, headers, body, signal: input.signal };
  let response: Response;
  try {
    const url = pathOf(operation, input);
    response = await (input.onSent ? sendTelling(url, request, input.onSent) : window.fetch(url, request));
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ApiError(0, "The server cannot be reached. Check the connection and try again.");
  }
  noteStatus(response.status);
  if (!response.ok) throw await refusal(response);
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<O>;
}

type Sending = { method: string; headers: Record<string, string>; body?: BodyInit; signal?: AbortSignal };

/** As `fetch`, which does not tell how much of a body it has sent. */
export function sendTelling(
  url: string,
  { method, headers, body, signal }: Sending,
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new window.XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      resolve(new Response(status === 204 ? null : responseText, { status }));
    };
    request.onerror = () => reject(new TypeError("The request failed."));
    request.onabort = () => reject(new DOMException("The request was stopped.", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.throwIfAborted();
    signal?.addEventListener("abort", abort);
    request.send(body as XMLHttpRequestBodyInit | undefined);
  });
}

async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as {
    message?: string;
    detail?: Fault[];
    retry_after?: number;
  };
  const [first] = body.detail ?? [];
  const message = body.message ?? (first ? first.msg : `The server answered ${response.status}.`);
  return new ApiError(response.status, message, body.detail, body.retry_after);
}
