import type { Fault as ToldFault } from "@/lib/platform/errors";
import type { AnswerOf, Operation, ParamsOf, QueryOf, SentBodyOf } from "./contract";
import type { Endpoint } from "./operations";
import { pageOwner, trackResponseStatus } from "./session";

export { pageOwner, session } from "./session";

export type CallInput<O> = {
  params?: ParamsOf<O>;
  query?: Partial<QueryOf<O>>;
  body?: SentBodyOf<O> extends undefined ? undefined : Partial<Record<string, unknown>> | SentBodyOf<O>;
  files?: File[];
  signal?: AbortSignal;
  idempotencyKey?: string;
  onSent?: (share: number) => void;
};

/**
 * Returns a UUID v4 (RFC 9562). `crypto.randomUUID` requires a secure context, which pages over plain HTTP in local
 * networks lack.
 */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export type TranslatedFault = ToldFault & { said?: string };

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly faults: TranslatedFault[] = [],
    readonly retryAfter?: number,
    readonly text?: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export const createUnreachableError = () =>
  new ApiError(0, "The server cannot be reached. Check the connection and try again.");

export type ClientOperation = Endpoint & Pick<Operation, "body" | "returns">;

export function buildPath(
  operation: Endpoint,
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

function buildBody(
  { files: field }: Endpoint,
  body: unknown,
  files: File[] = [],
): { body?: BodyInit; type?: string } {
  if (body === undefined && files.length === 0) return {};
  if (field === undefined) return { body: JSON.stringify(body), type: "application/json" };
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, String(value));
  for (const file of files) data.append(field, file, file.name);
  return { body: data };
}

const removedChats = new Set<string>();
export const markChatRemoved = (uuid: string): void => void removedChats.add(uuid);
export const markChatAdded = (uuid: string): void => void removedChats.delete(uuid);

function requireChat({ method }: Endpoint, { params = {} }: { params?: object }): void {
  const { chat_id: chat } = params as Record<string, unknown>;
  if (method === "GET" && removedChats.has(String(chat))) throw new ApiError(404, "Chat not found.");
}

/**
 * Calls an operation from the browser with the user's session.
 * @throws ApiError with the server's message; status 0 when the server could not be reached
 */
export async function call<O extends ClientOperation>(
  operation: O,
  input: CallInput<O> = {},
): Promise<AnswerOf<O>> {
  requireChat(operation, input);
  const { body, type } = buildBody(operation, input.body, input.files);
  const headers: Record<string, string> = {
    ...(type && { "content-type": type }),
    ...(input.idempotencyKey && { "idempotency-key": input.idempotencyKey }),
    ...(pageOwner() && { "x-parley-owner": pageOwner() }),
  };
  const request = { method: operation.method, headers, body, signal: input.signal };
  let response: Response;
  try {
    const url = buildPath(operation, input);
    response = await (input.onSent
      ? sendWithUploadProgress(url, request, input.onSent)
      : window.fetch(url, request));
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw createUnreachableError();
  }
  trackResponseStatus(response.status);
  if (!response.ok) throw await toApiError(response);
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<O>;
}

type OutgoingRequest = {
  method: string;
  headers: Record<string, string>;
  body?: BodyInit;
  signal?: AbortSignal;
};

/** Sends with XMLHttpRequest, because `fetch` reports no upload progress. */
export function sendWithUploadProgress(
  url: string,
  { method, headers, body, signal }: OutgoingRequest,
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

type Translate = (sentence: string) => Promise<string | undefined>;
let translate: Translate = async () => undefined;
const TRANSLATION_TIMEOUT_MS = 2000;

export function setRefusalTexts(given: Translate): () => void {
  translate = given;
  return () => {
    if (translate === given) translate = async () => undefined;
  };
}

function waitForTranslation(sentence: string): Promise<string | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, TRANSLATION_TIMEOUT_MS));
  return Promise.race([translate(sentence).catch(() => undefined), late]);
}

export async function toApiError(response: Response): Promise<ApiError> {
  const { message, detail, retry_after } = (await response.json().catch(() => ({}))) as {
    message?: string;
    detail?: ToldFault[];
    retry_after?: number;
  };
  const faults =
    detail &&
    (await Promise.all(
      detail.map(async (fault) => ({ ...fault, said: await waitForTranslation(fault.msg) })),
    ));
  const sentence = message ?? faults?.[0]?.msg ?? `The server answered ${response.status}.`;
  return new ApiError(response.status, sentence, faults, retry_after, await waitForTranslation(sentence));
}
