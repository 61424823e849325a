import * as uploads from "@/lib/knowledge/uploads/service";
import { buildFrameAncestors } from "./framing";
import { openMailed } from "./handover/mailed-links";
import { getShownPublication } from "./publication/service";
import { createSessionIn, find, getPublicChat, isBlocked, type VisitOrigin } from "./sessions";
import { canMailConversations } from "./visitor/mailing";
import { canTakeFiles, list } from "./visitors";

const MESSAGES = 100;

/**
 * Returns the data of a public chat's page or, for a visitor without a valid session, the id of a new session.
 * @param sid session id in the URL
 * @param link token of a mailed link, which opens its conversation with a new session id
 * @param visit origin of the visit; without it (for link previews), no session is created
 * @throws AppError not_found, rate_limited
 */
export async function openPage(
  uuid: string,
  { sid, link }: { sid?: string; link?: string },
  visit: VisitOrigin | undefined,
) {
  const session = await find(uuid, sid);
  const chat = session?.chat ?? (await getPublicChat(uuid));
  if (link && visit) {
    const id = await openMailed(uuid, link, visit);
    return id ? { newSession: id, isMailed: true } : { isLinkOver: true as const };
  }
  if (!session && visit) return { newSession: await createSessionIn(chat, visit) };
  const isOpen = session && !isBlocked(session.session);
  const [shown, messages] = await Promise.all([
    getShownPublication(chat),
    isOpen ? list(session, { size: MESSAGES }) : [],
  ]);
  return {
    shown,
    messages,
    mailsConversations: canMailConversations(),
    fileTypes: canTakeFiles(chat) ? uploads.getLimits().types : [],
    frameAncestors: buildFrameAncestors(chat.extra.PUBLIC_CHAT_ALLOWED_ORIGINS),
  };
}
