import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { notFound } from "@/lib/platform/errors";
import { getChatFor, toCaller } from "./access";
import { getListItem } from "./chats";
import * as queries from "./queries";
import * as tagging from "./queries/tags";

// Per-member state of a chat, which other members cannot see.

type MyChatSettings = { starred?: boolean; archived?: boolean; muted?: boolean; tags?: string[] };

export async function setMine(viewer: Viewer, reference: Reference, settings: MyChatSettings) {
  const { chat } = await getChatFor(viewer, reference);
  const values = Object.fromEntries(
    Object.entries({
      isStarred: settings.starred,
      isArchived: settings.archived,
      isMuted: settings.muted,
    }).filter(([, value]) => value !== undefined),
  );
  await transaction(async () => {
    if (Object.keys(values).length > 0)
      await queries.updateMember({ chatId: chat.id, userId: viewer.user.id, values });
    if (settings.tags) await setTags(viewer, chat.id, settings.tags);
  });
  return getListItem(viewer, chat.id);
}

// Reuses the spelling of the viewer's existing tags, because tags are case-insensitive.
async function setTags(viewer: Viewer, chatId: number, given: string[]): Promise<void> {
  const known = await tagging.listTags(toCaller(viewer));
  const spellings = new Map(known.map(({ tag }) => [tag.toLowerCase(), tag]));
  for (const tag of given) spellings.set(tag.toLowerCase(), spellings.get(tag.toLowerCase()) ?? tag);
  const tags = new Set(given.map((tag) => spellings.get(tag.toLowerCase())!));
  const added = [...tags].filter((tag) => !known.some((one) => one.tag === tag)).length;
  if (added > 0) await assertBelowCap("tags", toCaller(viewer), added);
  const isStillIn = await tagging.setTags({ ...toCaller(viewer), chatId, tags: [...tags] });
  if (!isStillIn) throw notFound("Chat");
}

export const listTags = async (viewer: Viewer) =>
  (await tagging.listTags(toCaller(viewer))).map(({ tag, chatsCount }) => ({ tag, chats_count: chatsCount }));

export const countUnread = (viewer: Viewer) => queries.countUnread(toCaller(viewer));

export async function markRead(viewer: Viewer, reference: Reference, messageId: number) {
  if (await queries.markNewestRead({ ...toCaller(viewer), chat: reference, messageId }))
    return { unread_count: 0 };
  const { chat } = await getChatFor(viewer, reference);
  const unread = await transaction(() =>
    queries.markRead({ chatId: chat.id, userId: viewer.user.id, messageId }),
  );
  if (unread === undefined) throw notFound("Chat");
  return { unread_count: unread };
}
