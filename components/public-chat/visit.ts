import { type Api, apiFor, newSession, Refusal, type Settings } from "./api";
import type { Message } from "./message-html";
import { isAccepted, isKept, sessionOfOtherTab, sessionsToTry } from "./session";

/** `isNew`: the session began with it. `isDoubtful`: somebody else may have begun the conversation. */
type Visit = { api: Api; settings: Settings; found: Message[]; isNew: boolean; isDoubtful: boolean };

/** Finds the session that holds, or begins one, with its newest messages. @throws Refusal */
export async function findVisit(chatId: string, marker: string): Promise<Visit> {
  const ofOtherTab = await sessionOfOtherTab(chatId);
  for (const sid of sessionsToTry(chatId, ofOtherTab)) {
    try {
      const isOwn = sid === ofOtherTab || isKept(chatId, sid);
      return await visitIn(chatId, sid, marker, isOwn);
    } catch (error) {
      // Over, or begun by somebody else meanwhile.
      if (!(error instanceof Refusal) || ![404, 409].includes(error.status)) throw error;
    }
  }
  const api = apiFor(chatId, await newSession(chatId));
  return { api, settings: await api.settings(marker), found: [], isNew: true, isDoubtful: false };
}

/** @param isOwn Nobody else has chosen it. @throws Refusal */
async function visitIn(chatId: string, sid: string, marker: string, isOwn: boolean): Promise<Visit> {
  const api = apiFor(chatId, sid);
  const settings = await api.settings(marker);
  // Whoever sent the link knows the id, too.
  if (!isOwn && !settings.has_conversation)
    return {
      api: apiFor(chatId, await api.replace()),
      settings,
      found: [],
      isNew: true,
      isDoubtful: false,
    };
  const isDoubtful = !isOwn && settings.is_from_elsewhere && !isAccepted(chatId, sid);
  // Answers whether the session holds, too: settings are anyone's.
  return { api, settings, found: await api.messages(), isNew: false, isDoubtful };
}
