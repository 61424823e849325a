import { createHash } from "node:crypto";
import { AppError } from "@/lib/platform/errors";
import { readFields } from "@/lib/platform/form";
import type { Caller } from "./actor";
import type { Operation } from "./contract";
import type { Payers } from "./limits";
import type { ApiRequest } from "./request";
import { isSameOrigin } from "./same-origin";

/** Who calls, and whose allowances a call draws on: known from its headers, before the body is read. */

/** Finds out who calls, which is for nouns to know. Each throws AppError for whoever may not call. */
export type Gatekeepers = {
  /**
   * The person whom the credentials of a request belong to. A cookie that another site's page made a browser send is none,
   * and neither is one of another account or group than the page is of (`pageOwner`).
   */
  admitViewer: (shown: {
    authorization?: string;
    cookie?: string;
    pageOwner?: string;
    isForPrograms?: boolean;
  }) => Promise<Caller>;
  admitLogin: (token: string) => Promise<void>;
  /** The visitor whose session a request names; undefined for a path whose `{chat_id}` its contract refuses. */
  admitVisitor: (chatId: string, sessionId: string | undefined) => Promise<unknown>;
};

export type Admitted = { viewer?: Caller; visitor?: unknown };

/** The person or the visitor who calls, if one does. @throws AppError for whoever may not call the operation */
export async function admit(
  { access, speaks }: Operation,
  params: Record<string, string>,
  request: ApiRequest,
  gate: Gatekeepers,
): Promise<Admitted> {
  if (access === "viewer")
    return {
      viewer: await gate.admitViewer({ ...shownBy(request, speaks), isForPrograms: speaks === "mcp" }),
    };
  if (access === "login") await gate.admitLogin(bearerOf(request.headers.authorization));
  if (access === "visitor")
    return { visitor: await gate.admitVisitor(params.chat_id!, sessionIdOf(request)) };
  return {};
}

const shownBy = ({ method, headers }: ApiRequest, speaks: Operation["speaks"]) => ({
  authorization: headers.authorization ?? (speaks === "anthropic" ? keyOf(headers) : undefined),
  cookie: isSameOrigin({ method, headers }, method === "GET") ? headers.cookie : undefined,
  pageOwner: headers["x-parley-owner"],
});

/** Anthropic's clients have a header of their own for their key. */
const keyOf = ({ "x-api-key": key }: ApiRequest["headers"]) => key && `Bearer ${key}`;

/** Whose allowances a call draws on. */
export const payersOf = (viewer: Caller | undefined, address: string): Payers =>
  viewer
    ? {
        caller: `${viewer.credential.kind}:${viewer.credential.id}`,
        account: `account:${viewer.user.id}`,
        group: `group:${viewer.group.id}`,
      }
    : { caller: address };

/** The secret of a visitor of a public chat. */
export const sessionIdOf = ({ headers, query }: ApiRequest) =>
  headers["x-session-id"] ?? readFields(query)?.sid?.[0];

/** Visitors behind one address must not share keys; kept as a hash, like the id itself. */
export function sessionCaller(request: ApiRequest): string | undefined {
  const id = sessionIdOf(request);
  return id && `session:${createHash("sha256").update(id).digest("hex")}`;
}

/** @throws AppError unauthorized when the header is absent or is no bearer token. */
export function bearerOf(authorization: string | undefined): string {
  const [, token] = /^Bearer ([\x21-\x7e]{1,2000})$/i.exec(authorization ?? "") ?? [];
  if (!token) throw new AppError("unauthorized", "Send `Authorization: Bearer <login token>`.");
  return token;
}
