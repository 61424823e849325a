import { DEVICE_KEYS, DRAFT, SIDEBAR_COOKIE, UNSENT_DATABASE, UNSENT_STORE } from "./names";

/** `owner`: account and group that the server has rendered a page for, "" for a page of nobody. */
export type Claim = { owner: string; hasSignedOut: boolean };

const context = {
  ownerKey: DEVICE_KEYS.owner,
  endedKey: DEVICE_KEYS.endedAt,
  draft: DRAFT,
  database: UNSENT_DATABASE,
  store: UNSENT_STORE,
  sidebar: SIDEBAR_COOKIE,
};

/** The script by which a page takes over the stores of its browser, before anything else runs in it. */
export const claimScript = (claim: Claim): string =>
  `(${claimStorage})(${JSON.stringify({ ...claim, ...context })})`;

/** Does the same once more. */
export const claimBrowser = (claim: Claim): void => claimStorage({ ...claim, ...context });

/**
 * Deletes what belongs to others than the owner of the page. Where nobody is signed in any more, drafts and unsent
 * messages of the last owner stay for a day, unless they signed out. It is sent as text, so it uses nothing from outside.
 */
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
  // A copy that was opened without a connection doesn't know who is signed in by now.
  if (document.documentElement.dataset.kept) return;
  try {
    const before = localStorage.getItem(ownerKey) ?? "";
    const endedAt = Number(localStorage.getItem(endedKey) ?? Date.now());
    const isHeld = !owner && !hasSignedOut && Date.now() - endedAt < 24 * 60 * 60 * 1000;
    const heir = owner || (isHeld ? before : "");

    // Other pages of the one before write nothing from now on.
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

    // Pages over plain http have none.
    void self.caches?.keys().then((names) => {
      for (const name of names)
        if (name.startsWith("kept ") && !(owner && name.endsWith(` ${owner}`))) void caches.delete(name);
    });

    if (owner || !heir) localStorage.removeItem(endedKey);
    else localStorage.setItem(endedKey, String(endedAt));
    if (heir && heir !== before) localStorage.setItem(ownerKey, heir);
  } catch {
    // A browser that refuses storage has none to delete.
  }
}
