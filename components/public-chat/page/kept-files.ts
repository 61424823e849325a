// IndexedDB database with the files of unsent messages. Loaded when a visitor chooses files.
const NAME = "parley-unsent";
const STORE = "files";
// Older files belong to a closed tab and are deleted.
const MAX_AGE_MS = 86_400_000;

type StoredFiles = { files: File[]; at: number };

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return toPromise(request);
}

const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function inStore<T>(work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await work(database.transaction(STORE, "readwrite").objectStore(STORE));
  } finally {
    database.close();
  }
}

export const save = (key: string, files: File[]): Promise<unknown> =>
  inStore((store) => {
    const cursors = store.openCursor();
    cursors.onsuccess = () => {
      const cursor = cursors.result;
      if (!cursor) return;
      if (Date.now() - (cursor.value as StoredFiles).at > MAX_AGE_MS) cursor.delete();
      cursor.continue();
    };
    return toPromise(store.put({ files, at: Date.now() } satisfies StoredFiles, key));
  });

/** Resolves to undefined if the files were deleted. */
export const read = (key: string): Promise<File[] | undefined> =>
  inStore(async (store) => ((await toPromise(store.get(key))) as StoredFiles | undefined)?.files);

export const drop = (key: string): Promise<unknown> => inStore((store) => toPromise(store.delete(key)));
