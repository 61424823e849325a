import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Caller } from "@/lib/api/actor";
import { requireSignIn } from "@/lib/identity/auth/service";
import * as callers from "@/lib/identity/callers/service";
import * as clock from "@/lib/platform/clock";
import { generateToken, hashSecret } from "@/lib/platform/crypto/secrets";
import { AppError, notFound } from "@/lib/platform/errors";
import { getRedirectHost, isRegistered } from "./clients";
import type { AuthorizationRequest } from "./contract";
import { isAcceptedResource, issuer } from "./metadata";
import * as queries from "./queries";

type AuthorizationInput = z.output<typeof AuthorizationRequest>;

const CODE_LIFETIME = 60;

type CheckedClient = { client: queries.ClientRow; redirectUri: string };
// `fault` is the reason why there is nothing to decide; `error` is the OAuth error code that is returned to the client.
type Checked =
  | { fault: "unknownProgram" | "unknownAddress" }
  | (CheckedClient & { fault?: "faulty"; error?: string });

const PKCE = /^[A-Za-z0-9_-]{43}$/;

// Validates an authorization request. Unregistered redirect URIs are never followed.
async function check(input: AuthorizationInput): Promise<Checked> {
  const client = await queries.findClient({ id: input.client_id });
  if (!client) return { fault: "unknownProgram" };
  const redirectUri =
    input.redirect_uri ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined);
  if (redirectUri === undefined || !isRegistered(client, redirectUri)) return { fault: "unknownAddress" };
  const error = errorIn(input);
  return { client, redirectUri, ...(error && { fault: "faulty" as const, error }) };
}

function errorIn({
  response_type,
  code_challenge,
  code_challenge_method,
  resource,
}: AuthorizationInput): string | undefined {
  if (response_type !== "code") return "unsupported_response_type";
  if (code_challenge_method !== "S256" || !PKCE.test(code_challenge ?? "")) return "invalid_request";
  if (!isAcceptedResource(resource)) return "invalid_target";
  return undefined;
}

export async function requested(input: AuthorizationInput) {
  const checked = await check(input);
  if (!("client" in checked)) return { fault: checked.fault };
  const { client, redirectUri, fault, error } = checked;
  return {
    fault,
    program: client.name,
    host: getRedirectHost(redirectUri),
    // The user follows this link; the page doesn't redirect automatically.
    back: error && answerAt(redirectUri, input, { error }),
  };
}

/**
 * Records the user's decision.
 * @returns the redirect URI
 * @throws AppError forbidden, not_found, bad_request for input that the page never sends
 */
export async function decide(
  viewer: Caller,
  { decision, group_id, ...asked }: AuthorizationInput & { decision: "allow" | "refuse"; group_id?: string },
) {
  requireSignIn(viewer);
  const checked = await check(asked);
  if (!("client" in checked)) throw new AppError("bad_request", "No program asks for this.");
  const { client, redirectUri, error } = checked;
  const answer = (values: Record<string, string>) => ({ redirect_to: answerAt(redirectUri, asked, values) });
  if (error) return answer({ error });
  if (decision === "refuse") return answer({ error: "access_denied" });
  const groupId = group_id ?? viewer.group.id;
  await assertMember(viewer.user.id, groupId);
  const code = generateToken();
  await transaction(() =>
    queries.insertCode({
      hash: hashSecret(code),
      clientId: client.id,
      userId: viewer.user.id,
      groupId,
      redirectUri,
      codeChallenge: asked.code_challenge!,
      expiresAt: clock.getDateIn(CODE_LIFETIME * 1000),
    }),
  );
  return answer({ code });
}

async function assertMember(userId: number, groupId: string): Promise<void> {
  const all = await callers.byUser({ userId, issuedAt: clock.getDateIn(0) });
  if (!all.some(({ group }) => group.id === groupId)) throw notFound("Group");
}

function answerAt(
  redirectUri: string,
  { state }: AuthorizationInput,
  values: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({
    ...values,
    ...(state !== undefined && { state }),
    iss: issuer(),
  }))
    url.searchParams.set(name, value);
  return url.href;
}
