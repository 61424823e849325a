import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { assertMentionFree } from "@/lib/identity/mention-names/service";
import { invalid, notFound } from "@/lib/platform/errors";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import type { Language } from "@/lib/platform/words/languages";
import * as present from "./present";
import * as queries from "./queries";
import { findDuplicate, mergeShortcuts, type SendKey, type ShortcutName } from "./settings";

export { me } from "./present";

/** @throws AppError not_found */
export async function getAccount(userId: number): Promise<queries.UserRow> {
  const row = await queries.findUser({ userId });
  if (!row) throw notFound("Account");
  return row;
}

export const listGroups = (userId: number) => queries.listGroups({ userId });

export async function getMe(viewer: Viewer) {
  const groups = await queries.listGroups({ userId: viewer.user.id });
  return present.me(await getAccount(viewer.user.id), groups, viewer.group.id);
}

// Read for each reply.
const followUps = createCachedRead("follow-ups", (userId: number) => queries.wantsFollowUps({ userId }));

export const wantsFollowUps = (userId: number): Promise<boolean> => followUps.get(userId);

type MeUpdate = {
  full_name?: string;
  queues_messages?: boolean;
  suggests_follow_ups?: boolean;
  uses_memory?: boolean;
  send_key?: SendKey;
  shortcuts?: { [Name in ShortcutName]?: string | null };
  language?: Language | null;
  mention_name?: string | null;
  favorite_models?: string[];
};

/**
 * Updates the given fields; mention name and favorites apply to the viewer's group.
 * @throws AppError conflict when the mention name is taken; InvalidInput for shortcuts with the same keys
 */
export async function updateMe(viewer: Viewer, change: MeUpdate) {
  const { mention_name: mentionName, favorite_models: favoriteModels } = change;
  const { full_name: fullName, queues_messages: queuesMessages, uses_memory: usesMemory, language } = change;
  const mine = { userId: viewer.user.id, groupId: viewer.group.id };
  await transaction(async () => {
    const values = {
      ...{ fullName, queuesMessages, usesMemory, language },
      sendKey: change.send_key,
      suggestsFollowUps: change.suggests_follow_ups,
    };
    const isRenamed = mentionName !== undefined && mentionName !== (await getMe(viewer)).mention_name;
    // Locks the name before the rows, because everything that assigns a mention name takes the locks in this order.
    if (isRenamed) await assertMentionFree(viewer, mentionName);
    if (Object.values(values).some((value) => value !== undefined))
      await queries.updateUser({ ...mine, values });
    if (change.suggests_follow_ups !== undefined) followUps.forget(viewer.user.id);
    if (favoriteModels !== undefined) await queries.updateMember({ ...mine, values: { favoriteModels } });
    if (change.shortcuts) await changeShortcuts(viewer.user.id, change.shortcuts);
    if (isRenamed) await queries.updateMember({ ...mine, values: { mentionName } });
  });
  return getMe(viewer);
}

async function changeShortcuts(userId: number, changes: NonNullable<MeUpdate["shortcuts"]>): Promise<void> {
  const changed = await queries.changeShortcuts({ userId, changes });
  const duplicate = findDuplicate(mergeShortcuts(changed));
  if (duplicate) throw invalid(["body", "shortcuts", duplicate], "Another shortcut has these keys.");
}

/**
 * Gives the chats that the user alone owns another owner. Call this in the transaction in which the user leaves a group
 * or is deleted.
 */
export const transferChats = (userId: number, groupId?: string) => queries.transferChats({ userId, groupId });
