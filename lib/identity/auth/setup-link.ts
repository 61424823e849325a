import { createHmac } from "node:crypto";
import { config } from "@/lib/platform/config";
import { hashSecret, isSameSecret } from "@/lib/platform/crypto/secrets";
import * as queries from "./queries/accounts";

export { isOwned } from "./queries/accounts";

// Derived from AUTH_SECRET and the database: equal in all processes, not stored, and void once the installation has
// an owner.
async function setupToken(): Promise<string> {
  const id = await queries.getOrCreateSetupId();
  return createHmac("sha256", config().authSecret).update(`setup ${id}`).digest("base64url");
}

export async function findSetupLink(): Promise<string | undefined> {
  if (await queries.isOwned()) return undefined;
  return `${config().appUrl}/register?setup=${await setupToken()}`;
}

export type SetupProof = {
  isLocal?: boolean;
  setupToken?: string;
  setupProof?: string | null;
};

export async function canSetUp({ isLocal, setupToken: given, setupProof: proof }: SetupProof) {
  if (isLocal) return true;
  if (!given && !proof) return false;
  const token = await setupToken();
  return (
    (given !== undefined && isSameSecret(given, token)) || (!!proof && isSameSecret(proof, hashSecret(token)))
  );
}

export const setupProof = async (): Promise<string> => hashSecret(await setupToken());
