import { type Api, createApi, createSession, type PageSettings, RefusedCall } from "./api";
import type { VisitorMessage } from "./message-html";
import { isAccepted, isKept, listSessionsToTry, requestSessionOfOtherTab } from "./session";

// `isNew`: the session was just created. `isDoubtful`: the conversation may have been begun by another person.
type Visit = {
  api: Api;
  settings: PageSettings;
  found: VisitorMessage[];
  isNew: boolean;
  isDoubtful: boolean;
};

/**
 * Finds a valid session with its newest messages, or creates one.
 * @throws RefusedCall
 */
export async function findOrCreateVisit(chatId: string, marker: string): Promise<Visit> {
  const ofOtherTab = await requestSessionOfOtherTab(chatId);
  for (const sid of listSessionsToTry(chatId, ofOtherTab)) {
    try {
      const isOwn = sid === ofOtherTab || isKept(chatId, sid);
      return await visitIn(chatId, sid, marker, isOwn);
    } catch (error) {
      // The session has ended (404) or its conversation was meanwhile begun elsewhere (409).
      if (!(error instanceof RefusedCall) || ![404, 409].includes(error.status)) throw error;
    }
  }
  const api = createApi(chatId, await createSession(chatId));
  return { api, settings: await api.settings(marker), found: [], isNew: true, isDoubtful: false };
}

/**
 * @param isOwn True unless the session is known only from the address
 * @throws RefusedCall
 */
async function visitIn(chatId: string, sid: string, marker: string, isOwn: boolean): Promise<Visit> {
  const api = createApi(chatId, sid);
  const settings = await api.settings(marker);
  // The sender of the link knows this session id, so it is replaced.
  if (!isOwn && !settings.has_conversation)
    return {
      api: createApi(chatId, await api.replace()),
      settings,
      found: [],
      isNew: true,
      isDoubtful: false,
    };
  const isDoubtful = !isOwn && settings.is_from_elsewhere && !isAccepted(chatId, sid);
  // Reading the messages also validates the session, which reading the settings doesn't.
  return { api, settings, found: await api.messages(), isNew: false, isDoubtful };
}
