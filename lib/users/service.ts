import { transaction } from "@/db/transaction";
import { limits, take } from "@/lib/api/limits";
import * as audit from "@/lib/audit/service";
import { requireSignIn } from "@/lib/auth/access";
import { checkPassword } from "@/lib/auth/password";
import type { Viewer } from "@/lib/auth/viewer";
import * as clock from "@/lib/clock";
import { unnamed } from "@/lib/documents/storing";
import { AppError, conflict, forbidden, notFound } from "@/lib/errors";
import { isMentionTaken } from "@/lib/mentions/service";
import * as replies from "@/lib/replies/service";
import { deleteFile } from "@/lib/storage/service";
import * as present from "./present";
import * as queries from "./queries";

/** How long a sign-in proves who somebody is, for what cannot be undone. In ms. */
const FRESH = 10 * 60_000;

async function ownAccount({ user }: Viewer) {
  const row = await queries.findUser({ userId: user.id });
  if (!row) throw notFound("Account");
  return row;
}

/** The viewer's own account and all of their groups. */
export async function getMe(viewer: Viewer) {
  const groups = await queries.groupsOf({ userId: viewer.user.id });
  return present.me(await ownAccount(viewer), groups, viewer.group.id);
}

/** Changes what is given; the mention name is the viewer's in their group. @throws AppError conflict when it is taken */
export async function updateMe(viewer: Viewer, given: { full_name?: string; mention_name?: string | null }) {
  const { full_name: fullName, mention_name: mentionName } = given;
  const mine = { userId: viewer.user.id, groupId: viewer.group.id };
  await transaction(async () => {
    if (fullName !== undefined) await queries.setName({ ...mine, fullName });
    if (mentionName === undefined || mentionName === (await getMe(viewer)).mention_name) return;
    if (mentionName && (await isMentionTaken(viewer.group.id, mentionName)))
      throw conflict(`The name @${mentionName} is taken in this group.`);
    await queries.setMentionName({ ...mine, mentionName });
  });
  return getMe(viewer);
}

/**
 * Deletes the viewer's account.
 *
 * Groups and chats without other members go with all that is in them. In chats
 * with others messages and files stay, as those of a former member: a
 * conversation belongs to all who had it. A chat whose only owner goes gets
 * another one of its members.
 * @throws AppError forbidden, bad_request for a wrong password, rate_limited;
 * conflict for the last owner of a group with other members
 */
export async function deleteMe(viewer: Viewer, given: { password?: string } | undefined, address: string) {
  requireSignIn(viewer);
  const user = await ownAccount(viewer);
  await proveAgain(viewer, user, given?.password);
  const userId = user.id;
  const { chatIds, files } = await transaction(async () => {
    const groups = await queries.lockGroups({ userId });
    const orphaned = groups.filter(
      (group) => group.role === "owner" && group.hasOthers && !group.hasOtherOwner,
    );
    if (orphaned.length > 0) {
      const names = orphaned.map(({ name }) => `“${name}”`).join(", ");
      throw conflict(`You are the last owner of ${names}. Make somebody else an owner there first.`);
    }
    const groupIds = groups.filter(({ hasOthers }) => !hasOthers).map(({ id }) => id);
    for (const { id, role, hasOthers } of groups) {
      if (!hasOthers) continue;
      const details = { user_id: userId, full_name: user.fullName, role };
      await audit.note({ groupId: id, userId, action: "member_left", details, address });
    }
    await queries.lockChats({ userId });
    const gone = await queries.deleteChats({ userId, groupIds });
    await queries.passChatsOn({ userId });
    const keys = [...gone.files, ...(await queries.deleteGroups({ groupIds }))];
    await queries.deleteUser({ userId, email: user.email });
    return { chatIds: gone.chatIds, files: await unnamed(keys) };
  });
  for (const chatId of chatIds) replies.abandonChat(chatId);
  await Promise.all(files.map(deleteFile));
  return { success: true as const, message: "Your account was deleted." };
}

/** Somebody at a computer that was left signed in is not yet its owner. */
async function proveAgain({ credential }: Viewer, user: queries.UserRow, password: string | undefined) {
  if (user.passwordHash !== null) {
    if (password === undefined)
      throw new AppError("bad_request", "Enter your password to delete your account.");
    // Not the allowance of signing in: with that, a stranger could keep somebody from deleting an account.
    await take(limits.signInAccount(), `delete ${user.id}`);
    if (!(await checkPassword(user.passwordHash, password))) {
      throw new AppError("bad_request", "The password is wrong.");
    }
    return;
  }
  // A login token lives no longer than this.
  if (credential.kind === "login") return;
  const signedInAt = await queries.signedInAt({ userId: user.id, id: credential.id });
  if (!signedInAt || clock.now() - signedInAt.getTime() > FRESH) {
    throw forbidden(
      "Sign out and in again first: deleting an account takes a sign-in of the last ten minutes.",
    );
  }
}

/** Called in the transaction in which somebody leaves a group: the chats that they alone own there get another owner. */
export const passChatsOn = (userId: number, groupId: string) => queries.passChatsOn({ userId, groupId });
