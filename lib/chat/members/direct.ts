import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as chats from "@/lib/chat/chats/service";
import { invalid, notFound } from "@/lib/platform/errors";
import * as queries from "./queries";

const MAX_NAME_LENGTH = 200;

/**
 * Opens a chat without an assistant between the viewer and these people. With one other person it returns the existing
 * chat, because there is only one per pair.
 * @throws AppError not_found for a person outside the group; InvalidInput when only the viewer is named
 */
export async function openDirect(viewer: Viewer, userIds: number[]) {
  const groupId = viewer.group.id;
  const others = [...new Set(userIds)].filter((id) => id !== viewer.user.id);
  const [otherId] = others;
  if (otherId === undefined) throw invalid(["body", "user_ids"], "Must name someone other than yourself.");
  const chatId = await transaction(async () => {
    const people = await queries.listPeopleOfGroup({ groupId, userIds: others, emails: [] });
    if (people.length < others.length) throw notFound("User");
    if (others.length === 1) {
      const pair = { groupId, userId: viewer.user.id, otherId };
      await queries.lockPair(pair);
      const direct = await queries.findDirect(pair);
      if (direct !== undefined) return direct;
    }
    const name = [viewer.user, ...people].map(({ fullName }) => fullName).join(", ");
    const id = await queries.insertDirect({
      groupId,
      name: name.slice(0, MAX_NAME_LENGTH).toWellFormed(),
      createdBy: viewer.user.id,
      userIds: [viewer.user.id, ...others],
    });
    await chats.publishAdded(id, [viewer.user.id, ...others]);
    return id;
  });
  return chats.getListItem(viewer, chatId);
}
