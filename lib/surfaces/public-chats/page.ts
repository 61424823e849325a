import * as uploads from "@/lib/knowledge/uploads/service";
import { frameAncestors } from "./framing";
import { openMailed } from "./handover/mailed";
import { shownOf } from "./publication/service";
import { beginIn, find, isBlocked, type Origin, publicChat } from "./sessions";
import { mailsConversations } from "./visitor/mailing";
import { list, takesFiles } from "./visitors";

/** What of a conversation is on the page when it opens. */
const MESSAGES = 100;

/**
 * What the page of a public chat shows; or, for a visitor whose session is over or who has none, the id of a new one.
 * @param sid The session that its address names
 * @param link The token of a link in a mail, which leads to its conversation by an id of its own
 * @param visit Where the visitor comes from; absent for whoever looks at the link without visiting
 * @throws AppError not_found, rate_limited
 */
export async function openPage(
  uuid: string,
  { sid, link }: { sid?: string; link?: string },
  visit: Origin | undefined,
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
    shownOf(chat),
    isOpen ? list(session, { size: MESSAGES }) : [],
  ]);
  return {
    shown,
    messages,
    mailsConversations: mailsConversations(),
    fileTypes: takesFiles(chat) ? uploads.limits().types : [],
    frameAncestors: frameAncestors(chat.extra.PUBLIC_CHAT_ALLOWED_ORIGINS),
  };
}
