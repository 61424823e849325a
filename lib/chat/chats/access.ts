import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as access from "@/lib/identity/access/service";
import { notFound } from "@/lib/platform/errors";
import * as queries from "./queries";

export const toCaller = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });

/** @throws AppError not_found, also when the viewer is not a member of the chat */
export async function getChatFor(viewer: Viewer, chat: Reference) {
  const found = await queries.findChat({ ...toCaller(viewer), chat });
  if (!found) throw notFound("Chat");
  return found;
}

export async function getManageableChat(viewer: Viewer, chat: Reference) {
  const found = await getChatFor(viewer, chat);
  access.authorize(viewer, "chat.change", { chatRole: found.member.role });
  return found;
}
