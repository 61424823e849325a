import { jwtVerify } from "jose";
import { z } from "zod";
import { transaction } from "@/db/transaction";
import * as audit from "@/lib/identity/audit/service";
import { consumeAddressLimit, endEverySession } from "@/lib/identity/auth/service";
import type { OidcProvider } from "@/lib/platform/config/oidc-providers";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { discover, getKeys, getProvider } from "./providers";
import * as queries from "./queries";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const MAX_CLOCK_SKEW_SECONDS = 60;
const MAX_AGE_SECONDS = 300;

const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  jti: z.string(),
  events: z.object({ [EVENT]: z.object({}) }),
  nonce: z.undefined().optional(),
});

/**
 * Ends all sessions of an account, as a provider requests by a logout token.
 * https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation
 * @throws AppError not_found, rate_limited; bad_request for an invalid token
 */
export async function endSessionsByToken(id: string, token: string, address: string): Promise<void> {
  const provider = getProvider(id);
  await consumeAddressLimit("identities", { address });
  const { iss, sub } = await readLogoutToken(provider, token);
  await transaction(async () => {
    const user = await queries.findUserByIdentity({ issuer: iss, subject: sub });
    if (!user) return;
    await endEverySession(user.id);
    const details = { method: "oidc", provider: id };
    await audit.record({ userId: user.id, action: "signed_out", details, address });
  });
}

async function readLogoutToken(provider: OidcProvider, token: string) {
  try {
    const configuration = await discover(provider);
    const { payload } = await jwtVerify(token, await getKeys(provider), {
      issuer: configuration.serverMetadata().issuer,
      audience: provider.client_id,
      algorithms: ALGORITHMS,
      clockTolerance: MAX_CLOCK_SKEW_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
    });
    return Claims.parse(payload);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code, name } = error as { code?: string; name: string };
    log.warn({ provider: provider.id, code, error: name }, "a logout token was refused");
    throw new AppError("bad_request", "This isn't a valid logout token.");
  }
}
