import * as uploads from "@/lib/knowledge/uploads/service";
import { frameAncestors } from "./framing";
import { openMailed } from "./handover/mailed";
import { getShownPublication } from "./publication/service";
import { beginIn, find, isBlocked, publicChat, type VisitOrigin } from "./sessions";
import { mailsConversations } from "./visitor/mailing";
import { list, takesFiles } from "./visitors";

const MESSAGES = 100;

/**
 * Returns the data of a public chat's page or, for a visitor without a valid session, the id of a new session.
 * @param sid session id in the URL
 * @param link token of a mailed link, which opens its conversation with an id of its own
 * @param visit origin of the visit, absent for link previews
 * @throws AppError not_found, rate_limited
 */
export async function openPage(
  uuid: string,
  { sid, link }: { sid?: string; link?: string },
  visit: VisitOrigin | undefined,
) {
  const session = await find(uuid, sid);
  const chat = session?.chat ?? (await publicChat(uuid));
  if (link && visit) {
    const id = await openMailed(uuid, link, visit);
    return id ? { newSession: id, isMailed: true } : { isLinkOver: true as const };
  }
  if (!session && visit) return { newSession: await beginIn(chat, visit) };
  const isOpen = session && !isBlocked(session.session);
  const [shown, messages] = await Promise.all([
    getShownPublication(chat),
    isOpen ? list(session, { size: MESSAGES }) : [],
  ]);
  return {
    shown,
    messages,
    mailsConversations: mailsConversations(),
    fileTypes: takesFiles(chat) ? uploads.getLimits().types : [],
    frameAncestors: frameAncestors(chat.extra.PUBLIC_CHAT_ALLOWED_ORIGINS),
  };
}
