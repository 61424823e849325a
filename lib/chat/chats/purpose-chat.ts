import type { Viewer } from "@/lib/api/actor";
import { getErrorCode } from "@/lib/platform/errors";
import { sqlState } from "@/lib/platform/sql-state";
import { create } from "./create";
import * as queries from "./queries";
import { findStanding } from "./queries/sources";

/**
 * Returns the viewer's single chat for a purpose such as `assistant:3` or `action:5`. Creates it on first use, and
 * again after the viewer left it.
 * @param make name and assistant of a new chat
 * @returns the id of the chat
 */
export async function getOrCreatePurposeChat(
  viewer: Viewer,
  key: string,
  make: { name: string; virtual_assistant_id?: number | null },
): Promise<number> {
  const which = { userId: viewer.user.id, groupId: viewer.group.id, key };
  const found = await findStanding(which);
  if (found?.isMember) return found.id;
  if (found) await queries.updateChat({ chatId: found.id, values: { standingKey: null } });
  try {
    return (await create(viewer, { ...make, ...plain, standing_key: key })).id;
  } catch (error) {
    // A concurrent request of the same person has created the chat.
    const made = getErrorCode(error) === sqlState.uniqueViolation ? await findStanding(which) : undefined;
    if (!made) throw error;
    return made.id;
  }
}

const plain = { chat_type: "private" as const, temp: false, is_public: false };
