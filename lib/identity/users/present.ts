import { toUserMini } from "@/lib/identity/people/service";
import { isLanguage } from "@/lib/platform/words/languages";
import type { GroupRow, UserRow } from "./queries";
import { mergeShortcuts } from "./settings";

export const me = (user: UserRow, groups: GroupRow[], groupId: string) => {
  const here = groups.find(({ id }) => id === groupId);
  return {
    ...toUserMini(user),
    created_at: user.createdAt.toISOString(),
    email_confirmed: user.emailConfirmedAt !== null,
    has_password: user.passwordHash !== null,
    firebase_linked: user.firebaseUid !== null,
    mention_name: here?.mentionName ?? null,
    favorite_models: here?.favoriteModels ?? [],
    queues_messages: user.queuesMessages,
    suggests_follow_ups: user.suggestsFollowUps,
    uses_memory: user.usesMemory,
    send_key: user.sendKey,
    shortcuts: mergeShortcuts(user.shortcuts),
    language: isLanguage(user.language) ? user.language : null,
    groups: groups.map(({ id, name, role }) => ({ id, name, role })),
  };
};
