import { LRUCache } from "lru-cache";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import { createOnce } from "@/lib/platform/once";
import type * as queries from "./queries";

type RecentChat = {
  chat: queries.ChatRow;
  /** `xmin` of the row, which changes with every transaction that updates the row. */
  version: string;
};

const MAX_CHATS = 5000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_AGE_MS = 10 * 60 * 1000;
const BYTES_OF_ROW = 2000;
// A chat whose row has changed is probably written to by several processes, so it is not remembered for a while.
const MAX_CHANGED_CHATS = 10_000;
const CHANGED_AGE_MS = 60 * 1000;

const recent = createOnce(
  () =>
    new LRUCache<string, RecentChat>({
      max: MAX_CHATS,
      maxSize: MAX_BYTES,
      sizeCalculation: ({ chat: { canvas, memo, summary, searchText, instructions, extra } }) => {
        const texts = [canvas, memo, summary, searchText, instructions, JSON.stringify(extra)];
        return BYTES_OF_ROW + 2 * texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
      },
      ttl: MAX_AGE_MS,
    }),
);
const changed = createOnce(() => new LRUCache<number, true>({ max: MAX_CHANGED_CHATS, ttl: CHANGED_AGE_MS }));

const toKey = (userId: number, chat: Reference) => `${userId}:${chat}`;

/**
 * Returns and forgets the row of a chat that the viewer has just written to. It may be outdated, so a statement that
 * stores something must check its version and the viewer's membership (`lib/chat/messages/queries/storing.ts`).
 */
export function takeRecentChat({ user, group }: Viewer, reference: Reference): RecentChat | undefined {
  const found = recent().get(toKey(user.id, reference));
  if (found?.chat.groupId !== group.id) return undefined;
  recent().delete(toKey(user.id, found.chat.id));
  recent().delete(toKey(user.id, found.chat.uuid));
  return found;
}

/** Remembers a private chat. Chats of several people change too often. */
export function rememberChat(userId: number, found: RecentChat): void {
  const { id, uuid, chatType } = found.chat;
  if (chatType !== "private" || changed().has(id)) return;
  recent().set(toKey(userId, id), found);
  recent().set(toKey(userId, uuid), found);
}

/** Records that the row of a recent chat had another version. */
export const recordChange = (chatId: number) => changed().set(chatId, true);
