import { DEVICE_KEYS, DRAFT, SIDEBAR_COOKIE, UNSENT_DATABASE, UNSENT_STORE } from "./names";

/** `owner` is the account and group that the page was rendered for; empty for public pages. */
export type Claim = { owner: string; hasSignedOut: boolean };

const context = {
  ownerKey: DEVICE_KEYS.owner,
  endedKey: DEVICE_KEYS.endedAt,
  draft: DRAFT,
  database: UNSENT_DATABASE,
  store: UNSENT_STORE,
  sidebar: SIDEBAR_COOKIE,
};

export const buildClaimScript = (claim: Claim): string =>
  `(${claimStorage})(${JSON.stringify({ ...claim, ...context })})`;

export const claimBrowser = (claim: Claim): void => claimStorage({ ...claim, ...context });

// Deletes the stored data of other owners. After a session has ended without a sign-out, drafts and unsent messages
// of the last owner are kept for a day. The function is serialized into the page, so it must not reference anything
// outside of it.
function claimStorage({
  owner,
  hasSignedOut,
  ownerKey,
  endedKey,
  draft,
  database,
  store,
  sidebar,
}: Claim & typeof context) {
  // A page from the offline cache doesn't know the current session.
  if (document.documentElement.dataset.kept) return;
  try {
    const before = localStorage.getItem(ownerKey) ?? "";
    const endedAt = Number(localStorage.getItem(endedKey) ?? Date.now());
    const isHeld = !owner && !hasSignedOut && Date.now() - endedAt < 24 * 60 * 60 * 1000;
    const heir = owner || (isHeld ? before : "");

    // Stops writes from pages of the previous owner.
    if (heir !== before) localStorage.removeItem(ownerKey);
    const isOwned = /^(account:|draft:|(chats-view|open-folders|notices|parley-reading-rate|left-chats)$)/;
    const prefix = `account:${heir}:${owner ? "" : draft}`;
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (isOwned.test(key) && !(heir && key.startsWith(prefix))) storage.removeItem(key);

    const list = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${sidebar}=`));
    const isOwn = owner && list?.startsWith(`${sidebar}=${encodeURIComponent(`${owner}:`)}`);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    if (list && !isOwn) document.cookie = `${sidebar}=; path=/; max-age=0`;

    const opening = self.indexedDB?.open(database);
    if (opening) {
      opening.onupgradeneeded = () => opening.result.createObjectStore(store);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(store, "readwrite");
        const messages = transaction.objectStore(store);
        const reading = messages.getAllKeys();
        reading.onsuccess = () => {
          for (const key of reading.result)
            if (!heir || !String(key).startsWith(`${heir} `)) messages.delete(key);
        };
        transaction.oncomplete = () => opening.result.close();
      };
    }

    // The Cache API is missing on pages over plain HTTP.
    void self.caches?.keys().then((names) => {
      for (const name of names)
        if (name.startsWith("kept ") && !(owner && name.endsWith(` ${owner}`))) void caches.delete(name);
    });

    if (owner || !heir) localStorage.removeItem(endedKey);
    else localStorage.setItem(endedKey, String(endedAt));
    if (heir && heir !== before) localStorage.setItem(ownerKey, heir);
  } catch {
    // The browser refuses storage, so there is nothing to delete.
  }
}
