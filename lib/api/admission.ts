import { createHash } from "node:crypto";
import { requireLoginToken, viewerFrom } from "@/lib/auth/credentials";
import type { Viewer } from "@/lib/auth/viewer";
import { AppError } from "@/lib/errors";
import type { Operation } from "./contract";
import { readFields } from "./form";
import type { Payers } from "./limits";
import type { ApiRequest } from "./request";

/** Who calls, and whose allowances a call draws on: known from its headers, before the body is read. */

/** Looks at the session that a request names, whose path says `{chat_id}`. */
export type AdmitVisitor = (chatId: string, sessionId: string | undefined) => Promise<void>;

/** The member who calls, if one does. @throws AppError for whoever may not call the operation */
export async function admitted(
  { access }: Operation,
  params: Record<string, string>,
  request: ApiRequest,
  admitVisitor: AdmitVisitor,
): Promise<Viewer | undefined> {
  if (access === "viewer") return viewerFrom(request.headers, request.method);
  if (access === "login") await requireLoginToken(bearerOf(request.headers.authorization));
  if (access === "visitor") await admitVisitor(params.chat_id!, sessionIdOf(request));
  return undefined;
}

/** Whose allowances a call draws on. */
export const payersOf = (viewer: Viewer | undefined, address: string): Payers =>
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
