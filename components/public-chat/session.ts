import { newId } from "@/lib/api/client";
import { isOfLauncher, visit } from "./host";
import { partitionedCookies } from "./partitioned-cookies";

/**
 * What a visitor's frame remembers. A browser may refuse storage to frames;
 * then it is remembered while the page is open, or as long as the launcher remembers the visit.
 */
const memory = new Map<string, string>();
function kept(storage: "sessionStorage" | "localStorage") {
  const open = () => {
    try {
      return window[storage];
    } catch {
      return isOfLauncher ? partitionedCookies : undefined;
    }
  };
  return {
    get: (key: string): string | null => memory.get(key) ?? open()?.getItem(key) ?? null,
    set: (key: string, value: string | null): void => {
      memory.delete(key);
      try {
        if (value === null) open()!.removeItem(key);
        else open()!.setItem(key, value);
      } catch {
        // Refused, or full: what it has is older.
        if (value !== null) memory.set(key, value);
      }
    },
  };
}

export const forTab = kept("sessionStorage");
const forLong = kept("localStorage");
/** A launcher's frame keeps its session for the visit, any other page for its tab. */
const forVisit = isOfLauncher ? forLong : forTab;

/** Forgets what belongs to an earlier visit: the launcher has ended that one, also where no frame was open to hear of it. */
export function beginVisit(chatId: string): void {
  if (!visit) return;
  const key = `parley:${chatId}`;
  for (const store of [forTab, forLong]) {
    if (store.get(`${key}:visit`) === visit) continue;
    for (const name of ["", ":marker", ":draft", ":unsent"]) store.set(key + name, null);
    store.set(`${key}:visit`, visit);
  }
}

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

/**
 * The sessions to try, the best first. A session that the server made because
 * the address had none gives way to the one that this tab had: the address
 * loses its session as soon as it is read (`hideSession`).
 */
export function sessionsToTry(chatId: string, ofOtherTab?: string): string[] {
  const before = forVisit.get(`parley:${chatId}`);
  // The page around a launcher's frame has chosen the address, and must not choose the session.
  if (isOfLauncher) return before ? [before] : [];
  const all = wasMade ? [before, ofOtherTab, inAddress] : [inAddress, before];
  return [...new Set(all.filter((id) => id != null))];
}

/** Whether this browser has kept a session, which is the visitor's then; one that only the address names may be anybody's. */
export const isKept = (chatId: string, sid: string): boolean => sid === forVisit.get(`parley:${chatId}`);

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

export function keepSession(chatId: string, sid: string | null): void {
  forVisit.set(`parley:${chatId}`, sid);
  if (sid === null) forLong.set(markerKey(chatId), null);
}

/** Takes the session out of the address, which histories and screenshots show. */
export function hideSession(): void {
  const rest = location.search
    .slice(1)
    .split("&")
    .filter((part) => !/^(sid|from_mail)=/.test(part));
  history.replaceState(
    null,
    "",
    `${location.pathname}${rest.join("&") && `?${rest.join("&")}`}${location.hash}`,
  );
}

const markerKey = (chatId: string) => `parley:${chatId}:marker`;

/** By which the server knows that this frame began the conversation. */
export function marker(chatId: string): string {
  const known = forLong.get(markerKey(chatId));
  if (known) return known;
  const made = newId();
  forLong.set(markerKey(chatId), made);
  return made;
}

const acceptedKey = (chatId: string) => `parley:${chatId}:accepted`;

/** The visitor has said that a conversation from elsewhere is theirs. Eight characters tell sessions apart and are no secret. */
export const acceptSession = (chatId: string, sid: string): void =>
  forLong.set(acceptedKey(chatId), sid.slice(0, 8));
export const isAccepted = (chatId: string, sid: string): boolean =>
  forLong.get(acceptedKey(chatId)) === sid.slice(0, 8);
