import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { isOverloaded } from "@/db/transaction";
import { config } from "@/lib/platform/config";
import { AppError, unauthorized } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { discardFiles } from "@/lib/platform/storage/service";
import { runInForeground } from "@/lib/platform/telemetry/foreground";
import { requestAnswered } from "@/lib/platform/telemetry/meters";
import { startSpan } from "@/lib/platform/telemetry/tracing";
import { parseLanguage } from "@/lib/platform/words/languages";
import type { Caller } from "./actor";
import {
  type Authenticator,
  admit,
  type CallPrincipal,
  getRateLimitKeys,
  getSessionId,
  parseBearerToken,
  toSessionCaller,
} from "./admission";
import { type ApiAnswer, JSON_TYPE, toAnswer } from "./answer";
import { runWithCallerAddress } from "./caller-address";
import { createErrorFormats } from "./compat-errors";
import type { Operation, UploadedFile } from "./contract";
import * as idempotency from "./idempotency";
import {
  buildRateLimitHeaders,
  consumeRateLimit,
  consumeRateLimits,
  limits,
  type RateLimitState,
} from "./limits";
import { buildLinkHeader } from "./link-header";
import { createMatcher } from "./match-path";
import { isStreamRequest, openStream } from "./open-streams";
import { buildPreflightHeaders } from "./preflight";
import { toProblem } from "./problem";
import { type ReadInput, readInput, requireShortQuery } from "./read-input";
import type { ApiRequest } from "./request";
import { ApiReply, type RequestData, type Route } from "./routes";
import { buildStrictTransport, securityHeaders } from "./security-headers";

export type AnswerRequest = (request: ApiRequest) => Promise<ApiAnswer>;

const everywhere = {
  "access-control-expose-headers":
    "X-Request-Id, Request-Id, X-Total-Count, Link, WWW-Authenticate, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Deprecation",
  "cache-control": "private, no-store",
  ...securityHeaders,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};
// Health checks and metrics scrapes, which would flood the traces.
const UNTRACED = /^\/(health|metrics)(\/|$)/;

export type KernelHooks = Authenticator & {
  /** Returns a signal that aborts when the caller's credential is revoked; call `end` after the response. */
  whileValid: (viewer: Caller) => { signal: AbortSignal; end: () => void };
  /**
   * Claims direct uploads of the caller; each can be claimed once.
   * @throws InvalidInput, AppError too_large
   */
  take: (viewer: Caller, ids: string, files: UploadedFile[]) => Promise<UploadedFile[]>;
  release: (files: UploadedFile[]) => Promise<void>;
};
const nobody = async () => {
  throw unauthorized();
};
const closed: KernelHooks = {
  admitViewer: nobody,
  admitLogin: nobody,
  admitVisitor: nobody,
  whileValid: () => ({ signal: new AbortController().signal, end: () => {} }),
  take: async () => [],
  release: discardFiles,
};

type Progress = { route?: Route; viewer?: Caller; rateLimit?: RateLimitState };

/**
 * Serves the whole API. Each call is matched, authenticated, rate limited, validated, checked for idempotency, run,
 * and logged in one line.
 */
