import { createId } from "@/lib/api/client";
import { isOfLauncher, visit } from "./host";
import { partitionedCookies } from "./partitioned-cookies";

// Fallback for browsers that refuse storage to frames: values last while the page is open. Frames of a launcher use
// partitioned cookies instead.
const memory = new Map<string, string>();
function openStorage(storage: "sessionStorage" | "localStorage") {
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
        // The storage is full or refused the value. `memory` overrides the outdated value in it.
        if (value !== null) memory.set(key, value);
      }
    },
  };
}

export const forTab = openStorage("sessionStorage");
const forLong = openStorage("localStorage");
// A launcher's frame keeps its session for the visit, any other page for its tab.
const forVisit = isOfLauncher ? forLong : forTab;

/** Clears the storage of an earlier visit, which the launcher may have ended while no frame was open. */
export function clearEarlierVisit(chatId: string): void {
  if (!visit) return;
  const key = `parley:${chatId}`;
  for (const store of [forTab, forLong]) {
    if (store.get(`${key}:visit`) === visit) continue;
    for (const name of ["", ":marker", ":draft", ":unsent"]) store.set(key + name, null);
    store.set(`${key}:visit`, visit);
  }
}

export const openDraft = (chatId: string) => {
  const place = `parley:${chatId}:draft`;
  return { get: () => forTab.get(place) ?? "", set: (text: string) => forTab.set(place, text || null) };
};

const SOUND = "parley:sound";
export const hasSound = (): boolean => forLong.get(SOUND) !== null;
export const setSound = (isOn: boolean): void => forLong.set(SOUND, isOn ? "on" : null);

const query = new URLSearchParams(location.search);
const inAddress = query.get("sid");
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];

const wasMade = (navigation?.redirectCount ?? 0) > 0 && !query.has("from_mail");

/**
 * Returns the sessions to try, best first. `hideSession` removes the session from the address, so the server creates a
 * new one on a reload. This tab's earlier session ranks above such a new session.
 */
export function listSessionsToTry(chatId: string, ofOtherTab?: string): string[] {
  const before = forVisit.get(`parley:${chatId}`);
  // The embedding page controls the frame's address and must not choose the session.
  if (isOfLauncher) return before ? [before] : [];
  const all = wasMade ? [before, ofOtherTab, inAddress] : [inAddress, before];
  return [...new Set(all.filter((id) => id != null))];
}

/** Returns true if this browser stored the session. A session known only from the address may belong to anyone. */
export const isKept = (chatId: string, sid: string): boolean => sid === forVisit.get(`parley:${chatId}`);

// Short, because frozen background tabs don't answer, and a first visit has no other tabs.
const OTHER_TABS_TIMEOUT_MS = 150;

/**
 * Returns the session of another open tab if the address named none, so that a link opened twice shows one
 * conversation. Closing the last tab ends the session, so that the next user of a shared computer can't see it.
 */
export async function requestSessionOfOtherTab(chatId: string): Promise<string | undefined> {
  if (isOfLauncher || !wasMade || forTab.get(`parley:${chatId}`)) return undefined;
  const channel = openChannel(chatId);
  if (!channel) return undefined;
  return new Promise<string | undefined>((resolve) => {
    channel.onmessage = ({ data }) => typeof data === "string" && resolve(data);
    setTimeout(resolve, OTHER_TABS_TIMEOUT_MS, undefined);
    channel.postMessage({ asks: true });
  }).finally(() => channel.close());
}

export function shareSession(chatId: string, sid: () => string | null): void {
  const channel = openChannel(chatId);
  if (!channel) return;
  channel.onmessage = ({ data }) => {
    const own = sid();
    if (own && data?.asks) channel.postMessage(own);
  };
}

// Frames on other sites have separate channels, or none.
function openChannel(chatId: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(`parley:${chatId}`);
  } catch {
    return undefined;
  }
}

export function setSession(chatId: string, sid: string | null): void {
  forVisit.set(`parley:${chatId}`, sid);
  if (sid === null) forLong.set(markerKey(chatId), null);
}

/** Removes the session from the address, which histories and screenshots would reveal. */
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

/** Returns the secret by which the server recognizes the frame that began the conversation. */
export function getMarker(chatId: string): string {
  const known = forLong.get(markerKey(chatId));
  if (known) return known;
  const made = createId();
  forLong.set(markerKey(chatId), made);
  return made;
}

const acceptedKey = (chatId: string) => `parley:${chatId}:accepted`;

/**
 * Records that the visitor confirmed ownership of a conversation begun elsewhere. Eight characters distinguish
 * sessions without revealing them.
 */
export const acceptSession = (chatId: string, sid: string): void =>
  forLong.set(acceptedKey(chatId), sid.slice(0, 8));
export const isAccepted = (chatId: string, sid: string): boolean =>
  forLong.get(acceptedKey(chatId)) === sid.slice(0, 8);
