import { recent } from "@/lib/platform/recent/service";
import * as queries from "./queries";

export { callersByUser as byUser, deleteDevices, revokeInvitationsBy } from "./queries";

const known = recent("caller", (kind: "session" | "api_token", id: string) =>
  kind === "session" ? queries.callerBySession({ sessionId: id }) : queries.callerByApiToken({ hash: id }),
);

/** The person of a living session, or undefined. What another process has ended is known within a second. */
export const bySession = (sessionId: string) => known.get("session", sessionId);

/** The person of an API token, by its hash, or undefined; as `bySession`. */
export const byApiToken = (hash: string) => known.get("api_token", hash);

/** Ends what a person acts by, in one group or in all. */
export async function endCredentials(whose: { userId: number; groupId?: string }): Promise<void> {
  await queries.endCredentials(whose);
  forget();
}

/** To be called by whatever changes who somebody is, what they may do, or by what they act. */
export const forget = () => known.forget();
