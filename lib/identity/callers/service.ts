import { createCachedRead } from "@/lib/platform/shared-cache/service";
import * as queries from "./queries";

export { deleteDevices, listCallersByUser as byUser, revokeInvitationsBy } from "./queries";

const known = createCachedRead("caller", (kind: "session" | "api_token", id: string) =>
  kind === "session"
    ? queries.findCallerBySession({ sessionId: id })
    : queries.findCallerByApiToken({ hash: id }),
);

/** Returns the user of an active session, or undefined. Changes by other processes take effect within a second. */
export const findBySession = (sessionId: string) => known.get("session", sessionId);

export const findByApiToken = (hash: string) => known.get("api_token", hash);

export async function endCredentials(whose: { userId: number; groupId?: string }): Promise<void> {
  await queries.endCredentials(whose);
  clearCache();
}

/** Clears the cache. Call this after changing a user's identity, permissions or credentials. */
export const clearCache = () => known.forget();
