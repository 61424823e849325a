import { loadOptions } from "./chosen";
import { createConsent } from "./consent";
import { read } from "./kept";
import { type ChatEvent, createListeners, type DetailListener } from "./listeners";
import type { ScriptOptions } from "./options";
import { createPanel } from "./panel";
import { listenToSite } from "./site-events";
import { runWhenIdle } from "./site-page";
import { createVisit } from "./visit";

type Theme = "light" | "dark";
export type Widget = ReturnType<typeof launch>;

/**
 * Creates the button and the frame of a chat. While it waits for consent it stores, requests and shows nothing.
 * @param gone Called when the widget is destroyed
 */
export function launch(app: string, chat: string, options: ScriptOptions, gone: () => void) {
  const { tell, ...listeners } = createListeners();
  const over = new AbortController();
  const { signal } = over;
  const consent = createConsent(options.consent !== "required", signal);
  const visitPlace = `parley:${chat}`;
  const panel = createPanel(app, chat, visitPlace, options, tell);
  const { open, frame } = panel;
  const visit = createVisit(visitPlace, panel, tell);
  listenToSite(panel, visit, tell, signal);

  async function begin(): Promise<void> {
    if (!consent.mayRun()) return;
    const chosen = await loadOptions(app, chat, options);
    if (!consent.mayRun()) return;
    panel.show(chosen);
    if (options.open !== undefined && options.open !== "false") open();
    // A conversation begun on an earlier page needs the frame for notifications.
    else if (read(visitPlace)) runWhenIdle(() => frame.isLoaded() || !consent.mayRun() || panel.load());
  }
  function start(): void {
    if (document.body) void begin();
    else addEventListener("DOMContentLoaded", () => void begin(), { once: true, signal });
  }
  if (consent.mayRun()) start();

  const { allowed } = consent;
  return {
    open: allowed(open),
    close: allowed(panel.close),
    toggle: allowed(panel.toggle),
    prefill: allowed((text: string) => frame.send({ type: "prefill", text })),
    send: allowed((text: string) => {
      open();
      frame.send({ type: "send", text });
    }),
    /** @param theme Null follows the visitor's system */
    setTheme: allowed((theme: Theme | null) => {
      options.theme = theme ?? undefined;
      frame.send({ type: "theme", theme });
    }),
    identify: allowed(visit.identify),
    reset: allowed(() => {
      visit.forgetPerson();
      visit.endForNext();
    }),
    /** @param isGiven False withdraws the consent and clears all stored data */
    consent(isGiven = true): void {
      if (signal.aborted || isGiven === consent.isGranted()) return;
      if (!isGiven) {
        visit.forgetPerson();
        visit.end(false);
        panel.holder.remove();
      }
      consent.set(isGiven);
      if (!isGiven) return;
      start();
      consent.runWaiting();
    },
    /**
     * Subscribes to an event; "ready" is also delivered if it has already happened.
     * @returns the unsubscribe function
     */
    on(happening: ChatEvent, listen: DetailListener): () => void {
      const stop = listeners.add(happening, listen);
      if (happening === "ready" && frame.isReady()) listen({});
      return stop;
    },
    /** Removes the widget and its listeners. A new widget resumes the conversation. */
    destroy(): void {
      over.abort();
      listeners.clear();
      consent.dropWaiting();
      visit.drop();
      panel.holder.remove();
      gone();
    },
  };
}
