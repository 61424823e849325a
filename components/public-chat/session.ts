import { newId } from "@/lib/api/client";
import { isOfLauncher, tellHost } from "./host";

/**
 * What a visitor's frame remembers. A browser may refuse storage to frames;
 * then it is remembered while the page is open.
 */
const memory = new Map<string, string>();
function kept(storage: "sessionStorage" | "localStorage") {
  return {
    get: (key: string): string | null => {
      try {
        return memory.get(key) ?? window[storage].getItem(key);
      } catch {
        return null;
      }
    },
    set: (key: string, value: string | null): void => {
      const before = memory.get(key) ?? null;
      memory.delete(key);
      try {
        if (value === null) window[storage].removeItem(key);
        else window[storage].setItem(key, value);
      } catch {
        // Refused, or full: what it has is older.
        if (value !== null) memory.set(key, value);
        if (value !== before && inAddress && isOfLauncher && OF_LAUNCHER.test(key))
          tellHost({ type: "keep", key, value });
      }
    },
  };
}
/**
 * What is typed, and what was not sent: where a frame may not store, its launcher keeps them on the embedding site. To a
 * site that has not chosen the session, and so could not read the conversation, nothing of that is told.
 */
const OF_LAUNCHER = /:(draft|unsent)$/;

/** Takes what the launcher has kept, where this frame knows nothing newer. Whether that was something. */
export function takeKept(chatId: string, given: object): boolean {
  if (canStore()) return false;
  const taken = Object.entries(given).filter(
    ([key, value]) =>
      key.startsWith(`parley:${chatId}:`) &&
      OF_LAUNCHER.test(key) &&
      typeof value === "string" &&
      !memory.has(key),
  );
  for (const [key, value] of taken) memory.set(key, value as string);
  return taken.length > 0;
}

export const forTab = kept("sessionStorage");
const forLong = kept("localStorage");

/** What is typed and not sent: the tab keeps it over a reload. */
export const draftOf = (chatId: string) => {
  const place = `parley:${chatId}:draft`;
  return { get: () => forTab.get(place) ?? "", set: (text: string) => forTab.set(place, text || null) };
};

const SOUND = "parley:sound";
/** Whether the visitor has turned the sound of answers on. */
export const hasSound = (): boolean => forLong.get(SOUND) !== null;
export const setSound = (isOn: boolean): void => forLong.set(SOUND, isOn ? "on" : null);

const query = new URLSearchParams(location.search);
const inAddress = query.get("sid");
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];

const wasMade = (navigation?.redirectCount ?? 0) > 0 && !query.has("from_mail");

/** Whether a session is the one that the server made because the address had none that holds. */
export const isMade = (sid: string): boolean => wasMade && sid === inAddress;

/**
 * The sessions to try, the best first. A session that the server made because
 * the address had none gives way to the one that this tab had: the address
 * loses its session as soon as it is read (`hideSession`).
 */
export function sessionsToTry(chatId: string, ofOtherTab?: string): string[] {
  if (isOfLauncher) return inAddress ? [inAddress] : [];
  const before = forTab.get(`parley:${chatId}`);
  const all = wasMade ? [before, ofOtherTab, inAddress] : [inAddress, before];
  return [...new Set(all.filter((id) => id != null))];
}

/** A tab that lies frozen in the background does not answer; a first visit waits for none. In ms. */
const OTHERS_ANSWER_WITHIN = 150;

/**
 * The session that another open tab of this browser has, where the address named none: a link that is opened twice
 * shows one conversation. When the last tab is closed it is gone, so that whoever comes next does not see it.
 */
export async function sessionOfOtherTab(chatId: string): Promise<string | undefined> {
  if (isOfLauncher || !wasMade || forTab.get(`parley:${chatId}`)) return undefined;
  const channel = channelOf(chatId);
  if (!channel) return undefined;
  return new Promise<string | undefined>((resolve) => {
    channel.onmessage = ({ data }) => typeof data === "string" && resolve(data);
    setTimeout(resolve, OTHERS_ANSWER_WITHIN, undefined);
    channel.postMessage({ asks: true });
  }).finally(() => channel.close());
}

/** Answers other tabs with this one's session. */
export function shareSession(chatId: string, sid: () => string | null): void {
  const channel = channelOf(chatId);
  if (!channel) return;
  channel.onmessage = ({ data }) => {
    const own = sid();
    if (own && data?.asks) channel.postMessage(own);
  };
}

/** Frames of other sites have channels of their own, or none. */
function channelOf(chatId: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(`parley:${chatId}`);
  } catch {
    return undefined;
  }
}

/** The session that the server has rendered the page for. */
export const renderedSession = inAddress;

export function keepSession(chatId: string, sid: string | null): void {
  forTab.set(`parley:${chatId}`, sid);
  if (sid === null) forLong.set(markerKey(chatId), null);
}

/** Takes the session out of the address, which histories and screenshots show. */
export function hideSession(): void {
  const rest = location.search
    .slice(1)
    .split("&")
    .filter((part) => !/^(sid|from_mail)=/.test(part));
  history.replaceState(null, "", `${location.pathname}${rest.join("&") && `?${rest.join("&")}`}`);
}

const markerKey = (chatId: string) => `parley:${chatId}:marker`;

/** Without storage of its own a frame takes the marker that its launcher keeps on the embedding site. */
export const takeMarker = (chatId: string, given: string): boolean => {
  if (canStore()) return false;
  memory.set(markerKey(chatId), given);
  return true;
};

function canStore(): boolean {
  try {
    return Boolean(window.localStorage);
  } catch {
    return false;
  }
}

/** By which the server knows that this frame began the conversation. */
export function marker(chatId: string): string {
  const known = forLong.get(markerKey(chatId));
  if (known) return known;
  const made = newId();
  forLong.set(markerKey(chatId), made);
  return made;
}

/** The visitor has said that a conversation from elsewhere is theirs. Eight characters tell sessions apart and are no secret. */
export const acceptSession = (chatId: string, sid: string): void =>
  forLong.set(`parley:${chatId}:accepted`, sid.slice(0, 8));
export const isAccepted = (chatId: string, sid: string): boolean =>
  isOfLauncher || forLong.get(`parley:${chatId}:accepted`) === sid.slice(0, 8);
