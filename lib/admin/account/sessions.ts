import { transaction } from "@/db/transaction";
import type { Caller } from "@/lib/api/actor";
import * as audit from "@/lib/identity/audit/service";
import { requireSignIn } from "@/lib/identity/auth/service";
import { notFound } from "@/lib/platform/errors";
import * as present from "./present";
import * as queries from "./queries";

// A login token belongs to no session.
const getCurrentSessionId = ({ credential }: Caller) =>
  credential.kind === "session" ? credential.id : undefined;

export async function listSessions(viewer: Caller) {
  requireSignIn(viewer);
  const rows = await queries.listSessions({ userId: viewer.user.id });
  return rows.map((row) => present.toSession(row, getCurrentSessionId(viewer)));
}

export async function endSession(viewer: Caller, id: string, address: string) {
  requireSignIn(viewer);
  if ((await end(viewer, { id }, address)) === 0) throw notFound("Session");
  return { success: true as const, message: "The session has ended." };
}

export async function endOtherSessions(viewer: Caller, address: string) {
  requireSignIn(viewer);
  const ended = await end(viewer, { except: getCurrentSessionId(viewer) }, address);
  return { success: true as const, message: "You're signed out everywhere else.", ended };
}

const end = ({ user }: Caller, which: { id?: string; except?: string }, address: string) =>
  transaction(async () => {
    const ended = await queries.endSessions({ userId: user.id, ...which });
    for (const groupId of new Set(ended.map((session) => session.groupId)))
      await audit.record({ groupId, userId: user.id, action: "session_ended", address });
    return ended.length;
  });
