import { transaction } from "@/db/transaction";
import type { Caller } from "@/lib/api/actor";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as taskActions from "@/lib/automation/task-actions/service";
import * as tasks from "@/lib/automation/tasks/service";
import * as assistants from "@/lib/chat/assistants/service";
import { notifyRemoved } from "@/lib/chat/events/service";
import { uncountUnreferencedFiles } from "@/lib/chat/files/service";
import * as workspaces from "@/lib/chat/workspaces/service";
import * as audit from "@/lib/identity/audit/service";
import { checkPassword, requireSignIn } from "@/lib/identity/auth/service";
import { getAccount, transferChats } from "@/lib/identity/users/service";
import * as collections from "@/lib/knowledge/collections/service";
import * as documents from "@/lib/knowledge/documents/service";
import * as clock from "@/lib/platform/clock";
import { AppError, conflict, forbidden } from "@/lib/platform/errors";
import { deleteFile } from "@/lib/platform/storage/service";
import * as queries from "./queries";

export { exportMe } from "./export";
export * from "./sessions";

// Time after a sign-in during which irreversible actions need no further proof of identity.
const FRESH_SIGN_IN_MS = 10 * 60_000;

/**
 * Deletes the viewer's account, and with it groups and chats without other members. In shared chats, messages and files
 * stay and are attributed to a former member, because a conversation belongs to all its members. A chat that loses its
 * only owner gets another owner.
 * @throws AppError forbidden, bad_request for a wrong password, rate_limited; conflict for the last owner of a group
 * with other members
 */
export async function deleteMe(viewer: Caller, input: { password?: string }, address: string) {
  requireSignIn(viewer);
  const user = await getAccount(viewer.user.id);
  await requireReauthentication(viewer, user, input.password);
  const userId = user.id;
  const { chatIds, files } = await transaction(async () => {
    const groups = await queries.lockGroups({ userId });
    const orphaned = groups.filter(
      (group) => group.role === "owner" && group.hasOthers && !group.hasOtherOwner,
    );
    if (orphaned.length > 0) {
      const names = orphaned.map(({ name }) => `“${name}”`).join(", ");
      throw conflict(`You are the last owner of ${names}. Make someone else an owner there first.`);
    }
    const groupIds = groups.filter(({ hasOthers }) => !hasOthers).map(({ id }) => id);
    for (const { id, role, hasOthers } of groups) {
      if (!hasOthers) continue;
      const details = { user_id: userId, full_name: user.fullName, role };
      await audit.record({ groupId: id, userId, action: "member_left", details, address });
    }
    await queries.lockChats({ userId });
    const gone = await queries.deleteChats({ userId, groupIds });
    await transferChats(userId);
    const imported = await queries.listFilesOfImports({ userId });
    const keys = [...gone.files, ...imported, ...(await queries.deleteGroups({ groupIds }))];
    // Nobody else could see or delete the person's private things.
    await assistants.removePrivate(userId);
    await taskActions.removePrivate(userId);
    await collections.removePrivate(userId);
    const privateFiles = [
      ...(await workspaces.removePrivate(userId)),
      ...(await documents.removePrivate(userId)),
      ...(await tasks.removePrivate(userId)),
    ];
    await queries.deleteUser({ userId, email: user.email });
    return { chatIds: gone.chatIds, files: [...privateFiles, ...(await uncountUnreferencedFiles(keys))] };
  });
  for (const chatId of chatIds) notifyRemoved({ chatId });
  await Promise.all(files.map(deleteFile));
  return { success: true as const, message: "Your account was deleted." };
}

// Requires a fresh sign-in or the password, because a signed-in computer may have been left unattended.
async function requireReauthentication(
  { credential }: Caller,
  user: { id: number; passwordHash: string | null },
  password: string | undefined,
) {
  if (user.passwordHash !== null) {
    if (password === undefined)
      throw new AppError("bad_request", "Enter your password to delete your account.");
    // Uses a separate rate limit key, because an attacker could otherwise block the deletion by exhausting the limit
    // for sign-ins.
    await consumeRateLimit(limits.signInAccount(), `delete ${user.id}`);
    if (!(await checkPassword(user.passwordHash, password))) {
      throw new AppError("bad_request", "The password is incorrect.");
    }
    return;
  }
  // A login token always proves a fresh sign-in, because it expires within `FRESH_SIGN_IN_MS`.
  if (credential.kind === "login") return;
  const signedInAt = await queries.findSignedInAt({ userId: user.id, id: credential.id });
  if (!signedInAt || clock.now() - signedInAt.getTime() > FRESH_SIGN_IN_MS) {
    throw forbidden(
      "Sign out and back in first: deleting an account requires a sign-in within the last ten minutes.",
    );
  }
}
