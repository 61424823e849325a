import { recent } from "@/lib/platform/recent/service";
import * as queries from "./queries";

export { callersByUser as byUser, deleteDevices, revokeInvitationsBy } from "./queries";

const known = recent("caller", (kind: "session" | "api_token", id: string) =>
  kind === "session" ? queries.callerBySession({ sessionId: id }) : queries.callerByApiToken({ hash: id }),
);

/** Returns the user of an active session, or undefined. Changes by other processes take effect within a second. */
export const bySession = (sessionId: string) => known.get("session", sessionId);

export const byApiToken = (hash: string) => known.get("api_token", hash);

export async function endCredentials(whose: { userId: number; groupId?: string }): Promise<void> {
  await queries.endCredentials(whose);
  forget();
}

/** Clears the cache. Call this after changing a user's identity, permissions or credentials. */
export const forget = () => known.forget();
