import { createHash } from "node:crypto";
import { transaction } from "@/db/transaction";
import type { Caller } from "@/lib/api/actor";
import type { BodyOf } from "@/lib/api/contract";
import * as audit from "@/lib/identity/audit/service";
import { isProgramToken, requireSignIn } from "@/lib/identity/auth/service";
import * as callers from "@/lib/identity/callers/service";
import * as clock from "@/lib/platform/clock";
import { hashSecret, isSameSecret } from "@/lib/platform/crypto/secrets";
import { notFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { refusal } from "./clients";
import type { oauthApi } from "./contract";
import { isAcceptedResource, SCOPE } from "./metadata";
import * as present from "./present";
import * as queries from "./queries";
import { createAccessToken, createRefreshToken, lifetimes, readRefreshToken } from "./tokens";

type Request = BodyOf<typeof oauthApi.exchangeOauthToken>;

const MAX_CONNECTED_APPS = 50;

const over = () =>
  refusal("invalid_grant", "It doesn't work any more, or was given to another program. Sign in again.");

/** @throws AppError bad_request with an OAuth error code */
export async function exchange(request: Request) {
  if (!isAcceptedResource(request.resource))
    throw refusal("invalid_target", "Tokens are for the MCP server of this installation only.");
  if (request.grant_type === "authorization_code") return exchangeCode(request);
  if (request.grant_type === "refresh_token") return renew(request);
  throw refusal("unsupported_grant_type", "Send a code or a refresh token.");
}

// Undefined for an invalid request. The transaction commits in either case, so that a revocation takes effect.
type GrantOutcome = { grantId: string; number: number; until: Date } | undefined;

function tokens(outcome: GrantOutcome) {
  if (!outcome) throw over();
  const { grantId, number, until } = outcome;
  return {
    access_token: createAccessToken(grantId, number),
    token_type: "Bearer" as const,
    expires_in: Math.max(0, Math.floor((until.getTime() - clock.now()) / 1000)),
    refresh_token: createRefreshToken(grantId, number),
    scope: SCOPE,
  };
}

async function exchangeCode(request: Request) {
  if (request.code === undefined || request.code_verifier === undefined || request.client_id === undefined)
    throw refusal("invalid_request", "Send client_id, code, redirect_uri and code_verifier.");
  return tokens(await transaction(() => redeemCode(request)));
}

async function redeemCode({
  code = "",
  code_verifier = "",
  client_id,
  redirect_uri,
}: Request): Promise<GrantOutcome> {
  const row = await queries.lockCode({ hash: hashSecret(code) });
  if (!row) return undefined;
  if (row.grantId !== null) {
    // Reuse of a code means that the code leaked (RFC 6749, section 4.1.2), so the grant is revoked.
    log.warn({ grant: row.grantId }, "a code was used twice, which ends its grant");
    await queries.endGrant({ id: row.grantId, userId: row.userId });
    return undefined;
  }
  const challenge = createHash("sha256").update(code_verifier).digest("base64url");
  const fits =
    row.clientId === client_id &&
    (redirect_uri === undefined || row.redirectUri === redirect_uri) &&
    isSameSecret(challenge, row.codeChallenge);
  const isActive = await isActiveIn(row.userId, row.groupId);
  if (!fits || row.expiresAt.getTime() <= clock.now() || !isActive) {
    await queries.deleteCode({ hash: row.hash });
    return undefined;
  }
  if ((await queries.countGrants({ userId: row.userId })) >= MAX_CONNECTED_APPS)
    throw refusal(
      "invalid_grant",
      `Your account has ${MAX_CONNECTED_APPS} connected apps, which is the limit. Disconnect one in Settings → Connected apps.`,
    );
  return connect(row);
}

async function connect({ hash, clientId, userId, groupId }: queries.CodeRow): Promise<GrantOutcome> {
  const [until, expiresAt] = [
    clock.getDateIn(lifetimes.access * 1000),
    clock.getDateIn(lifetimes.grant * 1000),
  ];
  const { id: grantId, name } = await queries.insertGrant({ clientId, userId, groupId, expiresAt });
  await queries.setTokens({
    id: grantId,
    hash: hashSecret(createAccessToken(grantId, 1)),
    until,
    number: 1,
    expiresAt,
  });
  await queries.useCode({ hash, grantId });
  await audit.record({ groupId, userId, action: "program_connected", details: { name } });
  return { grantId, number: 1, until };
}

const isActiveIn = async (userId: number, groupId: string) =>
  (await callers.byUser({ userId, issuedAt: clock.getDateIn(0) })).some(({ group }) => group.id === groupId);

async function renew({ refresh_token, client_id }: Request) {
  const refreshToken = readRefreshToken(refresh_token ?? "");
  if (!refreshToken) throw over();
  return tokens(await transaction(() => renewGrant(refreshToken, client_id)));
}

async function renewGrant(
  { grantId, number }: { grantId: string; number: number },
  clientId: string | undefined,
): Promise<GrantOutcome> {
  const grant = await queries.lockGrant({ id: grantId });
  // `client_id` is optional, but must match if present.
  if (!grant || (clientId !== undefined && clientId !== grant.clientId)) return undefined;
  const isFresh = clock.now() - grant.refreshedAt.getTime() <= lifetimes.grace * 1000;
  const isParent = number === grant.number - 1 && isFresh;
  if (number !== grant.number && !isParent) {
    log.warn({ grant: grantId }, "a refresh token was used twice, which ends its grant");
    await queries.endGrant({ id: grantId, userId: grant.userId });
    return undefined;
  }
  if (!(await isActiveIn(grant.userId, grant.groupId))) return undefined;
  if (isParent) return { grantId, number: grant.number, until: grant.until };
  const until = clock.getDateIn(lifetimes.access * 1000);
  const next = number + 1;
  await queries.setTokens({
    id: grantId,
    hash: hashSecret(createAccessToken(grantId, next)),
    until,
    number: next,
    expiresAt: clock.getDateIn(lifetimes.grant * 1000),
  });
  return { grantId, number: next, until };
}

/** Revokes the grant of an access or refresh token. The response doesn't reveal whether it existed. */
export async function revoke({ token, client_id }: BodyOf<typeof oauthApi.revokeOauthToken>) {
  const refresh = readRefreshToken(token);
  const grant = refresh
    ? await queries.findGrant({ id: refresh.grantId })
    : isProgramToken(token)
      ? await queries.findGrant({ hash: hashSecret(token) })
      : undefined;
  if (grant && (client_id === undefined || client_id === grant.clientId)) await end(grant);
  return {};
}

const end = ({ id, userId, groupId, name }: queries.ActiveGrant) =>
  transaction(async () => {
    if (!(await queries.endGrant({ id, userId }))) return false;
    await audit.record({ groupId, userId, action: "program_disconnected", details: { name } });
    return true;
  });

export const list = async ({ user }: Caller) =>
  (await queries.listGrants({ userId: user.id })).map(present.toConnectedApp);

/** @throws AppError not_found, forbidden */
export async function disconnect(viewer: Caller, id: string) {
  requireSignIn(viewer);
  const grant = await queries.findGrant({ id, userId: viewer.user.id });
  if (!grant || !(await end(grant))) throw notFound("Program");
  return { success: true as const, message: "The app was disconnected." };
}
