import { createStore, del, entries, get, set } from "idb-keyval";
import { pageOwner } from "@/lib/api/client";
import { MAX_COOKIE_AGE_S } from "./device-storage";
import { type AccountKey, DEVICE_KEYS, DRAFT, SIDEBAR_COOKIE, UNSENT_DATABASE, UNSENT_STORE } from "./names";

/**
 * Local storage of the account and group of this page. Writes are ignored once another account owns the browser,
 * or when storage is missing or full; reads then return null.
 */
export const accountStorage = storageIn(() => localStorage);
export const tabStorage = storageIn(() => sessionStorage);

function storageIn(area: () => Storage) {
  const toStorageKey = (name: AccountKey) => `account:${pageOwner()}:${name}`;
  return {
    get: (name: AccountKey): string | null => {
      try {
        return area().getItem(toStorageKey(name));
      } catch {
        return null;
      }
    },
    set: (name: AccountKey, value: string | null): void => {
      try {
        if (value === null) area().removeItem(toStorageKey(name));
        else if (isOwner()) area().setItem(toStorageKey(name), value);
      } catch {
        // The browser refused the write or the storage is full.
      }
    },
  };
}

function isOwner(): boolean {
  try {
    return pageOwner() !== "" && localStorage.getItem(DEVICE_KEYS.owner) === pageOwner();
  } catch {
    return false;
  }
}

export function storeSidebar(text: string): void {
  if (!isOwner()) return;
  const value = encodeURIComponent(`${pageOwner()}:${text}`);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${SIDEBAR_COOKIE}=${value}; path=/; max-age=${MAX_COOKIE_AGE_S}; samesite=lax`;
}

export const drafts = {
  get: (name: string): string => accountStorage.get(`${DRAFT}${name}`) ?? "",
  set: (name: string, text: string): void => accountStorage.set(`${DRAFT}${name}`, text || null),
  hasAny: (): boolean => {
    try {
      return Object.keys(localStorage).some((key) => key.startsWith(`account:${pageOwner()}:${DRAFT}`));
    } catch {
      return false;
    }
  },
};

/**
 * Returns functions that get and set the unsaved text of a canvas.
 * @param page Id of the page; undefined for the chat's own text
 */
export function createCanvasDraftStore<Unsaved>(chat: string, page: number | undefined) {
  const name = `canvas ${chat} ${page ?? ""}`;
  return {
    get: (): Unsaved | undefined => {
      const kept = drafts.get(name);
      return kept ? (JSON.parse(kept) as Unsaved) : undefined;
    },
    set: (unsaved: Unsaved | undefined): void => drafts.set(name, unsaved ? JSON.stringify(unsaved) : ""),
  };
}

/** Opens the outbox database. Its functions reject where IndexedDB is missing (in private windows). */
export function openOutboxDatabase<Message>() {
  const store = createStore(UNSENT_DATABASE, UNSENT_STORE);
  const toStorageKey = (key: string) => `${pageOwner()} ${key}`;
  return {
    list: async (): Promise<Message[]> =>
      (await entries<string, Message>(store)).flatMap(([key, message]) =>
        key.startsWith(toStorageKey("")) ? [message] : [],
      ),
    get: (key: string): Promise<Message | undefined> => get(toStorageKey(key), store),
    set: async (key: string, message: Message): Promise<void> => {
      if (!isOwner()) throw new Error("The browser belongs to another account.");
      await set(toStorageKey(key), message, store);
    },
    delete: (key: string): Promise<void> => del(toStorageKey(key), store),
  };
}

/**
 * Reloads the page when another account has taken over the browser or the owner has signed out in another tab.
 * Returns a function that stops watching.
 * @param owner Owner of the latest server-rendered page
 */
export function reloadOnOwnerChange(owner: string): () => void {
  // Without storage, other tabs can't signal a change.
  const canTell = isOwner();
  const look = () => {
    if (owner !== pageOwner() || (canTell && !isOwner())) location.reload();
  };
  look();
  const events = ["storage", "pageshow", "visibilitychange"] as const;
  for (const event of events) window.addEventListener(event, look);
  return () => {
    for (const event of events) window.removeEventListener(event, look);
  };
}
