import type { BrowserContext, Page } from "@playwright/test";

/** Returns everything that scripts can read from browser storage, by store. */
export const readStores = (page: Page) =>
  page.evaluate(async () => {
    const toText = async (value: unknown): Promise<unknown> => {
      if (value instanceof Blob) return [value instanceof File && value.name, await value.text()];
      if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
      if (Array.isArray(value)) return Promise.all(value.map(toText));
      if (typeof value !== "object" || value === null) return value;
      const entries = Object.entries(value).map(async ([name, each]) => [name, await toText(each)] as const);
      return Object.fromEntries(await Promise.all(entries));
    };
    const waitFor = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await waitFor(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        const objectStore = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([
          waitFor(objectStore.getAllKeys()),
          waitFor(objectStore.getAll()),
        ]);
        databases.push([name, store, keys, await toText(values)]);
      }
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      cached.push(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        const isText = /html|json|text\/plain/.test(response?.headers.get("content-type") ?? "");
        cached.push(request.url, isText ? await response!.text() : "");
      }
    }
    return {
      localStorage: JSON.stringify(Object.entries(localStorage)),
      sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
      indexedDB: JSON.stringify(databases),
      caches: cached.join("\n"),
      cookies: document.cookie,
    };
  });

/** Returns the stores that contain one of these texts, with the text. */
export async function findInStores(context: BrowserContext, texts: string[]): Promise<string[]> {
  const all = await Promise.all(context.pages().map(readStores));
  const hits = all.flatMap((stores) =>
    Object.entries(stores).flatMap(([store, content]) =>
      texts.filter((text) => content.includes(text)).map((text) => `${store}: ${text}`),
    ),
  );
  return [...new Set(hits)].sort();
}
