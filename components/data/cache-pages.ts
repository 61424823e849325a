import type { QueryClient } from "@tanstack/react-query";
import { session } from "@/lib/api/client";
import { chatsQuery } from "./chats";
import { threadQuery } from "./thread";

const POLL_INTERVAL_MS = 5000;
// A page that keeps changing is cached again when its copy is this old.
const MAX_COPY_AGE_MS = 60_000;

/**
 * Caches the pages of open chats with the service worker (`public/offline-worker.js`), so that they open offline.
 * Runs until the page is unloaded.
 * @param isServerThere Checked before each request, because browsers log every failed one to the console
 */
export async function cachePages(client: QueryClient, isServerThere: () => boolean): Promise<void> {
  // A development server changes scripts without renaming them.
  if (process.env.NODE_ENV !== "production" || !navigator.serviceWorker) return;
  const copiedAt = new Map<string, number>();
  // A controlling worker has already cached this page.
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
  look(MAX_COPY_AGE_MS);
  setInterval(() => look(MAX_COPY_AGE_MS), POLL_INTERVAL_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") look(0);
  });
}

// Returns the loaded scripts, styles and fonts, not all of which are in the server's HTML.
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith("/_next/static/"));