export function serve(routes: Route[], doors: KernelHooks = closed): AnswerRequest {
  const match = createMatcher(routes);
  const getErrorFormat = createErrorFormats(routes);

  return async (request) => {
    const started = performance.now();
    const requestId = getRequestId(request);
    const progress: Progress = {};
    const trace = UNTRACED.test(request.path)
      ? undefined
      : startSpan(request.method, { kind: "server", traceparent: request.headers.traceparent });
    const handle = () =>
      runWithCallerAddress(request.address, () =>
        runInForeground(() => handleRequest(match, doors, request, requestId, progress)),
      );
    let answer: ApiAnswer;
    try {
      if (request.method === "OPTIONS")
        answer = { status: 204, headers: buildPreflightHeaders(request), body: null };
      else answer = await (trace ? trace.run(handle) : handle());
    } catch (error) {
      const hasLeft = request.signal.aborted && error === request.signal.reason;
      const own = toProblem(
        hasLeft ? new AppError("bad_request", "The caller closed the connection.") : error,
        requestId,
      );
      const { status, headers, body } = getErrorFormat(request.path, progress.route, requestId)(own);
      answer = { status, headers: { ...headers, "content-type": JSON_TYPE }, body: JSON.stringify(body) };
    }
    answer.headers = buildHeaders(answer, progress, requestId);
    const { route, viewer } = progress;
    const operation = route?.name ?? "none";
    const { status } = answer;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    log.info({ requestId, operation, status, ms, user: viewer?.user.id });
    requestAnswered(operation, status, ms);
    trace?.end({
      name: operation,
      attributes: {
        "http.request.method": request.method,
        "http.response.status_code": status,
        "parley.request_id": requestId,
        ...(route && { "http.route": `/api/v1${route.operation.path}` }),
      },
      failure: status >= 500 ? String(status) : undefined,
    });
    return answer;
  };
}

function buildHeaders({ headers }: ApiAnswer, { route, rateLimit }: Progress, requestId: string) {
  return {
    ...everywhere,
    ...buildStrictTransport(config().appUrl),
    ...(!route?.operation.sameOrigin && { "access-control-allow-origin": "*" }),
    ...buildRateLimitHeaders(rateLimit),
    // Overrides the rate limit headers above, because a 429 reports the limit that was exceeded.
    ...headers,
    ...(route?.operation.speaks === "anthropic" && { "request-id": requestId }),
    "x-request-id": requestId,
  };
}

/** @throws the error to report to the caller */
async function handleRequest(
  match: ReturnType<typeof createMatcher>,
  doors: KernelHooks,
  request: ApiRequest,
  requestId: string,
  progress: Progress,
): Promise<ApiAnswer> {
  const { route, params } = match(request.method, request.path);
  const { operation } = route;
  progress.route = route;
  requireShortQuery(operation, request);
  if (!operation.unlimited && isOverloaded())
    throw new AppError("unavailable", "The database has too much to do. Try again shortly.", {
      retryAfter: 5,
    });
  const address = `address:${request.address}`;
  // Authenticates before reading the body, which is more expensive.
  const admitted = await admit(operation, params, request, doors).catch(async (refusal) => {
    progress.rateLimit = await consumeRateLimit(limits.requests(), address);
    throw refusal;
  });
  const { viewer } = admitted;
  progress.viewer = viewer;
  const key = await consumeRequestLimits(operation, request, viewer, address, progress);
  let uploads: Uploads | undefined;
  const input = await readInput(operation, params, request, async (ids, given) => {
    uploads = { ids, beside: [...given] };
    try {
      return viewer ? await doors.take(viewer, ids, given) : [];
    } catch (error) {
      // Doesn't fail yet: a repeated request gets the first response, although its uploads are already claimed.
      if (!key) throw error;
      uploads.fault = error;
      return [];
    }
  });
  const call = toCall(route, request, requestId, key);
  const watch = watchLongCall(operation, call, viewer, input, doors);
  try {
    const answer = await answerTo(route, { ...input, ...admitted, call }, key, uploads);
    watch.signal?.throwIfAborted();
    const link = buildLinkHeader(request, input.query, answer.page);
    if (link) answer.headers.link = link;
    if (answer.body instanceof Readable) answer.body.once("close", watch.end);
    else watch.end();
    return answer;
  } catch (error) {
    watch.end();
    throw watch.signal?.aborted ? watch.signal.reason : error;
  } finally {
    if (input.files.length > 0) await doors.release(input.files);
  }
}

/**
 * Counts the request against the caller's rate limits. Repeats of an accepted idempotency key count against a separate
 * limit, so they succeed even if the others are exhausted.
 * @returns the idempotency key
 * @throws AppError rate_limited, InvalidInput for the key
 */
