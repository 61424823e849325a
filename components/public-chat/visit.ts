import { type Api, apiFor, newSession, Refusal, type Settings } from "./api";
import type { Message } from "./message-html";
import { sessionOfOtherTab, sessionsToTry } from "./session";

type Visit = { api: Api; settings: Settings; found: Message[] };

/** Finds the session that holds, or begins one, with its newest messages. @throws Refusal */
export async function findVisit(chatId: string, marker: string): Promise<Visit> {
  for (const sid of sessionsToTry(chatId, await sessionOfOtherTab(chatId))) {
    const api = apiFor(chatId, sid);
    try {
      const settings = await api.settings(marker);
      // Answers whether the session holds, too: settings are anyone's.
      return { api, settings, found: await api.messages() };
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
    }
  }
  const api = apiFor(chatId, await newSession(chatId));
  return { api, settings: await api.settings(marker), found: [] };
}
