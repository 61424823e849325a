import { createHmac } from "node:crypto";
import { config } from "@/lib/platform/config";
import { hashed, isSameSecret } from "@/lib/platform/crypto/secrets";
import * as queries from "./queries/accounts";

export { isOwned } from "./queries/accounts";

/** Follows from AUTH_SECRET and the database: the same in each process, stored nowhere, void as soon as somebody owns the installation. */
async function setupToken(): Promise<string> {
  const id = await queries.setupId();
  return createHmac("sha256", config().authSecret).update(`setup ${id}`).digest("base64url");
}

/** Where the first account is created, from anywhere; undefined when the installation has an owner. */
export async function setupLink(): Promise<string | undefined> {
  if (await queries.isOwned()) return undefined;
  return `${config().appUrl}/register?setup=${await setupToken()}`;
}

/** What says that somebody may set up the installation. */
export type SetupProof = {
  /** The request came from this machine itself. */
  isLocal?: boolean;
  /** Of the setup link. */
  setupToken?: string;
  /** From `setupProof`, kept for a link that is mailed in between. */
  setupProof?: string | null;
};

/** Whether a request may set up an installation that nobody owns. */
export async function maySetUp({ isLocal, setupToken: given, setupProof: proof }: SetupProof) {
  if (isLocal) return true;
  if (!given && !proof) return false;
  const token = await setupToken();
  return (
    (given !== undefined && isSameSecret(given, token)) || (!!proof && isSameSecret(proof, hashed(token)))
  );
}

/** What stands for a request that may set up the installation once its address is confirmed. */
export const setupProof = async (): Promise<string> => hashed(await setupToken());
