import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as access from "@/lib/identity/access/service";
import { notFound } from "@/lib/platform/errors";
import * as queries from "./queries";

/** As queries name whoever calls. */
export const caller = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });

/** The chat, for one of its members. @throws AppError not_found, also for a chat that they are no member of */
export async function chatFor(viewer: Viewer, chat: Reference) {
  const found = await queries.findChat({ ...caller(viewer), chat });
  if (!found) throw notFound("Chat");
  return found;
}

/** The chat, for one who may change what belongs to all of its members. @throws AppError not_found, forbidden */
export async function manageableChatFor(viewer: Viewer, chat: Reference) {
  const found = await chatFor(viewer, chat);
  access.authorize(viewer, "chat.change", { chatRole: found.member.role });
  return found;
}
