import { createHash } from "node:crypto";
import { AppError } from "@/lib/platform/errors";
import { readFields } from "@/lib/platform/form-fields";
import type { Caller } from "./actor";
import type { Operation } from "./contract";
import type { RateLimitKeys } from "./limits";
import type { ApiRequest } from "./request";
import { isSameOrigin } from "./same-origin";

/** Authentication hooks, implemented by higher layers. Each throws AppError when the caller has no access. */
export type Authenticator = {
  /**
   * Returns the user of the credentials. Ignores cookies of cross-site requests, and cookies of an account or group
   * other than the one that the page was rendered for (`pageOwner`).
   */
  admitViewer: (shown: {
    authorization?: string;
    cookie?: string;
    pageOwner?: string;
    isForPrograms?: boolean;
  }) => Promise<Caller>;
  admitLogin: (token: string) => Promise<void>;
  /** Returns the visitor of a session, or undefined for a `{chat_id}` that the contract rejects. */
  admitVisitor: (chatId: string, sessionId: string | undefined) => Promise<unknown>;
};

export type CallPrincipal = { viewer?: Caller; visitor?: unknown };

/**
 * Returns the calling user or visitor, if any.
 * @throws AppError when the caller may not call the operation
 */
export async function admit(
  { access, speaks }: Operation,
  params: Record<string, string>,
  request: ApiRequest,
  gate: Authenticator,
): Promise<CallPrincipal> {
  if (access === "viewer")
    return {
      viewer: await gate.admitViewer({ ...shownBy(request, speaks), isForPrograms: speaks === "mcp" }),
    };
  if (access === "login") await gate.admitLogin(parseBearerToken(request.headers.authorization));
  if (access === "visitor")
    return { visitor: await gate.admitVisitor(params.chat_id!, getSessionId(request)) };
  return {};
}

const shownBy = ({ method, headers }: ApiRequest, speaks: Operation["speaks"]) => ({
  authorization: headers.authorization ?? (speaks === "anthropic" ? getApiKeyHeader(headers) : undefined),
  cookie: isSameOrigin({ method, headers }, method === "GET") ? headers.cookie : undefined,
  pageOwner: headers["x-parley-owner"],
});

const getApiKeyHeader = ({ "x-api-key": key }: ApiRequest["headers"]) => key && `Bearer ${key}`;

export const getRateLimitKeys = (viewer: Caller | undefined, address: string): RateLimitKeys =>
  viewer
    ? {
        caller: `${viewer.credential.kind}:${viewer.credential.id}`,
        account: `account:${viewer.user.id}`,
        group: `group:${viewer.group.id}`,
      }
    : { caller: address };

export const getSessionId = ({ headers, query }: ApiRequest) =>
  headers["x-session-id"] ?? readFields(query)?.sid?.[0];

/** Separates the idempotency keys of visitors behind one address. The session ID is hashed, because it is a secret. */
export function toSessionCaller(request: ApiRequest): string | undefined {
  const id = getSessionId(request);
  return id && `session:${createHash("sha256").update(id).digest("hex")}`;
}

/** @throws AppError unauthorized when the header is absent or not a bearer token */
export function parseBearerToken(authorization: string | undefined): string {
  const [, token] = /^Bearer ([\x21-\x7e]{1,2000})$/i.exec(authorization ?? "") ?? [];
  if (!token) throw new AppError("unauthorized", "Send `Authorization: Bearer <login token>`.");
  return token;
}