async function consumeRequestLimits(
  operation: Operation,
  request: ApiRequest,
  viewer: Caller | undefined,
  address: string,
  progress: Progress,
): Promise<idempotency.Key | undefined> {
  const payers = getRateLimitKeys(viewer, address);
  const { caller } = payers;
  const key = operation.idempotent
    ? idempotency.readKey(
        request.headers["idempotency-key"],
        viewer ? caller : (toSessionCaller(request) ?? caller),
        viewer?.user.id,
      )
    : undefined;
  if (key && (await idempotency.isKnown(key))) await consumeRateLimits(limits.repeats(), payers);
  else if (!operation.unlimited) {
    progress.rateLimit = await consumeRateLimits(limits.requests(), payers);
    if (operation.allowance) await consumeRateLimits(limits[operation.allowance](), payers);
  }
  return key;
}

// Counts an open stream, and ends a long call when the caller's credential is revoked.
function watchLongCall(
  operation: Operation,
  call: RequestData,
  viewer: Caller | undefined,
  { body }: ReadInput,
  doors: KernelHooks,
) {
  const closeStream = isStreamRequest(operation, call, body) ? openStream(viewer, call) : undefined;
  const mayLast = call.wantsEvents || operation.speaks !== undefined;
  const validity = mayLast && viewer ? doors.whileValid(viewer) : undefined;
  if (validity) call.signal = AbortSignal.any([call.signal, validity.signal]);
  const end = () => {
    closeStream?.();
    validity?.end();
  };
  return { signal: validity?.signal, end };
}

type HandlerInput = ReadInput & CallPrincipal & { call: RequestData };
type Uploads = { ids: string; beside: UploadedFile[]; fault?: unknown };

async function answerTo(
  route: Route,
  input: HandlerInput,
  key: idempotency.Key | undefined,
  uploads: Uploads | undefined,
): Promise<ApiAnswer> {
  const { operation } = route;
  const run = async () => {
    if (uploads?.fault) throw uploads.fault;
    const result = await route.handler(input);
    return result instanceof ApiReply ? result : new ApiReply({ kind: "json", value: result });
  };
  if (!key) return toAnswer(route, await run(), operation.status);
  const settle = async () => {
    const { content } = await run();
    if (content.kind !== "json") throw new Error("Only JSON answers can be kept for a repeated request.");
    return { status: operation.status, answer: content.value };
  };
  const recover = async (messageId: number) => ({
    status: operation.status,
    answer: await route.recover!({ viewer: input.viewer, params: input.params, messageId }),
  });
  const { status, answer } = await idempotency.runOnce(
    key,
    idempotency.hashRequest(route.name, input, uploads),
    settle,
    recover,
  );
  return toAnswer(route, new ApiReply({ kind: "json", value: answer }), status);
}

function toCall(
  route: Route,
  request: ApiRequest,
  requestId: string,
  key: idempotency.Key | undefined,
): RequestData {
  const { headers } = request;
  return {
    requestId,
    address: request.address,
    isLocal: request.isLocal ?? false,
    userAgent: headers["user-agent"]?.slice(0, 300) ?? null,
    language: parseLanguage(headers["accept-language"]),
    signal: request.signal,
    wantsEvents: route.operation.events && (headers.accept ?? "").includes("text/event-stream"),
    lastEventId: /^\d{1,15}$/.test(headers["last-event-id"] ?? "")
      ? Number(headers["last-event-id"])
      : undefined,
    header: (name) => headers[name],
    sessionId: getSessionId(request),
    range: {
      range: headers.range,
      ifRange: headers["if-range"],
      ifNoneMatch: headers["if-none-match"],
    },
    loginToken: route.operation.access === "login" ? parseBearerToken(headers.authorization) : undefined,
    idempotency: key,
  };
}

const getRequestId = ({ headers }: ApiRequest) =>
  /^[\w.-]{8,100}$/.test(headers["x-request-id"] ?? "") ? headers["x-request-id"]! : randomUUID();
