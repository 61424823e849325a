import type { QueryClient } from "@tanstack/react-query";
import { chatsQuery } from "@/components/data/chats";
import { threadQuery } from "@/components/data/thread";
import { session } from "@/lib/api/client";

/** How often it is looked whether the page has changed, and how old a copy of one that changes may get. In ms. */
const LOOK_EVERY = 5000;
const COPY_EVERY = 60_000;

/**
 * Has the browser's worker (`public/offline-worker.js`) keep the pages of chats that are open here, as they change, so
 * that they open without a connection. Ends with the page.
 * @param isServerThere Asked before anything is: a browser writes each answer of a server that is away to its console
 */
export async function keepPages(client: QueryClient, isServerThere: () => boolean): Promise<void> {
  // Scripts of a development server change under their names.
  if (process.env.NODE_ENV !== "production" || !navigator.serviceWorker) return;
  const copiedAt = new Map<string, number>();
  // What the worker has passed on, it has kept.
  if (navigator.serviceWorker.controller) copiedAt.set(location.pathname, Date.now());
  const options = { updateViaCache: "none" } as const;
  const registered = await navigator.serviceWorker
    .register("/offline-worker.js", options)
    .catch(() => undefined);
  if (!registered) return;
  const worker = async () =>
    navigator.serviceWorker.controller ?? (await navigator.serviceWorker.ready).active;
  const tell = (message: object) => void worker().then((active) => active?.postMessage(message));

  const look = (copyEvery: number) => {
    const path = location.pathname;
    if (!isServerThere() || !navigator.onLine || session.hasEnded() || document.documentElement.dataset.kept)
      return;
    const [, chat] = path.match(/^\/chats\/([^/]+)$/) ?? [];
    if (!chat && path !== "/") return;
    const copied = copiedAt.get(path) ?? 0;
    const query = chat ? threadQuery(chat) : chatsQuery();
    const changedAt = client.getQueryState<unknown>(query.queryKey)?.dataUpdatedAt ?? 0;
    if (copied > 0 && (changedAt < copied || Date.now() - copied < copyEvery)) return;
    copiedAt.set(path, Date.now());
    tell({ type: "keep", path, files: loadedFiles() });
  };
  const forgetIfEnded = () => {
    if (session.hasEnded()) tell({ type: "forget" });
  };
  session.subscribe(forgetIfEnded);
  forgetIfEnded();
  if (copiedAt.size > 0 && !session.hasEnded())
    tell({ type: "files", path: location.pathname, files: loadedFiles() });
  look(COPY_EVERY);
  setInterval(() => look(COPY_EVERY), LOOK_EVERY);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") look(0);
  });
}

/** Scripts, styles and fonts that this page has loaded, which the server's HTML does not all name. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith("/_next/static/"));
